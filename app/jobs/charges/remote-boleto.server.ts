import type { PaymentOutcome } from '#app/domain/payments/received-payment.ts'
import { type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { remoteIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import { JobRefused } from '#app/jobs/platform/job.ts'
import { type GatewayBoleto, writeOffBoleto } from '#app/models/payments/gateway-boleto.server.ts'
import { type ReceivedMoney, raiseReversal, receivePayment } from '#app/models/payments/payment.server.ts'

/** What came of a charge read back: its money, a reversal, a cancellation, or nothing to do. */
export type BoletoOutcome = PaymentOutcome | 'reversed' | 'cancelled' | 'open'

/**
 * Applies what the gateway says of a charge to our boleto, undefined where it is none of ours; the one way for notices,
 * the hourly check and cancellations. Money counts once and never goes backwards. A second charge made for the same
 * boleto brings its money to that boleto, and its cancellation means nothing.
 */
export async function applyRemoteBoleto(
  boleto: GatewayBoleto | undefined,
  remote: RemoteBoleto,
  source: 'gateway' | 'reconciliation',
  today = civilDateIn(new Date()),
): Promise<BoletoOutcome> {
  const actor = { actorUserId: null, source }
  const money = { source, boletoId: boleto?.id ?? null, ...moneyOf(remote, today) }
  if (remote.state === 'paid') return receivePayment(money, actor, today)
  if (remote.state === 'reversed') {
    const isNews = await raiseReversal({ ...money, eventKey: `${money.eventKey}/reversed` }, actor)
    // One never seen paid can be paid no more either; a paid one stays paid.
    if (boleto?.external_id === remote.externalId) await writeOffBoleto(boleto.id, actor)
    return isNews ? 'reversed' : 'known'
  }
  if (remote.state === 'cancelled' && boleto?.external_id === remote.externalId)
    return writeOffBoleto(boleto.id, actor)
  return remote.state === 'cancelled' ? 'known' : 'open'
}

type Money = Pick<ReceivedMoney, 'eventKey' | 'value' | 'paidOn' | 'creditedOn' | 'details'>

function moneyOf({ externalId, reference, value, paid }: RemoteBoleto, today: CivilDate): Money {
  return {
    eventKey: `${gatewayName}/${externalId}`,
    value: paid?.value ?? value,
    paidOn: paid?.paidOn ?? today,
    creditedOn: paid?.creditedOn ?? null,
    details: { externalId, reference },
  }
}

/** The gateway to ask. Throws JobRefused while its key is missing. */
export function gatewayAccess(): RemoteIssuer {
  const gateway = remoteIssuer(gatewayName)
  if (!gateway) throw new JobRefused('no access to the gateway')
  return gateway
}

/** A final no of the gateway is one for a person; anything else may be tried again. */
export function refuseFinalNo(error: unknown): never {
  throw error instanceof IssuerRefused ? new JobRefused(error.message) : error
}

/** The charge as it is once it was cancelled, or why it could not be; undefined when the gateway knows none. */
export async function cancelOrRead(
  gateway: RemoteIssuer,
  externalId: string,
): Promise<RemoteBoleto | undefined> {
  const before = await gateway.read(externalId)
  if (before?.state !== 'open') return before
  const refusal = await gateway.cancel(externalId).then(
    () => undefined,
    (error) => {
      if (error instanceof IssuerRefused) return error
      throw error
    },
  )
  const after = await gateway.read(externalId)
  if (after?.state !== 'open') return after
  throw refusal ? new JobRefused(refusal.message) : new Error('the gateway still has the boleto open')
}
