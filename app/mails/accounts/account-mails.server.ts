import { env } from '#app/env.server.ts'
import { type Block, formatGreeting, link, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import {
  findEmailChange,
  findMailRecipient,
  findPasswordChange,
} from '#app/models/accounts/account.server.ts'
import { findRecoveryEnd, type RecoveryEnd } from '#app/models/accounts/mailbox/recovered-account.server.ts'
import { findDeletionNotice } from '#app/models/backoffice/deletion.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { listEndedAccess, recoveryLabels } from '#app/text/accounts/recovery-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type PasswordChanged = AccountFacts & {
  changedAt: Date
  /** access that ended when the mailbox was first verified (D162) */
  endedAccess: RecoveryEnd | null
  recoverUrl: string
  accountUrl: string
}

type AccountFacts = { contactName: string; sender: CompanyContact }

/** Informs the owner that the password was changed. The subject is the id of a history row. */
const passwordChanged = defineMail({
  name: 'mail-password-changed',
  label: 'E-mail: senha alterada',
  async find(subject) {
    const change = await findPasswordChange(Number(subject))
    if (!change) return undefined
    const { details, ...data } = change
    const endedAccess = (await findRecoveryEnd(details)) ?? null
    const recoverUrl = `${env.PUBLIC_URL}${paths.recover()}`
    const accountUrl = `${env.PUBLIC_URL}${paths.account()}`
    return { ...data, endedAccess, recoverUrl, accountUrl, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  write: ({ contactName, changedAt, endedAccess, recoverUrl, accountUrl, sender }: PasswordChanged) => ({
    subject: 'Sua senha foi alterada',
    blocks: [
      paragraph(formatGreeting(contactName)),
      paragraph(
        `A senha da sua conta na ${sender.name} foi alterada em ${formatDateTime(changedAt)} (horário de Brasília). As sessões abertas em outros aparelhos foram encerradas.`,
      ),
      ...(endedAccess ? makeVerificationBlocks(endedAccess, accountUrl) : []),
      makeAddressBlock('Se não foi você, crie uma nova senha agora e fale conosco:', recoverUrl),
    ],
  }),
})

/** Informs the old address of the change. Contains neither the new address nor the name, which may be a stranger's. */
const emailChanged = defineMail({
  name: 'mail-email-changed',
  label: 'E-mail: endereço de e-mail alterado',
  async find(subject) {
    const change = await findEmailChange(Number(subject))
    return change && { ...change, sender: await loadMailSender() }
  },
  to: ({ oldEmail }) => oldEmail,
  addressee: 'ao endereço que a conta tinha antes da troca',
  write: ({ changedAt, sender }: { changedAt: Date; sender: CompanyContact }) => ({
    subject: 'O e-mail da sua conta foi alterado',
    blocks: [
      paragraph('Olá.'),
      paragraph(
        `O e-mail da sua conta na ${sender.name} foi alterado em ${formatDateTime(changedAt)} (horário de Brasília). A partir de agora você entra, e recebe nossas mensagens, com o novo e-mail.`,
      ),
      paragraph(`Se não foi você, fale conosco já: ${sender.phone} ou ${sender.email}.`),
    ],
  }),
})

/** Confirms a requested deletion: its day, how to undo it, and the data that tax law requires (LGPD, art. 18, VI). */
const deletionRequested = defineMail({
  name: 'mail-deletion-requested',
  label: 'E-mail: exclusão da conta pedida',
  async find(subject) {
    const notice = await findDeletionNotice(Number(subject))
    return notice && { ...notice, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  write: ({ contactName, dueAt, sender }: AccountFacts & { dueAt: Date }) => ({
    subject: 'Recebemos seu pedido de exclusão da conta',
    blocks: [
      paragraph(formatGreeting(contactName)),
      paragraph(
        `Sua conta na ${sender.name} está desativada. Em ${formatDateTime(dueAt)} (horário de Brasília) seus dados serão apagados.`,
      ),
      paragraph(
        `Até lá, você pode voltar atrás: fale conosco pelo ${sender.phone} ou ${sender.email}. Se não foi você quem pediu, faça isso já.`,
      ),
      paragraph(
        'Ficam guardados, pelo prazo da lei fiscal, os pedidos com o nome e o documento de quem pagou e os endereços.',
      ),
    ],
  }),
})

/** Tests the shop's mails during setup (D93). The subject is the id of the administrator. */
const testMail = defineMail({
  name: 'send-test-mail',
  label: 'E-mail de teste',
  async find(subject) {
    const person = await findMailRecipient(Number(subject))
    const stepsUrl = `${env.PUBLIC_URL}${paths.admin.firstSteps()}`
    return person && { ...person, stepsUrl, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  write: ({ contactName, stepsUrl, sender }: AccountFacts & { stepsUrl: string }) => ({
    subject: `E-mail de teste da loja ${sender.name}`,
    blocks: [
      paragraph(formatGreeting(contactName)),
      paragraph('Esta mensagem foi pedida nos primeiros passos da loja. Se ela chegou, os e-mails saem.'),
      paragraph(
        'Confira no cabeçalho e no rodapé o nome, o CNPJ, o endereço e o telefone da empresa: eles vão em toda mensagem. Se ela chegou na pasta de spam, confira com quem cuida do domínio os registros SPF, DKIM e DMARC.',
      ),
      link('Ver os primeiros passos', stepsUrl),
    ],
  }),
})

export const accountMails = [passwordChanged, emailChanged, deletionRequested, testMail]

function makeVerificationBlocks(endedAccess: RecoveryEnd, accountUrl: string): Block[] {
  const items = listEndedAccess(endedAccess)
  return [
    paragraph(recoveryLabels.firstProof),
    ...(items.length > 0 ? [paragraph(recoveryLabels.ended), { kind: 'list' as const, items }] : []),
    paragraph(recoveryLabels.checkProfileAndColleagues),
    link('Ver os meus dados', accountUrl),
  ]
}

function makeAddressBlock(lead: string, url: string): Block {
  return { kind: 'paragraph', pieces: [`${lead} `, { text: url, url }], inText: [lead, url] }
}
