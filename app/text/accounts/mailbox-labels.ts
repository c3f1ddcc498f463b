export type Mailbox = { address: string; isSent: boolean }

export const mailboxLabels = {
  wrong: 'Endereço errado?',
  correct: 'Corrigir',
} as const

/**
 * Returns a sentence with the addresses that get an order's mails. On pages for paying, the sentence says
 * whether all of them already got a mail.
 */
export function formatMailboxes(mailboxes: readonly Mailbox[], isPaying: boolean): string {
  const addresses = mailboxes.map(({ address }) => address).join(' e ')
  if (!isPaying) return `Os e-mails deste pedido vão para ${addresses}.`
  return `${mailboxes.every(({ isSent }) => isSent) ? 'Enviamos' : 'Vamos enviar'} para ${addresses}.`
}

export function formatLikelyEmail(email: string): string {
  return `Você quis dizer ${email}?`
}

export const orderMailLabels = {
  title: 'E-mails dos pedidos',
  field: 'Quem recebe os e-mails de um pedido que um colega faz',
  both: { label: 'A empresa e o colega', hint: 'Boleto, confirmação e avisos chegam aos dois.' },
  company: { label: 'Só a empresa', hint: 'Tudo chega só ao e-mail da empresa, com o nome de quem pediu.' },
  save: 'Salvar a escolha',
  saved: 'Escolha salva. Vale para os próximos e-mails.',
  stale: 'Nada foi mudado: esta escolha é outra agora. Confira e escolha de novo.',
  required: 'Escolha quem recebe os e-mails',
} as const
