import { renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'

export type DeletionRequested = { contactName: string; dueAt: Date; sender: Sender }

const subject = 'Recebemos seu pedido de exclusão da conta'

/** Confirms a request to delete the account: when it happens, how to undo it, what tax law keeps (LGPD, art. 18, VI). */
export function deletionRequestedMail(request: DeletionRequested): {
  subject: string
  text: string
  html: string
} {
  const { contactName, dueAt, sender } = request
  const greeting = `Olá, ${contactName}.`
  const fact = `Sua conta na ${sender.name} está desativada. Em ${formatDateTime(dueAt)} (horário de Brasília) seus dados serão apagados.`
  const undo = `Até lá, você pode voltar atrás: fale conosco pelo ${sender.phone} ou ${sender.email}. Se não foi você quem pediu, faça isso já.`
  const kept =
    'Ficam guardados, pelo prazo da lei fiscal, os pedidos com o nome e o documento de quem pagou e os endereços.'
  return {
    subject,
    text: [greeting, '', fact, '', undo, '', kept, '', ...senderText(request)].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>{greeting}</p>
          <p>{fact}</p>
          <p>{undo}</p>
          <p>{kept}</p>
        </>
      ),
    }),
  }
}
