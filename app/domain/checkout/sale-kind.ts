/** Kinds of sale; their numbers appear in addresses. */
export const saleKinds = { subscription: 1, renewal: 2, purchase: 3 } as const

export type SaleKind = keyof typeof saleKinds

export function parseSaleKind(statusType: string | null | undefined): SaleKind | undefined {
  const kinds = ['subscription', 'renewal', 'purchase'] as const
  return kinds.find((kind) => String(saleKinds[kind]) === statusType)
}
