import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteIssuer, RemoteSlip } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { remoteIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import { applyRemoteSlip, cancelOrRead, refuseFinalNo } from '#app/jobs/charges/remote-slip.server.ts'
import { log } from '#app/log.server.ts'
import { findCurrentBoleto, recordStraySlip } from '#app/models/charges/boleto.server.ts'
import { nextSlipOf } from '#app/models/charges/slip-reference.server.ts'
import { findSlipOf, type GatewaySlip } from '#app/models/payments/gateway-slip.server.ts'

/**
 * Looks for charges an order has at the gateway that are no slip here: made by a try whose answer was lost, for an order
 * that needs none any more. They could be paid for good, so they are cancelled; one that was paid brings its money.
 * Nothing while the gateway's access is missing, whoever makes new slips.
 */
export async function settleStrayCharges(orderId: number): Promise<void> {
  const gateway = remoteIssuer(gatewayName)
  if (!gateway) return
  const [newest, next] = await Promise.all([findCurrentBoleto(orderId), nextSlipOf(orderId)])
  for (const name of [newest, next])
    for (const charge of name ? await gateway.find(name.reference) : [])
      if (!(await isRecorded(charge))) await settle(gateway, orderId, charge).catch(refuseFinalNo)
}

/** True when a slip of ours is this very charge. */
export async function isRecorded({ externalId }: { externalId: string }): Promise<boolean> {
  return (await findSlipOf(gatewayName, { externalId, reference: null })) !== undefined
}

async function settle(gateway: RemoteIssuer, orderId: number, { externalId }: RemoteSlip): Promise<void> {
  const charge = await cancelOrRead(gateway, externalId)
  if (!charge) throw new Error('the gateway does not know this slip')
  log.warn({ orderId, externalId, state: charge.state }, 'gateway: a charge that is no slip here')
  if (charge.state === 'cancelled') return
  await applyRemoteSlip(await homeOf(gateway, orderId, charge), charge, 'gateway')
}

/** The slip a charge's money is for; undefined leaves it to the staff: another amount, or numbers not told any more. */
async function homeOf(
  gateway: RemoteIssuer,
  orderId: number,
  charge: RemoteSlip,
): Promise<GatewaySlip | undefined> {
  const twin = await findSlipOf(gatewayName, charge)
  const next = await nextSlipOf(orderId)
  if (twin || !next) return twin
  const description = { ...next, orderId, documentDate: civilDateIn(new Date()) }
  const slip = await gateway.describe(charge.externalId, description).catch((error) => {
    if (error instanceof IssuerRefused) return undefined
    throw error
  })
  const id = slip && (await recordStraySlip(orderId, slip))
  return id === undefined ? undefined : { id, external_id: charge.externalId }
}
