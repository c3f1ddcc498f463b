import { formatDateTime } from '#app/text/format.ts'

/** What happened, for staff; an action that is not here is shown by its name. */
const actionWords: Readonly<Record<string, string>> = {
  created: 'Criado',
  changed: 'Alterado',
  removed: 'Removido',
  placed: 'Pedido feito',
  'placed-for-review': 'Pedido feito, imagem em análise',
  'boleto-issued': 'Boleto emitido',
  paid: 'Pagamento confirmado',
  reopened: 'De volta a Pagamento pendente',
  cancelled: 'Cancelado',
  'given-up': 'Cancelado pelo cliente',
  approved: 'Aprovado',
  rejected: 'Reprovado',
  expired: 'Venceu',
  restored: 'De volta ao que era antes de vencer',
  renewed: 'Renovada',
  'renewal-taken-back': 'Renovação desfeita',
  'made-superuser': 'Tornado administrador',
  resent: 'E-mail reenviado',
  retried: 'Tentado de novo',
}

type Entry = {
  id: number
  action: string
  actor: string | null
  at: Date
  changes: readonly { field: string; from: string | null; to: string | null }[]
}

/** What an action is called, for staff. */
export function actionName(action: string): string {
  return actionWords[action] ?? action
}

/** Entries of the history as lines to read; `labels` are the words of the fields by name. */
export function historyLines(entries: readonly Entry[], labels: Readonly<Record<string, string>>) {
  return entries.map(({ id, action, actor, at, changes }) => ({
    id,
    text: actionWords[action] ?? action,
    actor,
    at: formatDateTime(at),
    changes: changes.map(({ field, from, to }) => ({ label: labels[field] ?? field, from, to })),
  }))
}
