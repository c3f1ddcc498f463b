import { renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

export type ContactReceipt = { id: number; createdAt: Date; sender: Sender }

/**
 * The receipt of a contact message: protocol number and time to answer. It repeats nothing of what was typed, since
 * anybody can enter anybody's e-mail, and the shop is not to carry words of strangers to it.
 */
export function contactReceiptMail(receipt: ContactReceipt): { subject: string; text: string; html: string } {
  const { id, createdAt, sender } = receipt
  const subject = `Recebemos sua mensagem: protocolo nº ${id}`
  const received = `Recebemos sua mensagem em ${formatDateTime(createdAt)}. O protocolo é nº ${id}.`
  const promise = 'Respondemos em até 5 dias, neste e-mail.'
  const otherwise = 'Se você não escreveu para nós, ignore esta mensagem.'
  return {
    subject,
    text: ['Olá.', '', received, '', promise, '', otherwise, '', ...senderText(receipt)].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>Olá. {received}</p>
          <p>{promise}</p>
          <p>{otherwise}</p>
        </>
      ),
    }),
  }
}
