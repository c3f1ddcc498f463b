import type { MemberRole } from '#app/domain/accounts/colleagues.ts'
import { quoteName } from '#app/domain/accounts/person-name.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { addressToCopy, button, formatGreeting, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findInvitationMail } from '#app/models/accounts/colleagues/invitation.server.ts'
import { findJoinedColleague } from '#app/models/accounts/colleagues/membership.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { roleGrants, roleHints, roleNames } from '#app/text/accounts/colleague-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type InvitationFacts = {
  companyName: string
  role: MemberRole
  url: string
  expiresAt: Date
  sender: CompanyContact
}

/** Invites an address to act for a company. The link works once within seven days (D92). */
const invitation = defineMail({
  name: 'send-invitation',
  label: 'E-mail: convite de colega',
  async find(subject) {
    const [, memberId, sendCount] = /^(\d+)\/(\d+)$/.exec(subject)?.map(Number) ?? []
    if (!memberId || !sendCount) throw new JobRefused('no invitation for this mail')
    const invitationData = await findInvitationMail(memberId, sendCount)
    if (!invitationData) return undefined
    if (!invitationData.token) throw new JobRefused('the secret this link was made with is no longer in use')
    const url = `${env.PUBLIC_URL}${paths.invitation(invitationData.token)}`
    return { ...invitationData, url, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  addressee: 'ao endereço convidado',
  readers: ['colleague'],
  person: ({ companyUserId }) => companyUserId,
  write: ({ companyName, role, url, expiresAt, sender }: InvitationFacts) => ({
    subject: `Convite de uma empresa na ${sender.name}`,
    blocks: [
      openingText(
        'Olá.',
        `${quoteName(companyName)} compra publicações técnicas na ${sender.name} e convida você como ${roleNames[role].toLowerCase()}. ${roleGrants[role]}`,
      ),
      button('Ver o convite', url, ['Para aceitar ou recusar, abra este link:', url]),
      paragraph(
        `O convite vale até ${formatDateTime(expiresAt)}, para uma conta com este e-mail. Quem ainda não tem conta cria uma na mesma página.`,
      ),
      addressToCopy(url),
      paragraph('Se você não conhece a empresa, ignore esta mensagem: nada acontece. Não repasse o link.'),
    ],
  }),
})

type JoinedFacts = {
  contactName: string
  companyName: string
  name: string
  email: string
  role: MemberRole
  acceptedAt: Date
  url: string
  sender: CompanyContact
}

/** Informs the company's own user about a new colleague, because nobody must act in its name unnoticed. */
const joined = defineMail({
  name: 'mail-colleague-joined',
  label: 'E-mail: colega entrou',
  async find(subject) {
    const colleague = await findJoinedColleague(Number(subject))
    const url = `${env.PUBLIC_URL}${paths.colleague(Number(subject))}`
    return colleague && { ...colleague, url, sender: await loadMailSender() }
  },
  to: ({ companyEmail }) => companyEmail,
  readers: ['owner'],
  write: ({ contactName, companyName, name, email, role, acceptedAt, url }: JoinedFacts) => ({
    // The subject contains no name, because the mail log keeps subjects after the person is erased.
    subject: 'Um colega aceitou seu convite',
    blocks: [
      openingText(
        formatGreeting(contactName),
        `${quoteName(name)} (${email}) aceitou em ${formatDateTime(acceptedAt)} o convite para usar a conta de ${quoteName(companyName)} como ${roleNames[role].toLowerCase()}. ${roleHints[role]}`,
      ),
      button('Ver o que o colega fez', url, ['O que o colega fez, e como encerrar o acesso:', url]),
      paragraph('Se você não fez este convite, encerre o acesso e troque sua senha.'),
    ],
  }),
})

export const colleagueMails = [invitation, joined]
