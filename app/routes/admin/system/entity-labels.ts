/** Kinds of records in the history, for staff. */
export const entityNames = {
  order: 'Pedido',
  user: 'Usuário',
  subscription: 'Assinatura',
  shipment: 'Expedição',
  publication: 'Publicação',
  setting: 'Configuração',
  mail: 'E-mail',
  job: 'Tarefa',
  'bank-file': 'Retorno bancário',
  'api-key': 'Chave da API',
  webhook: 'Webhook',
} as const

/** Settings by their numbers in the history. */
const settingNames: Readonly<Record<number, string>> = {
  1: 'Empresa',
  2: 'Convênio bancário',
  3: 'Regras da loja',
  4: 'Arquivo de status',
  5: 'Tabela de frete',
  6: 'Emissor dos boletos',
}

/** Returns a record's name: 'Pedido nº 12', 'Configuração: Empresa'. */
export function formatEntityName(entity: string, id: number | null): string {
  const setting = entity === 'setting' && id !== null ? settingNames[id] : undefined
  if (setting) return `${entityNames.setting}: ${setting}`
  const name = Object.entries(entityNames).find(([key]) => key === entity)?.[1] ?? entity
  // 0 means all records of a kind, as for a correction of the reports' sums.
  return id ? `${name} nº ${id}` : name
}
