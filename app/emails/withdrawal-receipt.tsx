import { renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { type WithdrawnLine, WithdrawnTable, withdrawnText } from '#app/emails/withdrawal-lines.tsx'
import { refundWords } from '#app/text/orders/withdrawal-words.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

export type WithdrawalReceipt = {
  protocol: string
  orderId: number
  createdAt: Date
  contactName: string
  lines: WithdrawnLine[]
  orderUrl: string
  sender: Sender
}

/** The receipt of a withdrawal, at once (Decreto 7.962, art. 5); the account for the refund is not repeated in it. */
export function withdrawalReceiptMail(receipt: WithdrawalReceipt): {
  subject: string
  text: string
  html: string
} {
  const { protocol, orderId, contactName, lines, orderUrl, sender } = receipt
  const subject = `Desistência do pedido nº ${orderId} recebida: protocolo ${protocol}`
  const received = `Recebemos sua desistência do pedido nº ${orderId} em ${formatDateTime(receipt.createdAt)}. O protocolo é ${protocol}.`
  const next = `Escrevemos para combinar a devolução: se algo já foi enviado, o frete de volta é por nossa conta. ${refundWords}`
  return {
    subject,
    text: [
      `Olá, ${contactName}.`,
      '',
      received,
      '',
      ...withdrawnText(lines),
      '',
      next,
      '',
      `O pedido: ${orderUrl}`,
      '',
      ...senderText(receipt),
    ].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>
            Olá, {contactName}. {received}
          </p>
          <WithdrawnTable lines={lines} />
          <p>{next}</p>
          <p>
            <a href={orderUrl}>Ver o pedido</a>
          </p>
        </>
      ),
    }),
  }
}
