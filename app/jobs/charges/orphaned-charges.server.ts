import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { IssuerRefused } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { findRemoteIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import { applyRemoteBoleto, cancelOrRead, rethrowAsRefused } from '#app/jobs/charges/remote-boleto.server.ts'
import { log } from '#app/log.server.ts'
import { findCurrentBoleto, recordOrphanedBoleto } from '#app/models/charges/boleto.server.ts'
import { findNextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { findGatewayBoleto, type GatewayBoleto } from '#app/models/payments/gateway-boleto.server.ts'

/** Cancels gateway charges that have no boleto row because the responses were lost. They could still be paid. */
export async function cancelOrphanedCharges(orderId: number): Promise<void> {
  const gateway = findRemoteIssuer(gatewayName)
  if (!gateway) return
  const [currentBoleto, nextBoleto] = await Promise.all([findCurrentBoleto(orderId), findNextBoleto(orderId)])
  for (const boleto of [currentBoleto, nextBoleto]) {
    const charges = boleto ? await gateway.find(boleto.reference) : []
    for (const charge of charges)
      if (!(await isChargeRecorded(charge)))
        await settleOrphanedCharge(gateway, orderId, charge).catch(rethrowAsRefused)
  }
}

export async function isChargeRecorded({ externalId }: { externalId: string }): Promise<boolean> {
  return (await findGatewayBoleto(gatewayName, { externalId, reference: null })) !== undefined
}

/** Cancels a charge. If that is no longer possible, applies its payment or reversal. */
async function settleOrphanedCharge(
  gateway: RemoteIssuer,
  orderId: number,
  { externalId }: RemoteBoleto,
): Promise<void> {
  const charge = await cancelOrRead(gateway, externalId)
  if (!charge) throw new Error('the gateway does not know this boleto')
  log.warn({ orderId, externalId, state: charge.state }, 'gateway: a charge that is no boleto here')
  if (charge.state === 'cancelled') return
  await applyRemoteBoleto(await matchBoleto(gateway, orderId, charge), charge, 'gateway')
}

/**
 * Returns the charge's boleto, for which it may add a row. Returns undefined if staff must decide, because
 * the amount differs or numbers are missing.
 */
async function matchBoleto(
  gateway: RemoteIssuer,
  orderId: number,
  charge: RemoteBoleto,
): Promise<GatewayBoleto | undefined> {
  const knownBoleto = await findGatewayBoleto(gatewayName, charge)
  const nextBoleto = await findNextBoleto(orderId)
  if (knownBoleto || !nextBoleto) return knownBoleto
  const description = { ...nextBoleto, orderId, documentDate: toCivilDate(new Date()) }
  const boleto = await gateway.describe(charge.externalId, description).catch((error) => {
    if (error instanceof IssuerRefused) return undefined
    throw error
  })
  const id = boleto && (await recordOrphanedBoleto(orderId, boleto))
  return id === undefined ? undefined : { id, external_id: charge.externalId }
}
