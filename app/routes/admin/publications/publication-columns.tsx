import type { listPublicationsForStaff } from '#app/models/catalogue/publication-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatPublicationValue, getPublicationState } from '#app/text/catalogue/publication-labels.ts'
import { formatVersion } from '#app/text/catalogue/version-label.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Row = Awaited<ReturnType<typeof listPublicationsForStaff>>['rows'][number]

/** Columns of the list of publications, for page and file. */
export const publicationColumns: readonly ListColumn<Row>[] = [
  { key: 'id', label: columnNames.id, kind: 'number', align: 'code', sort: 'id', value: ({ id }) => id },
  {
    key: 'name',
    label: columnNames.publication,
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
    label: columnNames.applicability,
    kind: 'applicability',
    inFileOnly: true,
    value: ({ applicability }) => applicability,
  },
  {
    key: 'version',
    label: columnNames.version,
    kind: 'version',
    align: 'code',
    sort: 'version',
    value: ({ version }) => version,
    render: ({ version }) => formatVersion(version),
  },
  {
    key: 'date',
    label: columnNames.versionDate,
    kind: 'date',
    align: 'code',
    sort: 'date',
    value: ({ date }) => date,
  },
  {
    key: 'price',
    label: columnNames.price,
    kind: 'money',
    align: 'num',
    sort: 'price',
    value: ({ price }) => price,
    render: ({ price }) => <Money centavos={price} />,
  },
  {
    key: 'price_signature',
    label: columnNames.renewalPrice,
    kind: 'money',
    align: 'num',
    sort: 'price_signature',
    value: ({ price_signature: price }) => price,
    render: ({ price_signature: price }) => (price === null ? '-' : <Money centavos={price} />),
  },
  {
    key: 'has_photo_upload',
    label: columnNames.needsPhoto,
    inFileOnly: true,
    value: (row) => (row.has_photo_upload ? 'sim' : 'não'),
  },
  {
    key: 'photo_subject',
    label: columnNames.photoSubject,
    inFileOnly: true,
    value: (row) => (row.has_photo_upload ? formatPublicationValue('photo_subject', row.photo_subject) : ''),
  },
  {
    key: 'photo_note',
    label: columnNames.photoNote,
    inFileOnly: true,
    value: (row) => row.photo_note ?? '',
  },
  {
    key: 'active',
    label: columnNames.status,
    value: getPublicationState,
    render: (row) => <StatusTag tone={row.active ? 'good' : 'neutral'}>{getPublicationState(row)}</StatusTag>,
  },
]
