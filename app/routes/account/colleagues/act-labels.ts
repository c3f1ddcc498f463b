import type { ColleagueAct } from '#app/models/backoffice/colleague-acts.server.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'

const orderActs: Readonly<Record<string, string>> = {
  'given-up': 'Pedido cancelado',
  'boleto-wanted': 'Novo boleto pedido',
  'photo-sent': 'Nova foto enviada',
}

const accountActs: Readonly<Record<string, string>> = {
  'certificate-issued': 'Certificado emitido',
  'price-quote-made': 'Orçamento feito',
  'colleague-joined': 'Convite aceito',
  'colleague-left': 'Saiu da empresa',
}

/** Returns the label of an action by a colleague. */
export function formatColleagueAct(act: ColleagueAct): string {
  if (act.kind === 'download')
    return [`Baixou ${act.name}, ${act.version}`, formatAircraftName(act)].filter(Boolean).join(', ')
  if (act.kind === 'account') return accountActs[act.action] ?? act.action
  return orderActs[act.action] ?? (act.isRenewal ? 'Renovação pedida' : 'Pedido feito')
}
