import type { FactorAct } from '#app/domain/accounts/second-factor.ts'
import { readAlertSubject } from '#app/domain/accounts/security-event.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { button, formatGreeting, labelledRows, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findFactorAct } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { findAlertedAccount } from '#app/models/accounts/security/security-alert.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const factorTexts: Readonly<Record<FactorAct, { subject: string; text: string }>> = {
  'second-factor-on': {
    subject: 'A confirmação em duas etapas foi ligada',
    text: 'A confirmação em duas etapas da sua conta foi ligada',
  },
  'second-factor-off': {
    subject: 'A confirmação em duas etapas foi desligada',
    text: 'A confirmação em duas etapas da sua conta foi desligada',
  },
  'second-factor-reset': {
    subject: 'A confirmação em duas etapas foi retirada',
    text: 'Um administrador retirou a confirmação em duas etapas da sua conta',
  },
  'recovery-code-used': {
    subject: 'Um código de recuperação foi usado',
    text: 'Um código de recuperação da sua conta foi usado no lugar do telefone',
  },
  'recovery-codes-renewed': {
    subject: 'Novos códigos de recuperação',
    text: 'Novos códigos de recuperação da sua conta foram feitos, e os anteriores não valem mais',
  },
  'passkey-added': {
    subject: 'Uma chave de acesso foi criada',
    text: 'Uma chave de acesso, que vale no lugar do código do telefone, foi criada na sua conta',
  },
  'passkey-removed': {
    subject: 'Uma chave de acesso foi removida',
    text: 'Uma chave de acesso da sua conta foi removida',
  },
  'passkey-copied': {
    subject: 'Uma chave de acesso foi recusada',
    text: 'Uma chave de acesso da sua conta, de que pode haver uma cópia em outro aparelho, foi recusada',
  },
}

type FactorChanged = {
  contactName: string
  act: FactorAct
  at: Date
  sessionsUrl: string
  sender: CompanyContact
}

/** Informs the owner about a change of the second factor, which somebody else may have made (D127). */
const secondFactorChanged = defineMail({
  name: 'mail-second-factor',
  label: 'E-mail: confirmação em duas etapas',
  async find(subject) {
    const factorChange = await findFactorAct(Number(subject))
    const sessionsUrl = `${env.PUBLIC_URL}${paths.sessions()}`
    return factorChange && { ...factorChange, sessionsUrl, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  write: ({ contactName, act, at, sessionsUrl, sender }: FactorChanged) => ({
    subject: factorTexts[act].subject,
    blocks: [
      paragraph(formatGreeting(contactName)),
      paragraph(`${factorTexts[act].text} em ${formatDateTime(at)} (horário de Brasília).`),
      paragraph(
        `Se não foi você, troque a senha, encerre as sessões e avise um administrador da ${sender.name} já.`,
      ),
      button('Ver as sessões abertas', sessionsUrl),
    ],
  }),
})

type FailureAlert = {
  contactName: string
  kind: 'account' | 'network'
  /** number of the profile, or the network */
  location: string
  since: Date
  url: string
  sender: CompanyContact
}

/** Alerts an administrator to failed logins, at most once an hour per account or network (D127). */
const manyFailures = defineMail({
  name: 'mail-staff-security',
  label: 'E-mail aos administradores: muitas tentativas de entrar',
  async find(subject) {
    const alert = readAlertSubject(subject)
    if (!alert) throw new JobRefused('no subject of an alert')
    const alertedAccount = await findAlertedAccount(alert)
    if (!alertedAccount) return undefined
    const { where: location, ...person } = alertedAccount
    const filterName = alert.kind === 'account' ? 'number' : 'network'
    const url = `${env.PUBLIC_URL}${paths.admin.securityLog({ [filterName]: location })}`
    return {
      ...person,
      location,
      kind: alert.kind,
      since: alert.since,
      url,
      sender: await loadMailSender(),
    }
  },
  to: ({ email }) => email,
  write: ({ contactName, kind, location, since, url }: FailureAlert) => ({
    subject:
      kind === 'account'
        ? `Muitas falhas ao entrar na conta nº ${location}`
        : 'Muitas falhas ao entrar de uma rede',
    blocks: [
      paragraph(formatGreeting(contactName)),
      paragraph(
        'Alguém errou muitas vezes a senha, o código ou a chave em pouco tempo. Os limites da loja seguram as tentativas; confira se depois delas alguém entrou.',
      ),
      labelledRows([
        {
          label: kind === 'account' ? 'Conta' : 'Rede',
          value: kind === 'account' ? `nº ${location}` : location,
        },
        { label: 'Desde', value: formatDateTime(since) },
      ]),
      button('Abrir o registro de segurança', url),
    ],
  }),
})

export const securityMails = [secondFactorChanged, manyFailures]
