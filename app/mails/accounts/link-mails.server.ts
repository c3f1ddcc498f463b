import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import {
  addressToCopy,
  type Block,
  button,
  formatGreeting,
  openingText,
  paragraph,
} from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findEmailLink } from '#app/models/accounts/email-request.server.ts'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

/** The data of a mail with a link. `contactName` is null for an account without a profile. */
type LinkFacts<ContactName = string> = {
  contactName: ContactName
  url: string
  expiresAt: Date
  sender: CompanyContact
}

/** Sends a link that works once within 24 hours, unless the link has expired (D51). */
const passwordLink = defineMail({
  name: 'send-password-link',
  label: 'E-mail: link para nova senha',
  async find(subject) {
    const link = await findPasswordLink(Number(subject))
    return link && { ...link, ...(await makeTokenUrl(link.token, paths.changePassword)) }
  },
  to: ({ email }) => email,
  write: ({ contactName, url, expiresAt, sender }: LinkFacts<string | null>) => ({
    subject: 'Recuperação de senha',
    blocks: [
      openingText(
        contactName ? formatGreeting(contactName) : 'Olá.',
        `Recebemos um pedido para trocar a senha da sua conta na ${sender.name}.`,
      ),
      linkButton('Criar uma nova senha', url, 'Para criar uma nova senha, abra este link:'),
      paragraph(`O link vale até ${formatDateTime(expiresAt)} (${linkHours} horas) e só funciona uma vez.`),
      addressToCopy(url),
      paragraph(
        'Se você não fez este pedido, ignore esta mensagem: sua senha continua a mesma. Não repasse o link a ninguém.',
      ),
    ],
  }),
})

/** Sent to people with an account in the previous system. The link works once within 24 hours. */
const movedInLink = defineMail({
  name: 'send-moved-in-link',
  label: 'E-mail: link para a primeira senha',
  async find(subject) {
    const link = await findPasswordLink(Number(subject))
    return link && { ...link, ...(await makeTokenUrl(link.token, paths.changePassword)) }
  },
  to: ({ email }) => email,
  write: ({ contactName, url, expiresAt, sender }: LinkFacts<string | null>) => ({
    subject: `Sua conta na nova loja da ${sender.name}`,
    blocks: [
      openingText(
        contactName ? formatGreeting(contactName) : 'Olá.',
        `A ${sender.name} tem uma loja nova. Sua conta, seus pedidos e suas publicações já estão nela; falta só uma senha.`,
      ),
      linkButton('Criar a senha', url, 'Para criar a senha, abra este link:'),
      paragraph(`O link vale até ${formatDateTime(expiresAt)} (${linkHours} horas) e só funciona uma vez.`),
      paragraph('Depois disso, peça outro na loja, em “Esqueci a senha”.'),
      addressToCopy(url),
    ],
  }),
})

/** Sent to new staff, who have no password yet. The link works once within 24 hours. */
const staffLink = defineMail({
  name: 'send-staff-link',
  label: 'E-mail: link para a primeira senha da equipe',
  async find(subject) {
    const link = await findPasswordLink(Number(subject))
    return link && { ...link, ...(await makeTokenUrl(link.token, paths.changePassword)) }
  },
  to: ({ email }) => email,
  write: ({ contactName, url, expiresAt, sender }: LinkFacts<string | null>) => ({
    subject: `Seu acesso à loja da ${sender.name}`,
    blocks: [
      openingText(
        contactName ? formatGreeting(contactName) : 'Olá.',
        `Você agora faz parte da equipe da loja da ${sender.name}. Para entrar, falta só uma senha.`,
      ),
      linkButton('Criar a senha', url, 'Para criar a senha, abra este link:'),
      paragraph(`O link só funciona uma vez e vale até ${formatDateTime(expiresAt)} (${linkHours} horas).`),
      paragraph('Depois disso, peça outro na loja, em “Esqueci a senha”.'),
      addressToCopy(url),
      paragraph('Não repasse o link a ninguém. Se você não esperava este convite, avise a loja.'),
    ],
  }),
})

/**
 * Sends a link that verifies a new or the present address. It works once within 24 hours. The mail contains no name
 * because a stranger to this mailbox may have chosen the name (D162).
 */
const emailLink = defineMail({
  name: 'send-email-link',
  label: 'E-mail: link para confirmar o endereço',
  async find(subject) {
    const link = await findEmailLink(Number(subject))
    return link && { ...link, ...(await makeTokenUrl(link.token, paths.confirmEmail)) }
  },
  to: ({ email }) => email,
  addressee: 'ao endereço novo que a conta pediu',
  write: (link: EmailLinkFacts) => (link.isProof ? makeProofLetter(link) : makeChangeLetter(link)),
})

type EmailLinkFacts = Omit<LinkFacts, 'contactName'> & { isProof: boolean }

function makeChangeLetter({ url, expiresAt, sender }: EmailLinkFacts) {
  return {
    subject: 'Confirme seu novo e-mail',
    blocks: [
      openingText('Olá.', `Recebemos um pedido para usar este e-mail na sua conta na ${sender.name}.`),
      linkButton('Confirmar o novo e-mail', url, 'Para confirmar, abra este link:'),
      paragraph(
        `O link vale até ${formatDateTime(expiresAt)} (${linkHours} horas) e só funciona uma vez. Até você confirmar, a conta continua com o e-mail de antes.`,
      ),
      addressToCopy(url),
      paragraph('Se você não fez este pedido, ignore esta mensagem: nada muda.'),
    ],
  }
}

function makeProofLetter({ url, expiresAt, sender }: EmailLinkFacts) {
  return {
    subject: 'Confirme seu e-mail',
    blocks: [
      openingText('Olá.', `Recebemos um pedido para confirmar o e-mail da sua conta na ${sender.name}.`),
      linkButton('Confirmar o e-mail', url, 'Para confirmar, entre na sua conta e abra este link:'),
      paragraph(
        `O link vale até ${formatDateTime(expiresAt)} (${linkHours} horas) e só funciona uma vez, na sua conta.`,
      ),
      addressToCopy(url),
      paragraph(
        'Se você não tem conta nesta loja, não confirme: ignore esta mensagem, ou crie uma nova senha em “Esqueci a senha” para ficar com a conta.',
      ),
    ],
  }
}

export const linkMails = [passwordLink, movedInLink, staffLink, emailLink]

/** Returns the link and the sender. Throws JobRefused if the secret of the token was removed. */
async function makeTokenUrl(token: string | undefined | null, buildPath: (token: string) => string) {
  if (!token) throw new JobRefused('the secret this link was made with is no longer in use')
  const sender = await loadMailSender()
  return { url: `${env.PUBLIC_URL}${buildPath(token)}`, sender }
}

function linkButton(label: string, url: string, inText: string): Block {
  return button(label, url, [inText, url])
}
