import { ordersByPrefixSheet } from './orders-by-prefix.server.ts'
import { paidOrdersSheet } from './paid-orders.server.ts'
import { publicationPricesSheet } from './publication-prices.server.ts'
import type { Sheet } from './sheet.server.ts'

/** Every report there is, in the order of the list of reports. */
export const sheets: readonly Sheet[] = [ordersByPrefixSheet, publicationPricesSheet, paidOrdersSheet]

/** The report of this slug, or undefined. */
export function findSheet(slug: string | undefined): Sheet | undefined {
  return sheets.find((sheet) => sheet.slug === slug)
}
