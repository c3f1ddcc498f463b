import type { Effect } from '#app/domain/reports/effect.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

/** How a delivery went, in the order of the filter: 1 sent, 2 refused, 3 failed. */
export const mailStateLabels = {
  sent: { code: 1, text: 'Enviado', tone: 'good' },
  refused: { code: 2, text: 'Recusado', tone: 'bad' },
  failed: { code: 3, text: 'Falhou, será tentado de novo', tone: 'warn' },
} as const

export function mailStateOf(state: string): { text: string; tone: Tone } {
  const known = Object.entries(mailStateLabels).find(([name]) => name === state)
  return known?.[1] ?? { text: state, tone: 'neutral' }
}

const company = 'ao endereço da empresa'
const addressees: Partial<Record<Effect, string>> = {
  'mail-email-changed': 'ao endereço que a conta tinha antes da troca',
  'send-email-link': 'ao endereço novo que a conta pediu',
  'acknowledge-contact-message': 'ao endereço escrito na mensagem',
  'ask-staff-for-freight': company,
  'forward-contact-message': company,
  'forward-withdrawal': company,
  'mail-staff-undispatched': company,
  'mail-staff-payment': company,
  'mail-staff-suspended-renewal': company,
}

/** Where a mail of this job goes when it is sent again: 'ao endereço atual da conta'. */
export function formatAddressee(job: string): string {
  const known = Object.entries(addressees).find(([name]) => name === job)
  return known?.[1] ?? 'ao endereço atual da conta'
}
