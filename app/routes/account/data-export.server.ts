import { recordDataExport } from '#app/models/accounts/account.server.ts'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { findOwnRecords, listOrdersAfter } from '#app/models/backoffice/data-export.server.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'

/** Returns a generator of the customer's data as JSON text, or the limit if there were too many exports. */
export async function exportData(viewer: Viewer): Promise<AsyncGenerator<string> | TooManyAttempts> {
  const tooManyAttempts = await countAttempt('export', { address: '', email: viewer.email })
  if (tooManyAttempts) return tooManyAttempts
  await recordDataExport(viewer.userId)
  return streamRecords(viewer, await findOwnRecords(viewer))
}

type Records = Awaited<ReturnType<typeof findOwnRecords>>

async function* streamRecords({ profileId }: Viewer, records: Records): AsyncGenerator<string> {
  const recordsText = JSON.stringify({ exported_at: new Date(), ...records }, null, 2)
  // Omits the closing brace, so that the orders follow as the last property.
  yield `${recordsText.slice(0, recordsText.lastIndexOf('\n}'))},\n  "orders": [`
  let lastId = 0
  let separator = ''
  for (;;) {
    const orders = await listOrdersAfter(profileId, lastId)
    for (const order of orders) {
      const orderText = JSON.stringify({ ...order, status_text: getCustomerStatus(order).text }, null, 2)
      yield `${separator}\n${orderText}`
      separator = ','
      lastId = order.id
    }
    if (orders.length === 0) break
  }
  yield '\n  ]\n}\n'
}
