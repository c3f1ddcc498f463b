import { clientsSheet } from './clients.server.ts'
import { expiredSignaturesSheet } from './expired-signatures.server.ts'
import { ordersByPrefixSheet } from './orders-by-prefix.server.ts'
import { paidOrdersSheet } from './paid-orders.server.ts'
import { productsSheet } from './products.server.ts'
import { publicationClientsSheet } from './publication-clients.server.ts'
import { publicationPricesSheet } from './publication-prices.server.ts'
import type { Sheet } from './sheet.server.ts'
import { shipmentListSheet } from './shipment-list.server.ts'
import { soldLinesSheets } from './sold-lines.server.ts'

/** In the order of the back-office's specification. */
export const sheets: readonly Sheet[] = [
  publicationClientsSheet,
  ordersByPrefixSheet,
  publicationPricesSheet,
  paidOrdersSheet,
  shipmentListSheet,
  expiredSignaturesSheet,
  ...Object.values(soldLinesSheets),
  clientsSheet,
  productsSheet,
]

export function findSheet(slug: string | undefined): Sheet | undefined {
  return sheets.find((sheet) => sheet.slug === slug)
}
