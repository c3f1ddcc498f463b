import { removeFile } from '#app/gateways/storage.server.ts'
import { log } from '#app/log.server.ts'
import {
  countDemonstrationRecords,
  listNextDemonstrationBatch,
  type RemovalCounts,
  removeDemonstrationBatch,
} from '#app/models/backoffice/demonstration.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { removeSetting } from '#app/models/settings/setting.server.ts'
import { removedAccountName } from '#app/text/accounts/account-labels.ts'

const usage = 'npm run remove-demonstration -- --yes'

/** Removes the demonstration before production. Can run again after an interruption. */
try {
  const options = process.argv.slice(2)
  if (options.some((word) => word !== '--yes')) throw new Error(usage)
  const counts = await countDemonstrationRecords()
  log.info(counts, 'accounts and orders of the demonstration; others: accounts of other people, which stay')
  if (!options.includes('--yes')) {
    log.warn(`nothing removed yet: ${usage}`)
    if (counts.accounts > 0) process.exitCode = 1
  } else {
    const removed = await removeAll()
    // The demonstration's settings are gone, so the setup guide starts again (D93).
    await removeSetting('firstSteps')
    log.info(removed, 'removed; orders that a bank or gateway knows of stay, in emptied accounts')
    log.info('the catalogue, the freight table and the settings stay: look at them in /admin/settings')
  }
} catch (error) {
  log.fatal({ err: error }, 'demonstration not removed, or not all of it')
  process.exitCode = 1
} finally {
  await db.destroy()
}

async function removeAll(): Promise<RemovalCounts> {
  const total: RemovalCounts = { accounts: 0, emptied: 0, orders: 0, keptOrders: 0 }
  for (;;) {
    const batch = await listNextDemonstrationBatch()
    if (batch.users.length === 0) return total
    // Files are deleted before their rows, so that an interrupted run leaves no file behind.
    for (const file of batch.files) await removeFile(file)
    const removed = await removeDemonstrationBatch(batch, removedAccountName)
    total.accounts += removed.accounts
    total.emptied += removed.emptied
    total.orders += removed.orders
    total.keptOrders += removed.keptOrders
  }
}
