import { recordDataExport } from '#app/models/accounts/account.server.ts'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { findOwnRecords, listOrdersAfter } from '#app/models/backoffice/data-export.server.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'

/** Yields all data of a customer as JSON text, a few orders at a time; or returns the limit reached. */
export async function exportData(viewer: Viewer): Promise<AsyncGenerator<string> | TooManyAttempts> {
  const limited = await countAttempt('export', { address: '', email: viewer.email })
  if (limited) return limited
  await recordDataExport(viewer.userId)
  return writePieces(viewer, await findOwnRecords(viewer))
}

type Records = Awaited<ReturnType<typeof findOwnRecords>>

async function* writePieces({ profileId }: Viewer, records: Records): AsyncGenerator<string> {
  const data = JSON.stringify({ exported_at: new Date(), ...records }, null, 2)
  yield `${data.slice(0, data.lastIndexOf('\n}'))},\n  "orders": [`
  let [last, comma] = [0, '']
  for (;;) {
    const orders = await listOrdersAfter(profileId, last)
    for (const order of orders) {
      const text = JSON.stringify({ ...order, status_text: getCustomerStatus(order).text }, null, 2)
      yield `${comma}\n${text}`
      comma = ','
      last = order.id
    }
    if (orders.length === 0) break
  }
  yield '\n  ]\n}\n'
}
