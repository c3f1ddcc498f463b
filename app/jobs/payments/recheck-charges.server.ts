import { createHash } from 'node:crypto'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import {
  applyRemoteBoleto,
  type BoletoOutcome,
  undoCashPayment,
} from '#app/jobs/charges/remote-boleto.server.ts'
import { findUnreversedPayment } from '#app/models/payments/gateway/gateway-refund.server.ts'
import { findGatewayBoleto } from '#app/models/payments/gateway-boleto.server.ts'
import { recordDifference } from '#app/models/payments/gateway-event.server.ts'
import type { RecheckedPayment } from '#app/models/payments/rechecked-payment.server.ts'

const cashKeySuffix = '/elsewhere'

/** Reads a paid charge again to find refunds, chargebacks and credits that no event reported. */
export async function recheckCharge(
  gateway: RemoteIssuer,
  { eventKey }: RecheckedPayment,
): Promise<BoletoOutcome | 'unknown'> {
  const isCash = eventKey.endsWith(cashKeySuffix)
  const externalId = eventKey.slice(gatewayName.length + 1, isCash ? -cashKeySuffix.length : undefined)
  const remote = await gateway.read(externalId)
  if (!remote) return 'unknown'
  const boleto = await findGatewayBoleto(gatewayName, remote)
  const outcome = isCash
    ? await undoCashPayment(boleto, remote, 'reconciliation')
    : await applyRemoteBoleto(boleto, remote, 'reconciliation')
  const hasDifference =
    outcome === 'differs' || outcome === 'recovered' || (await isRecordedButUnpaid(eventKey, remote))
  if (!hasDifference) return outcome
  await recordDifference(remote, { outcome: 'differs', differenceKey: hashResult(outcome, remote) })
  return 'differs'
}

/** Returns true if we have recorded money for a charge that the gateway reports as unpaid. */
async function isRecordedButUnpaid(eventKey: string, { state }: RemoteBoleto): Promise<boolean> {
  if (state !== 'open' && state !== 'cancelled') return false
  return (await findUnreversedPayment(eventKey)) !== undefined
}

/** Returns a key that stays the same, so that an unchanged difference is recorded only once. */
function hashResult(outcome: string, { state, payment, refunds }: RemoteBoleto): string {
  const data = [outcome, state, payment?.value, ...refunds.map(({ key }) => key)]
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16)
}
