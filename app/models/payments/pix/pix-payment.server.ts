import { isOwnTxid } from '#app/domain/charges/pix-charge.ts'
import { makePixEventKey, type PixReturn } from '#app/domain/payments/pix-refund.ts'
import type { ReceivedMoney } from '#app/domain/payments/received-money.ts'
import type { PaymentOutcome } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { changePixCharge, findPixChargeByTxid } from '#app/models/charges/pix-charge.server.ts'
import {
  isPaymentKnown,
  lockOrderAndBoleto,
  receivePayment,
  recordReversal,
} from '#app/models/payments/payment.server.ts'
import { settlePixRefund } from '#app/models/payments/pix/pix-refund.server.ts'
import { calculateUnrecordedReturn, matchReturns } from '#app/models/payments/refunds/refund-match.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, clearFinished, listEffectStates } from '#app/models/platform/outbox.server.ts'

const readJob = 'read-pix'

export type ReceivedPix = {
  endToEndId: string
  txid: string | null
  value: Centavos
  paidOn: CivilDate
  refunds: readonly PixReturn[]
}

const actor = { actorUserId: null, source: 'pix' }

/** Queues jobs that read each Pix again. Checks without a lock, so that repeated calls do not block. */
export async function enqueuePixReading(endToEndIds: readonly string[]): Promise<void> {
  for (const id of endToEndIds) {
    const state = (await listEffectStates([readJob], id)).get(readJob)
    if (state === 'open' || state === 'late') continue
    await withTransaction(async (trx) => {
      if (state !== undefined) await clearFinished(trx, readJob, id)
      await addToOutbox(trx, [readJob], id)
    })
  }
}

/**
 * Records a Pix once per end-to-end id. Ignores a Pix whose txid is of another program with the same Pix key. A
 * Pix whose charge was lost in a restore waits for staff; a Pix refunded before it was recorded pays no order.
 */
export async function receivePix(pix: ReceivedPix, today: CivilDate): Promise<PixOutcome> {
  const charge = pix.txid === null ? undefined : await findPixChargeByTxid(pix.txid)
  if (!charge && !isOwnTxid(pix.txid)) return 'ignored'
  const { endToEndId, txid, value, paidOn } = pix
  const money = {
    eventKey: makePixEventKey(endToEndId),
    source: 'pix' as const,
    boletoId: charge?.boleto_id ?? null,
    value,
    paidOn,
    creditedOn: paidOn,
    details: { endToEndId, txid },
  }
  const isFullyReturned =
    sumReturns(pix.refunds, ['done']) >= value && !(await isPaymentKnown(money.eventKey))
  const outcome = await withTransaction(async (trx) => {
    await lockOrderAndBoleto(trx, money.boletoId)
    if (charge) await changePixCharge(charge.boleto_id, 'paid', trx)
    const returned = sumReturns(pix.refunds, ['done', 'processing'])
    return isFullyReturned ? ('reversed' as const) : receivePayment({ ...money, returned }, actor, today, trx)
  })
  await recordReturns(money, pix.refunds, isFullyReturned)
  return outcome
}

export type PixOutcome = PaymentOutcome | 'ignored' | 'reversed'

function sumReturns(refunds: readonly PixReturn[], states: readonly PixReturn['state'][]): Centavos {
  return refunds.reduce((sum, { state, value }) => (states.includes(state) ? sum + value : sum), 0)
}

/** Records refunds made on the bank's pages and money that the bank took back, so that staff decide. */
async function recordReturns(money: ReceivedMoney, refunds: readonly PixReturn[], isFullyReturned: boolean) {
  const { eventKey } = money
  const returns: (PixReturn & { key: string; date: CivilDate })[] = []
  for (const refund of refunds) {
    if (refund.state === 'processing') continue
    const isRequestedByShop = await settlePixRefund(refund)
    if (isRequestedByShop || refund.state === 'failed') continue
    returns.push({ ...refund, key: `${eventKey}/${refund.returnId ?? refund.id}`, date: refund.refundedOn })
  }
  await matchReturns(
    eventKey,
    returns.filter(({ kind }) => kind === 'refund'),
    actor,
  )
  for (const { key, value, kind: reversal, date: paidOn } of returns)
    await recordReversal({ ...money, eventKey: key, value, paidOn, reversal }, actor, {
      reverses: eventKey,
      receipt: isFullyReturned ? money : undefined,
      getRemaining: (trx) => calculateUnrecordedReturn(trx, eventKey, { key, value, kind: reversal }),
    })
}
