import { button, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

/** Whose account it is, where the link leads, until when it is good. */
export type EmailLink = { contactName: string; url: string; expiresAt: Date; sender: Sender }

const subject = 'Confirme seu novo e-mail'

/** "Confirm your new e-mail": the link that makes this address the account's, once and for 24 hours. */
export function emailLinkMail(link: EmailLink): { subject: string; text: string; html: string } {
  const { contactName, url, expiresAt, sender } = link
  const greeting = `Olá, ${contactName}.`
  const request = `Recebemos um pedido para usar este e-mail na sua conta na ${sender.name}.`
  const limit = `O link serve uma só vez e vale até ${formatDateTime(expiresAt)} (24 horas). Até você confirmar, a conta continua com o e-mail de antes.`
  const otherwise = 'Se você não fez este pedido, ignore esta mensagem: nada muda.'
  return {
    subject,
    text: [
      greeting,
      '',
      request,
      '',
      'Para confirmar, abra este link:',
      url,
      '',
      limit,
      '',
      otherwise,
      '',
      ...senderText(link),
    ].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>
            {greeting} {request}
          </p>
          <p>
            <a href={url} style={button}>
              Confirmar o novo e-mail
            </a>
          </p>
          <p>{limit}</p>
          <p style={{ fontSize: 13, wordBreak: 'break-all' }}>
            Se o botão não abrir, copie este endereço para o navegador: {url}
          </p>
          <p>{otherwise}</p>
        </>
      ),
    }),
  }
}
