import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { cell, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDate } from '#app/text/platform/format.ts'

/** Copies that were never sent and expired in the night of `day`; `hasMore` when the list goes on. */
export type Undispatched = {
  day: CivilDate
  units: {
    id: number
    orderId: number
    customer: string
    name: string
    version: string
    prefix: string | null
    due: CivilDate
  }[]
  hasMore: boolean
  sender: Sender
}

/** The task for the staff to look after copies that expired before they were sent (D34). */
export function undispatchedMail(night: Undispatched): { subject: string; text: string; html: string } {
  const { day, units, hasMore, sender } = night
  const count = hasMore ? `mais de ${units.length}` : `${units.length}`
  const subject = `Envios pendentes que venceram: ${count} em ${formatDate(day)}`
  const task =
    'Estas assinaturas venceram sem que o exemplar fosse enviado. Combine com cada cliente o envio ou um novo vencimento; com um vencimento à frente, a situação anterior volta.'
  const lines = units.map(
    (unit) =>
      `Assinatura ${unit.id}, pedido nº ${unit.orderId}: ${unit.name} (versão ${unit.version})${
        unit.prefix === null ? '' : `, aeronave ${unit.prefix}`
      }. ${unit.customer}, venceu em ${formatDate(unit.due)}`,
  )
  const rest = hasMore ? ['A lista continua: há outras além destas.'] : []
  return {
    subject,
    text: [task, '', ...lines, ...rest, '', ...senderText(night)].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>{task}</p>
          <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
            <tbody>
              {lines.concat(rest).map((line) => (
                <tr key={line}>
                  <td style={cell}>{line}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ),
    }),
  }
}
