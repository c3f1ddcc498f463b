/** The kinds of records the history knows, for staff. */
export const entityNames = {
  order: 'Pedido',
  user: 'Usuário',
  subscription: 'Assinatura',
  expedition: 'Expedição',
  publication: 'Publicação',
  setting: 'Configuração',
  mail: 'E-mail',
  job: 'Tarefa',
} as const

/** A record in words: 'Pedido nº 12'. */
export function entityName(entity: string, id: number): string {
  const name = Object.entries(entityNames).find(([key]) => key === entity)?.[1] ?? entity
  return `${name} nº ${id}`
}
