import { button, cell, mono, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { parcelPage } from '#app/text/checkout/shipping-words.ts'

/** A parcel that left: how it travels, what is in it and for which orders; no code when it goes without one. */
export type Dispatched = {
  sender: Sender
  contactName: string
  trackCode: string | null
  serviceName: string
  /** `version` as it was sold, `revision` as it left */
  items: { name: string; version: string; revision: string; prefix: string | null }[]
  manageUrl: string
  orderIds: number[]
}

/** "Dispatched", with the tracking code, what is in the parcel and where to see it (F65). */
export function dispatchedMail(parcel: Dispatched): { subject: string; text: string; html: string } {
  return { subject: subjectOf(parcel), text: textOf(parcel), html: htmlOf(parcel) }
}

const untracked = 'Esta remessa não tem código de rastreamento.'
const hint = 'O código pode levar um dia para aparecer no site dos Correios.'

function subjectOf({ orderIds }: Dispatched): string {
  const numbers = orderIds.map((id) => `nº ${id}`)
  const last = numbers.pop()
  if (last === undefined) return 'Remessa enviada'
  return numbers.length === 0 ? `Pedido ${last} enviado` : `Pedidos ${numbers.join(', ')} e ${last} enviados`
}

/** Equal copies in one line: '2 × Manual da Hélice (versão 3), aeronave PT-ABC'. */
function contentsOf({ items }: Dispatched): string[] {
  const counts = new Map<string, number>()
  for (const { name, version, revision, prefix } of items) {
    const bought = version === revision ? '' : `; comprada na versão ${version}`
    const copy = `${name} (versão ${revision}${bought})${prefix === null ? '' : `, aeronave ${prefix}`}`
    counts.set(copy, (counts.get(copy) ?? 0) + 1)
  }
  return [...counts].map(([copy, count]) => `${count} × ${copy}`)
}

function textOf(parcel: Dispatched): string {
  const { trackCode } = parcel
  const page = trackCode === null ? null : parcelPage(trackCode)
  return [
    `Olá, ${parcel.contactName}.`,
    '',
    `${subjectOf(parcel)}. Está a caminho:`,
    '',
    ...contentsOf(parcel),
    '',
    `Forma de envio: ${parcel.serviceName}`,
    trackCode === null ? untracked : `Código de rastreamento: ${trackCode}`,
    ...(page === null ? [] : [page, hint]),
    '',
    `Suas publicações: ${parcel.manageUrl}`,
    '',
    ...senderText(parcel),
  ].join('\n')
}

function htmlOf(parcel: Dispatched): string {
  return renderMail({
    title: subjectOf(parcel),
    sender: parcel.sender,
    children: (
      <>
        <p>Olá, {parcel.contactName}. Está a caminho:</p>
        <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
          <tbody>
            {contentsOf(parcel).map((line) => (
              <tr key={line}>
                <td style={cell}>{line}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>Forma de envio: {parcel.serviceName}</p>
        {parcel.trackCode === null ? <p>{untracked}</p> : <Tracking code={parcel.trackCode} />}
        <p>
          <a href={parcel.manageUrl}>Suas publicações</a>
        </p>
      </>
    ),
  })
}

/** A code whose check digit is wrong is shown and leads nowhere. */
function Tracking({ code }: { code: string }) {
  const page = parcelPage(code)
  return (
    <>
      <p>
        Código de rastreamento: <strong style={mono}>{code}</strong>
      </p>
      {page === null ? null : (
        <>
          <p>
            <a href={page} style={button}>
              Rastrear a remessa
            </a>
          </p>
          <p>{hint}</p>
        </>
      )}
    </>
  )
}
