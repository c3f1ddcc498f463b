import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { ReceivedMoney } from '#app/domain/payments/received-money.ts'
import type { PaymentOutcome } from '#app/domain/payments/received-payment.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { findRemoteIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import {
  findUnreversedPayment,
  isPaymentReversed,
  recordGatewayRefunds,
} from '#app/models/payments/gateway/gateway-refund.server.ts'
import { type GatewayBoleto, writeOffBoleto } from '#app/models/payments/gateway-boleto.server.ts'
import { receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import {
  calculateUnrecordedReturn,
  findReversibleAmount,
  findUnreturnedAmount,
} from '#app/models/payments/refunds/refund-match.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'

/** 'differs': the shop counts money that the gateway returned. 'recovered': the gateway has the reversed money again. */
export type BoletoOutcome =
  | PaymentOutcome
  | 'reversed'
  | 'cancelled'
  | 'open'
  | 'refunded'
  | 'differs'
  | 'recovered'
  | 'undone'

/** Applies a charge to its boleto. Money counts once. A duplicate charge may pay the boleto, but not cancel it. */
export async function applyRemoteBoleto(
  boleto: GatewayBoleto | undefined,
  remote: RemoteBoleto,
  source: 'gateway' | 'reconciliation',
  today = toCivilDate(new Date()),
): Promise<BoletoOutcome> {
  const actor = { actorUserId: null, source }
  const money = { source, boletoId: boleto?.id ?? null, ...toReceivedMoney(remote, today) }
  if (remote.state === 'paid') return receiveMoney(money, remote, { actor, today })
  if (remote.state === 'reversed') {
    const reversalOutcome = await reversePayment(money, remote, { actor, today })
    // A reversed charge can no longer be paid. A boleto that was paid before stays paid.
    if (boleto?.external_id === remote.externalId) await writeOffBoleto(boleto.id, actor)
    return reversalOutcome
  }
  if (remote.state === 'cancelled' && boleto?.external_id === remote.externalId)
    return writeOffBoleto(boleto.id, actor)
  return remote.state === 'cancelled' ? 'known' : 'open'
}

type ApplicationContext = { actor: Actor; today: CivilDate }

/**
 * Records a payment and its refunds. For a known payment, returns 'recovered' if it had been reversed, or
 * 'refunded' if it has new refunds.
 */
async function receiveMoney(
  money: ReceivedMoney,
  { refunds }: RemoteBoleto,
  { actor, today }: ApplicationContext,
): Promise<BoletoOutcome> {
  const wasReversed = await isPaymentReversed(money.eventKey)
  const returnedAmount = refunds.reduce((sum, { value }) => sum + value, 0)
  const outcome = await receivePayment({ ...money, returned: returnedAmount }, actor, today)
  const refundOutcome =
    refunds.length > 0 ? await recordGatewayRefunds(money.eventKey, refunds, actor) : 'known'
  if (refundOutcome === 'differs') return refundOutcome
  if (outcome !== 'known') return outcome
  if (wasReversed) return 'recovered'
  return refundOutcome === 'recorded' ? 'refunded' : outcome
}

const unknownReversal = { kind: 'chargeback', date: null, parts: [] } as const

type ReversedCharge = Pick<RemoteBoleto, 'payment'> & {
  reversal: Omit<NonNullable<RemoteBoleto['reversal']>, 'value'> | null
}

/** Reverses received money that was not refunded. Returns 'differs' if the shop still counts money afterwards. */
async function reversePayment(
  money: ReceivedMoney,
  { payment, reversal: remoteReversal }: ReversedCharge,
  { actor, today }: ApplicationContext,
): Promise<'reversed' | 'refunded' | 'known' | 'differs'> {
  const { fee: _, ...data } = money
  const { eventKey } = money
  const { kind, date, parts } = remoteReversal ?? unknownReversal
  const day = date ?? today
  let hasNewParts = false
  const reversal = {
    ...data,
    eventKey: `${eventKey}/reversed`,
    paidOn: payment && day < payment.paidOn ? payment.paidOn : day,
    creditedOn: null,
    reversal: kind,
  }
  const isNew = await recordReversal(reversal, actor, {
    reverses: eventKey,
    receipt: payment ? money : undefined,
    getRemaining: async (trx) => {
      hasNewParts = (await recordGatewayRefunds(eventKey, parts, actor, trx)) === 'recorded'
      if (kind === 'refund') return (await findUnreturnedAmount(eventKey, trx)) ?? 0
      const value = parts.reduce((remainder, part) => remainder - part.value, money.value)
      return calculateUnrecordedReturn(trx, eventKey, { key: reversal.eventKey, value, kind })
    },
  })
  if (isNew) return 'reversed'
  const findRemainingAmount = kind === 'refund' ? findUnreturnedAmount : findReversibleAmount
  const remainingAmount = await findRemainingAmount(eventKey)
  if (remainingAmount !== 0) return 'differs'
  return hasNewParts ? 'refunded' : 'known'
}

/**
 * Reverses a cash payment if the charge is open again, because then no cash was received. Otherwise applies
 * the charge.
 */
export async function undoCashPayment(
  boleto: GatewayBoleto | undefined,
  remote: RemoteBoleto,
  source: 'gateway' | 'reconciliation' = 'gateway',
  today = toCivilDate(new Date()),
): Promise<BoletoOutcome> {
  const actor = { actorUserId: null, source }
  const { eventKey } = formatKey(remote, 'by-hand')
  const cashPayment = remote.state === 'open' ? await findUnreversedPayment(eventKey) : undefined
  if (!cashPayment) return applyRemoteBoleto(boleto, remote, source, today)
  const money = {
    ...formatKey(remote, 'by-hand'),
    source,
    boletoId: boleto?.id ?? null,
    value: cashPayment.value,
    paidOn: today,
    creditedOn: null,
    way: 'by-hand' as const,
  }
  const reversal = { kind: 'chargeback' as const, date: today, parts: [] }
  const reversalOutcome = await reversePayment(money, { payment: null, reversal }, { actor, today })
  return reversalOutcome === 'reversed' ? 'undone' : reversalOutcome
}

type Money = Omit<ReceivedMoney, 'source' | 'boletoId'>

function toReceivedMoney(remote: RemoteBoleto, today: CivilDate): Money {
  const { value, payment, reversal } = remote
  return {
    ...formatKey(remote, payment?.way),
    // Without a day of payment, `payment` is null. The reversed value then includes fine and interest.
    value: payment?.value ?? reversal?.value ?? value,
    paidOn: payment?.paidOn ?? today,
    creditedOn: payment?.creditedOn ?? null,
    fee: payment?.fee ?? null,
    ...(payment ? { way: payment.way } : {}),
  }
}

/**
 * Returns a payment's key and its details. Cash has a key of its own because the charge may still be paid
 * later.
 */
function formatKey({ externalId, reference }: RemoteBoleto, way: PaymentWay | undefined) {
  const charge = `${gatewayName}/${externalId}`
  return {
    eventKey: way === 'by-hand' ? `${charge}/elsewhere` : charge,
    details: { externalId, reference },
  }
}

/** Returns the gateway. Throws JobRefused if its key is missing. */
export function requireGateway(): RemoteIssuer {
  const gateway = findRemoteIssuer(gatewayName)
  if (!gateway) throw new JobRefused('no access to the gateway')
  return gateway
}

/** Throws JobRefused for a final rejection, which needs staff. Rethrows other failures for a retry. */
export function rethrowAsRefused(error: unknown): never {
  throw error instanceof IssuerRefused ? new JobRefused(error.message) : error
}

/**
 * Cancels an open charge and returns its new state. Returns any other charge unchanged; undefined if it does
 * not exist. Throws JobRefused if the gateway rejects the cancellation.
 */
export async function cancelOrRead(
  gateway: RemoteIssuer,
  externalId: string,
): Promise<RemoteBoleto | undefined> {
  const chargeBefore = await gateway.read(externalId)
  if (chargeBefore?.state !== 'open') return chargeBefore
  const refusal = await gateway.cancel(externalId).then(
    () => undefined,
    (error) => {
      if (error instanceof IssuerRefused) return error
      throw error
    },
  )
  const chargeAfter = await gateway.read(externalId)
  if (chargeAfter?.state !== 'open') return chargeAfter
  throw refusal ? new JobRefused(refusal.message) : new Error('the gateway still has the boleto open')
}
