import type { Effect } from '#app/domain/reports/effect.ts'

const company = 'ao endereço da empresa'
const addressees: Partial<Record<Effect, string>> = {
  'mail-email-changed': 'ao endereço que a conta tinha antes da troca',
  'send-email-link': 'ao endereço novo que a conta pediu',
  'send-invitation': 'ao endereço convidado',
  'acknowledge-contact-message': 'ao endereço escrito na mensagem',
  'ask-staff-for-freight': company,
  'forward-contact-message': company,
  'forward-withdrawal': company,
  'mail-staff-undispatched': company,
  'mail-staff-gateway-event': company,
  'mail-staff-payment': company,
  'mail-staff-suspended-renewal': company,
}

/** Where a mail of this job goes when it is sent again: 'ao endereço atual da conta'. */
export function formatAddressee(job: string): string {
  const known = Object.entries(addressees).find(([name]) => name === job)
  return known?.[1] ?? 'ao endereço atual da conta'
}
