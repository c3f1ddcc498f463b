import type { listPublicationsForStaff } from '#app/models/catalogue/publication-list.server.ts'
import { paths } from '#app/paths.ts'
import {
  publicationLabels,
  publicationState,
  publicationValue,
} from '#app/text/catalogue/publication-labels.ts'
import { formatVersion } from '#app/text/catalogue/version-label.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Row = Awaited<ReturnType<typeof listPublicationsForStaff>>['rows'][number]

/** The list of publications, for its page and its file. */
export const publicationColumns: readonly ListColumn<Row>[] = [
  { key: 'id', label: 'ID', kind: 'number', align: 'code', sort: 'id', value: ({ id }) => id },
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    sort: 'name',
    value: ({ name }) => name,
    render: ({ id, name, applicability }) => (
      <>
        <a href={paths.admin.publication(id)}>{name}</a> <span className="hint">{applicability}</span>
      </>
    ),
  },
  {
    key: 'applicability',
    label: 'Aplicabilidade',
    kind: 'applicability',
    inFileOnly: true,
    value: ({ applicability }) => applicability,
  },
  {
    key: 'version',
    label: 'Versão',
    kind: 'version',
    align: 'code',
    sort: 'version',
    value: ({ version }) => version,
    render: ({ version }) => formatVersion(version),
  },
  { key: 'date', label: 'Atualização', kind: 'date', align: 'code', sort: 'date', value: ({ date }) => date },
  {
    key: 'price',
    label: 'Compra',
    kind: 'money',
    align: 'num',
    sort: 'price',
    value: ({ price }) => price,
    render: ({ price }) => <Money centavos={price} />,
  },
  {
    key: 'price_signature',
    label: 'Renovação',
    kind: 'money',
    align: 'num',
    sort: 'price_signature',
    value: ({ price_signature: price }) => price,
    render: ({ price_signature: price }) => (price === null ? '-' : <Money centavos={price} />),
  },
  {
    key: 'has_photo_upload',
    label: publicationLabels.has_photo_upload,
    inFileOnly: true,
    value: (row) => (row.has_photo_upload ? 'sim' : 'não'),
  },
  {
    key: 'photo_subject',
    label: publicationLabels.photo_subject,
    inFileOnly: true,
    value: (row) => (row.has_photo_upload ? publicationValue('photo_subject', row.photo_subject) : ''),
  },
  {
    key: 'photo_note',
    label: publicationLabels.photo_note,
    inFileOnly: true,
    value: (row) => row.photo_note ?? '',
  },
  {
    key: 'active',
    label: 'Situação',
    value: publicationState,
    render: (row) => <StatusTag tone={row.active ? 'good' : 'neutral'}>{publicationState(row)}</StatusTag>,
  },
]
