import type { Sheet } from './sheet.server.ts'

type ReportEntry = {
  /** follows /admin/report/ in its address; null for a report without a page or with a page of its own */
  path: string | null
  /** true if it is an index route */
  index?: boolean
  load: () => Promise<Sheet>
}

/**
 * All reports, in the sequence of the back-office's specification. `load` imports a report lazily, because routes.ts
 * reads the addresses during the build, which has no database.
 */
export const reports: readonly ReportEntry[] = [
  {
    path: null,
    load: async () => (await import('./publication-clients.server.ts')).publicationClientsSheet,
  },
  {
    path: 'order_prefix/:prefix?',
    load: async () => (await import('./orders-by-registration.server.ts')).ordersByRegistrationSheet,
  },
  {
    path: 'publication_price',
    index: true,
    load: async () => (await import('./publication-prices.server.ts')).publicationPricesSheet,
  },
  { path: 'paid_orders', load: async () => (await import('./paid-orders.server.ts')).paidOrdersSheet },
  {
    path: 'expedition_list',
    load: async () => (await import('./shipment-list.server.ts')).shipmentListSheet,
  },
  {
    path: 'expired_signatures',
    load: async () => (await import('./expired-signatures.server.ts')).expiredSignaturesSheet,
  },
  {
    path: 'signatures/:type?',
    load: async () => (await import('./sold-lines.server.ts')).soldLinesSheets.subscription,
  },
  {
    path: 'renews/:type?',
    load: async () => (await import('./sold-lines.server.ts')).soldLinesSheets.renewal,
  },
  {
    path: 'orders/:type?',
    load: async () => (await import('./sold-lines.server.ts')).soldLinesSheets.purchase,
  },
  { path: 'client', index: true, load: async () => (await import('./clients.server.ts')).clientsSheet },
  { path: 'product', load: async () => (await import('./products.server.ts')).productsSheet },
  { path: 'day_closing', load: async () => (await import('./day-closing.server.ts')).dayClosingSheet },
  { path: 'invoice_items', load: async () => (await import('./invoice-items.server.ts')).invoiceItemsSheet },
  { path: 'recall', load: async () => (await import('./recall.server.ts')).recallSheet },
]

export function loadSheets(): Promise<Sheet[]> {
  return Promise.all(reports.map(({ load }) => load()))
}

export async function findSheet(slug: string | undefined): Promise<Sheet | undefined> {
  const sheets = await loadSheets()
  return sheets.find((sheet) => sheet.slug === slug)
}
