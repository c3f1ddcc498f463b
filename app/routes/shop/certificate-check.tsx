import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Notice } from '#app/components/notice.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { StatusTag } from '#app/components/status-tag.tsx'
import { type Column, DataTable } from '#app/components/table.tsx'
import { civilDateIn } from '#app/domain/calendar.ts'
import { itemState, printedCertificateNumber, readCertificateNumber } from '#app/domain/certificate.ts'
import { findCertificateToCheck } from '#app/models/certificate.server.ts'
import { checkedWords, itemWords } from '#app/routes/shop/certificate-words.ts'
import { formatDate, formatDateTime } from '#app/text/format.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'

export const handle: PageHandle = { title: 'Conferir certificado' }

/** Who holds the paper finds it; nobody has to find it in a search engine. */
export const headers = () => ({ 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-cache' })

/** Whether a certificate still says the truth, for anybody who holds the paper (F66, D52). */
export async function loader({ params }: LoaderFunctionArgs) {
  const number = readCertificateNumber(params.number ?? '') ?? notFound()
  if (number !== params.number) return redirect(paths.checkCertificate(number))
  const today = civilDateIn(new Date())
  const certificate = (await findCertificateToCheck(number, today)) ?? notFound()
  const items = certificate.items.map(({ due_now, status, suspended_at, withdrawal, ...item }) => {
    const isWithdrawn = withdrawal !== null
    const now = { due: due_now, status, isSuspended: suspended_at !== null, isWithdrawn }
    return { ...item, state: itemState(now, today), due: due_now ?? item.due }
  })
  return {
    number: printedCertificateNumber(number),
    holder: certificate.holder_name,
    issuedAt: formatDateTime(certificate.issued_at),
    verdict: checkedWords(items.map(({ state }) => state)),
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
    key: 'version',
    label: 'Revisão na emissão',
    render: (row) => (
      <>
        {row.version} <span className="hint">de {formatDate(row.version_date)}</span>
      </>
    ),
  },
  { key: 'aircraft', label: 'Aeronave', align: 'code', render: (row) => row.prefix ?? '-' },
  { key: 'due', label: 'Vencimento', align: 'code', render: (row) => formatDate(row.due) },
  {
    key: 'state',
    label: 'Hoje',
    render: (row) => <StatusTag tone={itemWords[row.state].tone}>{itemWords[row.state].text}</StatusTag>,
  },
]
