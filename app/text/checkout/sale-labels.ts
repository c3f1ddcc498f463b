import type { SaleKind } from '#app/domain/checkout/sale-kind.ts'

export const saleLabels: Record<SaleKind, { title: string; file: string }> = {
  subscription: { title: 'Assinaturas', file: 'assinaturas' },
  renewal: { title: 'Renovações', file: 'renovacoes' },
  purchase: { title: 'Compras', file: 'compras' },
}
