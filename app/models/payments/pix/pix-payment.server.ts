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

/**
 * Queues, for each id, a job that reads the Pix again. Takes no lock because repeated calls must not block.
 */
export async function enqueuePixReading(endToEndIds: readonly string[]): Promise<void> {
  for (const id of endToEndIds) {
    const jobStates = await listEffectStates([readJob], id)
    const state = jobStates.get(readJob)
    if (state === 'open' || state === 'late') continue
    await withTransaction(async (trx) => {
      if (state !== undefined) await clearFinished(trx, readJob, id)
      await addToOutbox(trx, [readJob], id)
    })
  }
}

/**
 * Records a Pix once per end-to-end id. Ignores a Pix whose txid another program with the same Pix key made. A
 * Pix waits for staff if a restore lost its charge. A Pix that was refunded before the record pays no order.
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
  const isWholeValueReturned = sumReturns(pix.refunds, ['done']) >= value
  const isFullyReturned = isWholeValueReturned && !(await isPaymentKnown(money.eventKey))
  const outcome = await withTransaction(async (trx) => {
    await lockOrderAndBoleto(trx, money.boletoId)
    if (charge) await changePixCharge(charge.boleto_id, 'paid', trx)
    if (isFullyReturned) return 'reversed' as const
    const returned = sumReturns(pix.refunds, ['done', 'processing'])
    return receivePayment({ ...money, returned }, actor, today, trx)
  })
  await recordReturns(money, pix.refunds, isFullyReturned)
  return outcome
}

export type PixOutcome = PaymentOutcome | 'ignored' | 'reversed'

function sumReturns(refunds: readonly PixReturn[], states: readonly PixReturn['state'][]): Centavos {
  let sum = 0
  for (const { state, value } of refunds) if (states.includes(state)) sum += value
  return sum
}

/** Records refunds made on the bank's pages and money that the bank took back, because staff must decide. */
async function recordReturns(money: ReceivedMoney, refunds: readonly PixReturn[], isFullyReturned: boolean) {
  const { eventKey } = money
  const returns: (PixReturn & { key: string; date: CivilDate })[] = []
  for (const refund of refunds) {
    if (refund.state === 'processing') continue
    const isRequestedByShop = await settlePixRefund(refund)
    if (isRequestedByShop || refund.state === 'failed') continue
    returns.push({ ...refund, key: `${eventKey}/${refund.returnId ?? refund.id}`, date: refund.refundedOn })
  }
  const refundReturns = returns.filter(({ kind }) => kind === 'refund')
  await matchReturns(eventKey, refundReturns, actor)
  for (const { key, value, kind: reversal, date: paidOn } of returns)
    await recordReversal({ ...money, eventKey: key, value, paidOn, reversal }, actor, {
      reverses: eventKey,
      receipt: isFullyReturned ? money : undefined,
      getRemaining: (trx) => calculateUnrecordedReturn(trx, eventKey, { key, value, kind: reversal }),
    })
}
