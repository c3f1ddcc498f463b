import { boletoStates } from '#app/domain/charges/boleto-state.ts'
import { parseBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import { makeBoletoMark } from '#app/models/charges/boleto-reference.server.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'

const dayMs = 24 * 3_600_000
/** Withdrawn boletos are checked for this number of days, because a payment in transit still counts. */
const withdrawnCheckDays = 60

export type GatewayBoleto = { id: number; external_id: string | null }

type ReportedCharge = { externalId: string; reference: string | null }

/** Finds a boleto by charge id, else by reference. Two charges at the gateway may share a reference. */
export async function findGatewayBoleto(
  issuer: IssuerName,
  charge: ReportedCharge,
): Promise<GatewayBoleto | undefined> {
  const boletos = db.selectFrom('boletos').select(['id', 'external_id']).where('issuer', '=', issuer)
  const boletoByCharge = await boletos.where('external_id', '=', charge.externalId).executeTakeFirst()
  if (boletoByCharge || charge.reference === null) return boletoByCharge
  return boletos.where('reference', '=', charge.reference).executeTakeFirst()
}

/** Returns true if the reference has the id of an order of this shop and a mark of its checkout token. */
export async function isOrderReference(reference: string | null): Promise<boolean> {
  const parsedReference = parseBoletoReference(reference ?? '')
  if (!parsedReference) return false
  const order = await db
    .selectFrom('orders')
    .select('checkout_token')
    .where('id', '=', parsedReference.orderId)
    .executeTakeFirst()
  return order !== undefined && makeBoletoMark(order.checkout_token) === parsedReference.mark
}

/** Marks a boleto as cancelled by its issuer. Returns 'known' if it is paid or was already marked. */
export function writeOffBoleto(id: number, actor: Actor): Promise<'cancelled' | 'known'> {
  return withTransaction(async (trx) => {
    const boleto = await trx
      .selectFrom('boletos')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await lockOrder(trx, boleto.order_id)
    const stateChange = await changeBoleto(trx, id, 'written-off', actor)
    return stateChange === 'changed' ? 'cancelled' : 'known'
  })
}

const openStates = boletoStates.filter((state) => state !== 'paid' && state !== 'written-off')

/** Returns boletos that are open, or were withdrawn or written off lately. The oldest check comes first. */
export function listBoletosToCheck(issuer: IssuerName, now: Date, limit: number): Promise<GatewayBoleto[]> {
  const since = new Date(now.getTime() - withdrawnCheckDays * dayMs)
  const ids = db.selectFrom('boletos').select('id').where('issuer', '=', issuer)
  // A union instead of OR, so that each part uses its own index.
  const idsToCheck = ids
    .where('withdrawn_at', 'is', null)
    .where('state', 'in', openStates)
    .union(ids.where('withdrawn_at', '>=', since))
    .union(ids.where('state', '=', 'written-off').where('state_at', '>=', since))
  return db
    .selectFrom('boletos')
    .innerJoin(idsToCheck.as('to_check'), 'to_check.id', 'boletos.id')
    .select(['boletos.id', 'external_id'])
    .where('external_id', 'is not', null)
    .where('state', '<>', 'paid')
    .orderBy('checked_at')
    .orderBy('boletos.id')
    .limit(limit)
    .execute()
}

export async function markChecked(id: number, now: Date): Promise<void> {
  await db.updateTable('boletos').set({ checked_at: now }).where('id', '=', id).execute()
}
