import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  formatCertificateNumber,
  getItemState,
  readCertificateNumber,
} from '#app/domain/subscriptions/certificate.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findCertificateToCheck } from '#app/models/subscriptions/certificate.server.ts'
import { paths } from '#app/paths.ts'
import { formatCertificateValidity, itemLabels } from '#app/routes/shop/certificate-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Conferir certificado' }

/** Excludes the page from search engines, because only people with the document need it. */
export const headers = () => ({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-cache' })

/**
 * Loads the state of a certificate for anybody with the document (F66, D52). Redirects other spellings of its
 * number.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const number = readCertificateNumber(params.number ?? '') ?? notFound()
  if (number !== params.number) return redirect(paths.checkCertificate(number))
  const today = toCivilDate(new Date())
  const certificate = (await findCertificateToCheck(number, today)) ?? notFound()
  const items = certificate.items.map(({ due_now, status, suspended_at, withdrawal, ...item }) => {
    const isWithdrawn = withdrawal !== null
    const presentUnit = { due: due_now, status, isSuspended: suspended_at !== null, isWithdrawn }
    return { ...item, state: getItemState(presentUnit, today), due: due_now ?? item.due }
  })
  return {
    number: formatCertificateNumber(number),
    holder: certificate.holder_name,
    issuedAt: formatDateTime(certificate.issued_at),
    verdict: formatCertificateValidity(items.map(({ state }) => state)),
    items,
  }
}

type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, Response>

export default function CheckCertificate() {
  const { number, holder, issuedAt, verdict, items } = useLoaderData<Loaded>()
  return (
    <div className="stack-l">
      <PageHeading
        title="Conferir certificado"
        lead={`Nº ${number}, emitido para ${holder} em ${issuedAt} (horário de Brasília).`}
      />
      <Notice tone={verdict.tone} title={verdict.title}>
        {verdict.text}
      </Notice>
      <DataTable
        caption="Assinaturas do certificado, como estão hoje"
        columns={columns}
        rows={items}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhuma assinatura', action: { href: paths.home(), label: 'Ir para o início' } }}
      />
    </div>
  )
}

const columns: Column<Loaded['items'][number]>[] = [
  { key: 'name', label: 'Publicação', rowHeader: true, render: (row) => row.name },
  {
    key: 'issued-version',
    label: 'Versão na emissão',
    render: (row) => (
      <>
        {row.version} <span className="hint">de {formatDate(row.version_date)}</span>
      </>
    ),
  },
  { key: 'aircraft', label: 'Aeronave', align: 'code', render: (row) => row.registration ?? '-' },
  { key: 'serial-number', label: 'Nº de série', align: 'code', render: (row) => row.serialNumber ?? '-' },
  { key: 'due', label: 'Vencimento', align: 'code', render: (row) => formatDate(row.due) },
  {
    key: 'today',
    label: 'Hoje',
    render: (row) => <StatusTag tone={itemLabels[row.state].tone}>{itemLabels[row.state].text}</StatusTag>,
  },
]
