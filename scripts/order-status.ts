import { z } from 'zod'
import type { WithdrawalAnswer } from '#app/domain/orders/withdrawal.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { log } from '#app/log.server.ts'
import {
  approveOrder,
  cancelOrder,
  rejectOrder,
  reopenOrder,
} from '#app/models/orders/order-status.server.ts'
import { listOpenWithdrawals } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { markAsPaid } from '#app/models/payments/manual-payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const usage = [
  'npm run order -- NUMBER paid|reopened|cancelled',
  'npm run order -- NUMBER approved ["REASON", needed where a photo is missing]',
  'npm run order -- NUMBER rejected "REASON"',
  'npm run order -- NUMBER withdrawal-accepted [D000001]',
  'npm run order -- NUMBER withdrawal-refused "REASON" [D000001]',
].join('\n')
const orderNumber = z.coerce.number().int().positive()
const protocol = z
  .string()
  .regex(/^D\d{6,}$/)
  .transform((text) => Number(text.slice(1)))
const argumentSchema = z.union([
  z.tuple([orderNumber, z.enum(['paid', 'reopened', 'cancelled', 'approved'])]),
  z.tuple([orderNumber, z.literal('approved'), z.string().trim().min(1)]),
  z.tuple([orderNumber, z.literal('rejected'), z.string().trim().min(1)]),
  z.tuple([orderNumber, z.literal('withdrawal-accepted')]),
  z.tuple([orderNumber, z.literal('withdrawal-accepted'), protocol]),
  z.tuple([orderNumber, z.literal('withdrawal-refused'), z.string().trim().min(1)]),
  z.tuple([orderNumber, z.literal('withdrawal-refused'), z.string().trim().min(1), protocol]),
])
const actor = { actorUserId: null, source: 'command-line' }

/** Answers the order's open withdrawal requests: all of them, or only the one with `requestId`. */
async function answerWithdrawals(orderId: number, answer: WithdrawalAnswer, requestId?: number) {
  const openRequests = await listOpenWithdrawals(orderId)
  const chosenRequests = openRequests.filter((id) => requestId === undefined || id === requestId)
  const results: boolean[] = []
  for (const id of chosenRequests) results.push(await answerWithdrawal(id, answer, actor))
  return results.includes(true) ? 'changed' : 'not-possible'
}

/** Changes an order's status (D11, D15, D17, D18). Exits with 1 if nothing changed. */
try {
  const parsedArguments = argumentSchema.safeParse(process.argv.slice(2))
  if (!parsedArguments.success) throw new Error(usage)
  const [orderId, event, detail, requestId] = parsedArguments.data
  const reason = typeof detail === 'string' ? detail : ''
  const change = {
    paid: () => markAsPaid(orderId, actor, toCivilDate(new Date()), { isRenewalAccepted: false }),
    reopened: () => reopenOrder(orderId, actor),
    cancelled: () => cancelOrder(orderId, actor),
    approved: () => approveOrder(orderId, actor, { withoutPhoto: reason }),
    rejected: () => rejectOrder(orderId, reason, actor),
    'withdrawal-accepted': () =>
      answerWithdrawals(orderId, { outcome: 'accepted' }, typeof detail === 'number' ? detail : undefined),
    'withdrawal-refused': () => answerWithdrawals(orderId, { outcome: 'refused', reason }, requestId),
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
