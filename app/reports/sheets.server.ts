import { expeditionListSheet } from './expedition-list.server.ts'
import { expiredSignaturesSheet } from './expired-signatures.server.ts'
import { paidOrdersSheet } from './paid-orders.server.ts'
import type { Sheet } from './sheet.server.ts'
import { soldLinesSheets } from './sold-lines.server.ts'

/** Every report there is, in the order of the list of reports. */
export const sheets: readonly Sheet[] = [
  paidOrdersSheet,
  expeditionListSheet,
  expiredSignaturesSheet,
  ...Object.values(soldLinesSheets),
]

/** The report of this slug, or undefined. */
export function findSheet(slug: string | undefined): Sheet | undefined {
  return sheets.find((sheet) => sheet.slug === slug)
}
