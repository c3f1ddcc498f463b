/** Kind of an order line (D42), with its number in addresses. */
export const saleKinds = { subscription: 1, renewal: 2, purchase: 3 } as const

export type SaleKind = keyof typeof saleKinds

/** '1', '2' or '3' (D40). */
export function parseSaleKind(statusType: string | null | undefined): SaleKind | undefined {
  const all = ['subscription', 'renewal', 'purchase'] as const
  return all.find((kind) => String(saleKinds[kind]) === statusType)
}
