import { formatPhone } from '#app/domain/accounts/phone.ts'
import { cell, labelCell, quote, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

/** What somebody wrote through the contact form; a phone is bare digits. */
export type ContactMail = {
  id: number
  createdAt: Date
  name: string
  email: string
  phone: string | null
  text: string
  sender: Sender
}

/** A contact message as the company reads it. The subject holds nothing of what the person typed. */
export function contactMessageMail(mail: ContactMail): { subject: string; text: string; html: string } {
  const subject = `Contato pelo site, protocolo nº ${mail.id}`
  const facts: [string, string][] = [
    ['Nome', mail.name],
    ['E-mail', mail.email],
    ['Telefone', mail.phone ? formatPhone(mail.phone) : 'não informado'],
    ['Recebida em', formatDateTime(mail.createdAt)],
  ]
  const todo = 'Responda a esta mensagem para responder a quem escreveu. O prazo é de 5 dias.'
  const text = [
    ...facts.map(([key, value]) => `${key}: ${value}`),
    '',
    mail.text,
    '',
    todo,
    '',
    ...senderText(mail),
  ].join('\n')
  const html = renderMail({
    title: subject,
    sender: mail.sender,
    children: (
      <>
        <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
          <tbody>
            {facts.map(([key, value]) => (
              <tr key={key}>
                <td style={labelCell}>{key}</td>
                <td style={cell}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p style={quote}>{mail.text}</p>
        <p>{todo}</p>
      </>
    ),
  })
  return { subject, text, html }
}
