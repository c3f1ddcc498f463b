import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { remoteIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import { applyRemoteBoleto, cancelOrRead, refuseFinalNo } from '#app/jobs/charges/remote-boleto.server.ts'
import { log } from '#app/log.server.ts'
import { findCurrentBoleto, recordOrphanedBoleto } from '#app/models/charges/boleto.server.ts'
import { nextBoletoOf } from '#app/models/charges/boleto-reference.server.ts'
import { findBoletoOf, type GatewayBoleto } from '#app/models/payments/gateway-boleto.server.ts'

/**
 * Looks for charges an order has at the gateway that are no boleto here: made by a try whose answer was lost, for an order
 * that needs none any more. They could be paid for good, so they are cancelled; one that was paid brings its money.
 * Nothing while the gateway's access is missing, whoever makes new boletos.
 */
export async function cancelOrphanedCharges(orderId: number): Promise<void> {
  const gateway = remoteIssuer(gatewayName)
  if (!gateway) return
  const [newest, next] = await Promise.all([findCurrentBoleto(orderId), nextBoletoOf(orderId)])
  for (const name of [newest, next])
    for (const charge of name ? await gateway.find(name.reference) : [])
      if (!(await isRecorded(charge))) await settle(gateway, orderId, charge).catch(refuseFinalNo)
}

/** True when a boleto of ours is this very charge. */
export async function isRecorded({ externalId }: { externalId: string }): Promise<boolean> {
  return (await findBoletoOf(gatewayName, { externalId, reference: null })) !== undefined
}

async function settle(gateway: RemoteIssuer, orderId: number, { externalId }: RemoteBoleto): Promise<void> {
  const charge = await cancelOrRead(gateway, externalId)
  if (!charge) throw new Error('the gateway does not know this boleto')
  log.warn({ orderId, externalId, state: charge.state }, 'gateway: a charge that is no boleto here')
  if (charge.state === 'cancelled') return
  await applyRemoteBoleto(await matchBoleto(gateway, orderId, charge), charge, 'gateway')
}

/** The boleto a charge's money is for; undefined leaves it to the staff: another amount, or numbers not told any more. */
async function matchBoleto(
  gateway: RemoteIssuer,
  orderId: number,
  charge: RemoteBoleto,
): Promise<GatewayBoleto | undefined> {
  const twin = await findBoletoOf(gatewayName, charge)
  const next = await nextBoletoOf(orderId)
  if (twin || !next) return twin
  const description = { ...next, orderId, documentDate: civilDateIn(new Date()) }
  const boleto = await gateway.describe(charge.externalId, description).catch((error) => {
    if (error instanceof IssuerRefused) return undefined
    throw error
  })
  const id = boleto && (await recordOrphanedBoleto(orderId, boleto))
  return id === undefined ? undefined : { id, external_id: charge.externalId }
}
