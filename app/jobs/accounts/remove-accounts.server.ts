import { getOrderRetentionStart } from '#app/domain/accounts/data-retention.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import { anonymiseAccount, listDueDeletions } from '#app/models/backoffice/deletion.server.ts'
import {
  anonymiseOrder,
  anonymiseShipment,
  listOrdersPastRetention,
  listShipmentsPastRetention,
} from '#app/models/backoffice/order-retention.server.ts'
import { listBoletoFiles } from '#app/models/charges/boleto.server.ts'
import { listOrderFiles } from '#app/models/orders/order-file.server.ts'
import { removedAccountName } from '#app/text/accounts/account-labels.ts'

const MAX_PER_RUN = 100

/** Anonymises up to 100 accounts seven days after the request (LGPD, art. 16 and 18). Returns the number. */
export async function removeAccounts(now: Date): Promise<number> {
  const requests = await listDueDeletions(now, MAX_PER_RUN)
  return countDone(
    requests,
    (id) => anonymiseAccount(id, removedAccountName),
    'an account could not be removed',
  )
}

/**
 * Anonymises up to 100 orders past their retention. Deletes an order's files first because after a failure,
 * the next run finds only orders that are not anonymised.
 */
export async function anonymiseOldOrders(now: Date): Promise<number> {
  const orders = await listOrdersPastRetention(getOrderRetentionStart(toCivilDate(now)), MAX_PER_RUN)
  const anonymise = async ({ id }: (typeof orders)[number]) => {
    for (const file of await listBoletoFiles(id)) await removeFile(file)
    for (const { file } of await listOrderFiles(id)) await removeFile(file)
    await anonymiseOrder(id, removedAccountName)
    return true
  }
  return countDone(orders, anonymise, 'an order could not be anonymised')
}

export async function anonymiseOldShipments(now: Date): Promise<number> {
  const shipments = await listShipmentsPastRetention(getOrderRetentionStart(toCivilDate(now)), MAX_PER_RUN)
  const anonymise = async (id: number) => {
    await anonymiseShipment(id)
    return true
  }
  return countDone(shipments, anonymise, 'a shipment could not be anonymised')
}

/** Returns how many items were changed. Continues after a failure, but throws at the end to retry the run. */
async function countDone<Item>(items: Item[], work: (item: Item) => Promise<boolean>, fault: string) {
  let doneCount = 0
  let failedCount = 0
  for (const item of items)
    try {
      if (await work(item)) doneCount += 1
    } catch (error) {
      failedCount += 1
      log.error({ err: error, item }, fault)
    }
  if (failedCount > 0) throw new Error(`${fault} (${failedCount} of ${items.length})`)
  return doneCount
}
