import { contactAnswerDays } from '#app/domain/accounts/lifetimes.ts'
import { formatPhone } from '#app/domain/accounts/phone.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { labelledRows, openingText, paragraph, quote } from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findContactMessage } from '#app/models/accounts/contact-message.server.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type ReceivedMessage = { id: number; created_at: Date; sender: CompanyContact }

/** A message of the contact form. `phone` contains only digits. */
type ContactMessage = ReceivedMessage & { name: string; email: string; phone: string | null; text: string }

/** Forwards a message to staff. Replies go to its sender (F68). The subject contains no user input. */
const contactMessage = defineMail({
  name: 'forward-contact-message',
  label: 'E-mail à equipe: mensagem de contato',
  find: (subject) => findMessage(subject, 'no contact message to forward'),
  to: getCompanyEmail,
  replyTo: ({ name, email }) => ({ name, address: email }),
  write: (message: ContactMessage) => ({
    subject: `Contato pelo site, protocolo nº ${message.id}`,
    blocks: [
      labelledRows([
        { label: 'Nome', value: message.name },
        { label: 'E-mail', value: message.email },
        { label: 'Telefone', value: message.phone ? formatPhone(message.phone) : 'não informado' },
        { label: 'Recebida em', value: formatDateTime(message.created_at) },
      ]),
      quote(message.text),
      paragraph(
        `Responda a esta mensagem para responder a quem escreveu. O prazo é de ${contactAnswerDays} dias.`,
      ),
    ],
  }),
})

/**
 * Confirms a message with its protocol number and the time to answer (Decreto 7.962, art. 4). Contains no user input,
 * because anybody can enter any e-mail and the shop must not relay strangers' texts.
 */
const contactReceipt = defineMail({
  name: 'acknowledge-contact-message',
  label: 'E-mail: mensagem recebida',
  find: (subject) => findMessage(subject, 'no contact message to acknowledge'),
  to: ({ email }) => email,
  addressee: 'ao endereço escrito na mensagem',
  person: ({ userId }) => userId,
  write: ({ id, created_at }: ReceivedMessage) => ({
    subject: `Recebemos sua mensagem: protocolo nº ${id}`,
    blocks: [
      openingText('Olá.', `Recebemos sua mensagem em ${formatDateTime(created_at)}. O protocolo é nº ${id}.`),
      paragraph(`Vamos responder em até ${contactAnswerDays} dias, neste e-mail.`),
      paragraph('Se você não escreveu para nós, ignore esta mensagem.'),
    ],
  }),
})

export const contactMails = [contactMessage, contactReceipt]

async function findMessage(subject: string, missingText: string) {
  const message = await findContactMessage(Number(subject))
  if (!message) throw new JobRefused(missingText)
  return { ...message, sender: await loadMailSender() }
}
