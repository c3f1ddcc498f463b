import { z } from 'zod'
import { civilDateIn } from '#app/domain/calendar.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/db.server.ts'
import {
  approveOrder,
  cancelOrder,
  confirmPayment,
  rejectOrder,
  reopenOrder,
} from '#app/models/order-status.server.ts'

const usage = 'npm run order -- NUMBER paid|reopened|cancelled|approved, or NUMBER rejected "REASON"'
const number = z.coerce.number().int().positive()
const words = z.union([
  z.tuple([number, z.enum(['paid', 'reopened', 'cancelled', 'approved'])]),
  z.tuple([number, z.literal('rejected'), z.string().trim().min(1)]),
])
const cause = { actorUserId: null, source: 'command-line' }

/** Changes the state of an order by hand, as the back-office will: D11, D15, D17, D18. Exit code 1 when nothing changed. */
try {
  const parsed = words.safeParse(process.argv.slice(2))
  if (!parsed.success) throw new Error(usage)
  const [orderId, event, reason = ''] = parsed.data
  const change = {
    paid: () => confirmPayment(orderId, cause, civilDateIn(new Date())),
    reopened: () => reopenOrder(orderId, cause),
    cancelled: () => cancelOrder(orderId, cause),
    approved: () => approveOrder(orderId, cause),
    rejected: () => rejectOrder(orderId, reason, cause),
  }[event]
  const result = await change()
  log.info({ orderId, event, result }, 'order')
  if (result !== 'changed' && result !== 'already') process.exitCode = 1
} catch (error) {
  log.fatal({ err: error }, 'order not changed')
  process.exitCode = 1
} finally {
  await db.destroy()
}
