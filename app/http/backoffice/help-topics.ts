import { pathParts } from '#app/http/backoffice/staff-sections.ts'

/** The pages of the manual, in its order; the name stands in the address. */
export const helpTopics = [
  'primeiros-passos',
  'hoje',
  'listas',
  'andamento',
  'pedidos',
  'pedido',
  'pedido-interno',
  'fotos',
  'notas-fiscais',
  'devolucoes',
  'aguardando-envio',
  'expedicoes',
  'rastreamento',
  'publicacoes',
  'revisoes',
  'clientes',
  'acesso-e-papeis',
  'recebimentos',
  'boletos',
  'remessas',
  'retornos',
  'relatorios',
  'precos',
  'emails',
  'tarefas',
  'historico',
  'configuracoes',
  'banco-e-emissor',
  'codigos-fiscais',
  'frete',
  'integracoes',
] as const

export type HelpTopic = (typeof helpTopics)[number]

/** Begins of the addresses below /admin, the longer before the shorter; '*' is any one part. */
const places: readonly [string, HelpTopic][] = [
  ['', 'andamento'],
  ['signature', 'andamento'],
  ['signatures', 'andamento'],
  ['search', 'listas'],
  ['views', 'listas'],
  ['today', 'hoje'],
  ['review', 'fotos'],
  ['order/*/approval', 'fotos'],
  ['order/*/rejection', 'fotos'],
  ['order/*/new_photo', 'fotos'],
  ['order/*/refund', 'devolucoes'],
  ['order/*/withdrawal', 'devolucoes'],
  ['order/*/registration', 'boletos'],
  ['order/*/due_date', 'boletos'],
  ['order/*/files', 'notas-fiscais'],
  ['order/*/invoice', 'notas-fiscais'],
  ['order', 'pedido'],
  ['orders', 'pedidos'],
  ['create_order', 'pedido-interno'],
  ['expeditions/waiting', 'aguardando-envio'],
  ['expeditions/made', 'aguardando-envio'],
  ['expeditions/codes', 'rastreamento'],
  ['expeditions', 'expedicoes'],
  ['expedition', 'expedicoes'],
  ['publication/*/taxes', 'codigos-fiscais'],
  ['publication_taxes', 'codigos-fiscais'],
  ['publication/*/file', 'revisoes'],
  ['publication/*/revision', 'revisoes'],
  ['publication/*/notice', 'revisoes'],
  ['publication', 'publicacoes'],
  ['publications', 'publicacoes'],
  ['client', 'clientes'],
  ['user/*/reset_link', 'acesso-e-papeis'],
  ['user/*/sessions', 'acesso-e-papeis'],
  ['user', 'acesso-e-papeis'],
  ['users', 'clientes'],
  ['payments/*/refund', 'devolucoes'],
  ['payments/*/pix_refund', 'devolucoes'],
  ['payments', 'recebimentos'],
  ['boletos', 'boletos'],
  ['remittances', 'remessas'],
  ['bank_files', 'retornos'],
  ['report/publication_price', 'precos'],
  ['report/invoice_items', 'codigos-fiscais'],
  ['report', 'relatorios'],
  ['reports', 'relatorios'],
  ['mails', 'emails'],
  ['jobs', 'tarefas'],
  ['history', 'historico'],
  ['settings/first_steps', 'primeiros-passos'],
  ['settings/fiscal', 'codigos-fiscais'],
  ['settings/bank', 'banco-e-emissor'],
  ['settings/issuer', 'banco-e-emissor'],
  ['settings/pix', 'banco-e-emissor'],
  ['settings/charges', 'banco-e-emissor'],
  ['settings/freight', 'frete'],
  ['settings/api_keys', 'integracoes'],
  ['settings/webhooks', 'integracoes'],
  ['settings/imports', 'integracoes'],
  ['settings/security', 'acesso-e-papeis'],
  ['settings', 'configuracoes'],
]

/** The page of the manual about a screen of the back-office; undefined for the manual itself and what is unknown. */
export function helpTopicOf(pathname: string): HelpTopic | undefined {
  const [, , ...parts] = pathParts(pathname)
  return places.find(([begin]) => beginsWith(parts, begin))?.[1]
}

function beginsWith(parts: readonly string[], begin: string): boolean {
  if (begin === '') return parts.length === 0
  return begin.split('/').every((part, place) => part === '*' || part === parts[place])
}
