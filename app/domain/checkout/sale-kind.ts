/**
 * What a line of an order is (D42), with the number by which addresses call it: a first subscription, a further year of
 * one, or a one-off purchase. Every line is exactly one of them.
 */
export const saleKinds = { subscription: 1, renewal: 2, purchase: 3 } as const

export type SaleKind = keyof typeof saleKinds

/** The kind an address means by '1', '2' or '3' (D40); undefined for anything else. */
export function saleKindOf(statusType: string | null | undefined): SaleKind | undefined {
  const all = ['subscription', 'renewal', 'purchase'] as const
  return all.find((kind) => String(saleKinds[kind]) === statusType)
}
