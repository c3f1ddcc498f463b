import { button, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

/** Whom the link is for (null without a profile), where it leads, until when it is good. */
export type PasswordLink = { contactName: string | null; url: string; expiresAt: Date; sender: Sender }

const subject = 'Recuperação de senha'

/** "Password recovery": the link that sets a new password, once and for 24 hours (D51). */
export function passwordLinkMail(link: PasswordLink): { subject: string; text: string; html: string } {
  return { subject, text: textOf(link), html: htmlOf(link) }
}

function wordsOf({ contactName, expiresAt, sender }: PasswordLink) {
  return {
    greeting: contactName ? `Olá, ${contactName}.` : 'Olá.',
    request: `Recebemos um pedido para trocar a senha da sua conta na ${sender.name}.`,
    limit: `O link serve uma só vez e vale até ${formatDateTime(expiresAt)} (24 horas).`,
    otherwise:
      'Se você não fez este pedido, ignore esta mensagem: sua senha continua a mesma. Não repasse o link a ninguém.',
  }
}

function textOf(link: PasswordLink): string {
  const { greeting, request, limit, otherwise } = wordsOf(link)
  return [
    greeting,
    '',
    request,
    '',
    'Para criar uma nova senha, abra este link:',
    link.url,
    '',
    limit,
    '',
    otherwise,
    '',
    ...senderText(link),
  ].join('\n')
}

function htmlOf(link: PasswordLink): string {
  const { greeting, request, limit, otherwise } = wordsOf(link)
  return renderMail({
    title: subject,
    sender: link.sender,
    children: (
      <>
        <p>
          {greeting} {request}
        </p>
        <p>
          <a href={link.url} style={button}>
            Criar uma nova senha
          </a>
        </p>
        <p>{limit}</p>
        <p style={{ fontSize: 13, wordBreak: 'break-all' }}>
          Se o botão não abrir, copie este endereço para o navegador: {link.url}
        </p>
        <p>{otherwise}</p>
      </>
    ),
  })
}
