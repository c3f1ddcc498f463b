import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { button, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { paymentWords } from '#app/text/charges/pay-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

/** A slip that was not paid in time; without another one its order is cancelled after `keptUntil`. */
export type SlipExpired = {
  orderId: number
  contactName: string
  dueDate: CivilDate
  value: Centavos
  keptUntil: CivilDate
  paymentUrl: string
  sender: Sender
}

/** That a slip expired and where another one is made (D16). */
export function slipExpiredMail(mail: SlipExpired) {
  const { orderId, contactName, paymentUrl, sender } = mail
  const subject = `O boleto do pedido nº ${orderId} venceu`
  const fact = `O boleto de ${formatReais(mail.value)} venceu em ${formatDate(mail.dueDate)} e não deve mais ser pago. ${paymentWords.ignoreIfPaid}`
  const kept = `Seu pedido está guardado até ${formatDate(mail.keptUntil)}. Para pagar, gere uma nova via do boleto.`
  return {
    subject,
    text: [
      `Olá, ${contactName}.`,
      '',
      fact,
      '',
      kept,
      '',
      `Gerar nova via: ${paymentUrl}`,
      '',
      ...senderText(mail),
    ].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>
            Olá, {contactName}. {fact}
          </p>
          <p>{kept}</p>
          <p>
            <a href={paymentUrl} style={button}>
              Gerar nova via
            </a>
          </p>
        </>
      ),
    }),
  }
}
