import type { Scope } from '#app/domain/platform/api-scope.ts'

export const scopeLabels: Readonly<Record<Scope, string>> = {
  'catalogue:read': 'Publicações: consultar',
  'catalogue:write': 'Publicações: alterar',
  'people:read': 'Clientes: consultar',
  'people:write': 'Clientes: alterar',
  'orders:read': 'Pedidos: consultar',
  'orders:write': 'Pedidos: criar e alterar',
  'signatures:read': 'Assinaturas: consultar',
  'signatures:write': 'Assinaturas: alterar e renovar',
  'expeditions:read': 'Expedições: consultar',
  'expeditions:write': 'Expedições: criar e alterar',
  'reports:read': 'Relatórios: consultar',
}
