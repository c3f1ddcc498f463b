import { recordDataExport } from '#app/models/accounts/account.server.ts'
import { countAttempt, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { findOwnRecords, listOrdersAfter } from '#app/models/backoffice/data-export.server.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'

/** Yields all data of a customer as JSON text, a few orders at a time; or returns the limit reached. */
export async function exportData(viewer: Viewer): Promise<AsyncGenerator<string> | TooManyAttempts> {
  const tooManyAttempts = await countAttempt('export', { address: '', email: viewer.email })
  if (tooManyAttempts) return tooManyAttempts
  await recordDataExport(viewer.userId)
  return streamRecords(viewer, await findOwnRecords(viewer))
}

type Records = Awaited<ReturnType<typeof findOwnRecords>>

async function* streamRecords({ profileId }: Viewer, records: Records): AsyncGenerator<string> {
  const recordsText = JSON.stringify({ exported_at: new Date(), ...records }, null, 2)
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
