import { clientsSheet } from './clients.server.ts'
import { dayClosingSheet } from './day-closing.server.ts'
import { expiredSignaturesSheet } from './expired-signatures.server.ts'
import { invoiceItemsSheet } from './invoice-items.server.ts'
import { ordersByRegistrationSheet } from './orders-by-registration.server.ts'
import { paidOrdersSheet } from './paid-orders.server.ts'
import { productsSheet } from './products.server.ts'
import { publicationClientsSheet } from './publication-clients.server.ts'
import { publicationPricesSheet } from './publication-prices.server.ts'
import { recallSheet } from './recall.server.ts'
import type { Sheet } from './sheet.server.ts'
import { shipmentListSheet } from './shipment-list.server.ts'
import { soldLinesSheets } from './sold-lines.server.ts'

/** All reports, in the sequence of the back-office's specification. */
export const sheets: readonly Sheet[] = [
  publicationClientsSheet,
  ordersByRegistrationSheet,
  publicationPricesSheet,
  paidOrdersSheet,
  shipmentListSheet,
  expiredSignaturesSheet,
  ...Object.values(soldLinesSheets),
  clientsSheet,
  productsSheet,
  dayClosingSheet,
  invoiceItemsSheet,
  recallSheet,
]

export function findSheet(slug: string | undefined): Sheet | undefined {
  return sheets.find((sheet) => sheet.slug === slug)
}
