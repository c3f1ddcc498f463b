import { renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

export type PasswordChanged = { contactName: string; changedAt: Date; recoverUrl: string; sender: Sender }

const subject = 'Sua senha foi alterada'

/** Tells the owner of an account that its password was changed, and what to do when it was somebody else. */
export function passwordChangedMail(change: PasswordChanged): {
  subject: string
  text: string
  html: string
} {
  const { contactName, changedAt, recoverUrl, sender } = change
  const greeting = `Olá, ${contactName}.`
  const fact = `A senha da sua conta na ${sender.name} foi alterada em ${formatDateTime(changedAt)} (horário de Brasília). As sessões abertas em outros aparelhos foram encerradas.`
  const otherwise = 'Se não foi você, crie uma nova senha agora e fale conosco:'
  return {
    subject,
    text: [greeting, '', fact, '', otherwise, recoverUrl, '', ...senderText(change)].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>{greeting}</p>
          <p>{fact}</p>
          <p>
            {otherwise} <a href={recoverUrl}>{recoverUrl}</a>
          </p>
        </>
      ),
    }),
  }
}
