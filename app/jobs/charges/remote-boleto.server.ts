import type { PaymentOutcome } from '#app/domain/payments/received-payment.ts'
import { type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { remoteIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import { JobRefused } from '#app/jobs/platform/job.ts'
import { type GatewayBoleto, writeOffBoleto } from '#app/models/payments/gateway-boleto.server.ts'
import { type ReceivedMoney, raiseReversal, receivePayment } from '#app/models/payments/payment.server.ts'

export type BoletoOutcome = PaymentOutcome | 'reversed' | 'cancelled' | 'open'

/**
 * Applies a charge's state at the gateway to its boleto (undefined: none of ours), for webhooks, reconciliation and
 * cancellations. Money counts once and is never taken back here. A second charge of the same boleto can pay it;
 * cancelling that charge changes nothing.
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
    const isNew = await raiseReversal({ ...money, eventKey: `${money.eventKey}/reversed` }, actor)
    // A reversed charge cannot be paid any more; a boleto already paid stays paid.
    if (boleto?.external_id === remote.externalId) await writeOffBoleto(boleto.id, actor)
    return isNew ? 'reversed' : 'known'
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

/** Throws JobRefused while the gateway's key is missing. */
export function gatewayAccess(): RemoteIssuer {
  const gateway = remoteIssuer(gatewayName)
  if (!gateway) throw new JobRefused('no access to the gateway')
  return gateway
}

/** A final refusal needs a person; any other failure may be retried. */
export function rejectFinalNo(error: unknown): never {
  throw error instanceof IssuerRefused ? new JobRefused(error.message) : error
}

/**
 * The charge as read after cancelling; undefined when the gateway does not know it. Throws JobRefused on a final no.
 */
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
