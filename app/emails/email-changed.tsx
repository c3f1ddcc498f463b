import { renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

export type EmailChanged = { contactName: string; changedAt: Date; sender: Sender }

const subject = 'O e-mail da sua conta foi alterado'

/** Tells the old address that the account has another one; the new one is not named, the mailbox may be somebody else's. */
export function emailChangedMail(change: EmailChanged): { subject: string; text: string; html: string } {
  const { contactName, changedAt, sender } = change
  const greeting = `Olá, ${contactName}.`
  const fact = `O e-mail da sua conta na ${sender.name} foi alterado em ${formatDateTime(changedAt)} (horário de Brasília). A partir de agora você entra, e recebe nossas mensagens, com o novo e-mail.`
  const otherwise = `Se não foi você, fale conosco já: ${sender.phone} ou ${sender.email}.`
  return {
    subject,
    text: [greeting, '', fact, '', otherwise, '', ...senderText(change)].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>{greeting}</p>
          <p>{fact}</p>
          <p>{otherwise}</p>
        </>
      ),
    }),
  }
}
