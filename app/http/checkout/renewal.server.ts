import { needsShipping } from '#app/domain/checkout/shipping.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findCheckoutProfile, type Viewer } from '#app/models/accounts/user.server.ts'
import { findOrderByToken } from '#app/models/orders/order-placement.server.ts'
import { listRenewalUnits, type RenewalUnit } from '#app/models/subscriptions/renewal.server.ts'
import { formatCopyName } from '#app/text/accounts/aircraft-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

/** The reason why a renewal goes through the cart instead of directly to payment. */
export type CartReason = 'printed' | 'no-address' | 'no-document'

export type RenewalStep =
  | { orderId: number }
  | { faults: string[] }
  | { units: RenewalUnit[]; cartReason: Exclude<CartReason, 'no-document'> | null }

/** Returns the next step of a confirmed renewal. Writes nothing. Throws 404 for another customer's unit. */
export async function startRenewal(
  viewer: Viewer,
  ids: readonly number[],
  token: string,
): Promise<RenewalStep> {
  const knownOrder = await findOrderByToken(token)
  if (knownOrder?.userId === viewer.userId) return { orderId: knownOrder.orderId }
  const units = await listOwnUnits(viewer, ids)
  const openOrderId = findOpenOrderId(units)
  if (openOrderId !== undefined) return { orderId: openOrderId }
  const faults = listFaults(units)
  if (faults.length > 0) return { faults }
  const cartReason = findCartReason(units, await findCheckoutProfile(viewer.profileId))
  if (cartReason === 'no-document') return { faults: [messages.payerIncomplete] }
  return { units, cartReason }
}

export async function listOwnUnits({ profileId }: Viewer, ids: readonly number[]): Promise<RenewalUnit[]> {
  const units = await listRenewalUnits({ profileId, ids, today: toCivilDate(new Date()) })
  return units.length === ids.length ? units : notFound()
}

type Profile = Awaited<ReturnType<typeof findCheckoutProfile>>

export function findCartReason(
  units: readonly { isDownload: boolean }[],
  profile: Profile,
): CartReason | null {
  const document = profile.isCompany ? profile.cnpj : profile.cpf
  if (!document) return 'no-document'
  if (needsShipping(units)) return 'printed'
  return profile.billing ? null : 'no-address'
}

/** Returns the unpaid order that already renews all of these units, if there is one. */
function findOpenOrderId(units: readonly RenewalUnit[]): number | undefined {
  const orderIds = new Set(units.map(({ openOrderId }) => openOrderId))
  const [onlyId] = orderIds
  return orderIds.size === 1 ? (onlyId ?? undefined) : undefined
}

function listFaults(units: readonly RenewalUnit[]): string[] {
  if (units.length === 0) return [messages.noneToRenew]
  return units.flatMap(({ name, registration, serialNumber, blocker }) => {
    const unitName = formatCopyName({ name, registration, serialNumber })
    return blocker ? [`${unitName}: ${renewalBlockerLabels[blocker]}`] : []
  })
}
