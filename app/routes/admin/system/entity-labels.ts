import { settingIds } from '#app/domain/settings/setting.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

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

/** Returns the setting with this number in the history. */
function findSetting<Name extends string>(ids: Readonly<Record<Name, number>>, id: number): Name | undefined {
  for (const name in ids) if (ids[name] === id) return name
  return undefined
}

/** Returns a record's name: 'Pedido nº 12', 'Configuração: Empresa'. */
export function formatEntityName(entity: string, id: number | null): string {
  const setting = entity === 'setting' && id !== null ? findSetting(settingIds, id) : undefined
  if (setting) return `${entityNames.setting}: ${settingTitles[setting]}`
  const name = Object.entries(entityNames).find(([key]) => key === entity)?.[1] ?? entity
  // 0 means all records of a kind, as for a correction of the reports' sums.
  return id ? `${name} nº ${id}` : name
}
