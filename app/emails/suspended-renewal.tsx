import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDate } from '#app/text/platform/format.ts'

/** A paid renewal of a subscription that is suspended. */
export type SuspendedRenewal = {
  orderId: number
  contactName: string
  email: string
  units: { subscriptionId: number; name: string; prefix: string | null; due: CivilDate | null }[]
  sender: Sender
}

/** The task for the staff to clear up why somebody renewed what is suspended (D17, D32); "reply" answers the buyer. */
export function suspendedRenewalMail(renewal: SuspendedRenewal): {
  subject: string
  text: string
  html: string
} {
  const { orderId, contactName, email, units, sender } = renewal
  const subject = `Renovação paga de assinatura suspensa: pedido nº ${orderId}`
  const task = `${contactName} (${email}) pagou a renovação do que está suspenso. O ano foi somado, mas a assinatura continua suspensa: veja o pedido original e combine com o cliente.`
  const lines = units.map(({ subscriptionId, name, prefix, due }) => {
    const what = `Assinatura ${subscriptionId}: ${name}${prefix === null ? '' : `, aeronave ${prefix}`}`
    return due === null ? what : `${what}, renovada até ${formatDate(due)}`
  })
  return {
    subject,
    text: [task, '', ...lines, '', ...senderText(renewal)].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>{task}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ),
    }),
  }
}
