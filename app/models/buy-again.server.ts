import { largestQuantity } from '#app/domain/cart.ts'
import { copyForAircraft } from '#app/domain/units.ts'
import { addToCart, type CartItem, findCart, setCartQuantity } from '#app/models/cart.server.ts'
import { findOrMakeDraft, saveDraft } from '#app/models/checkout-draft.server.ts'
import { db } from '#app/models/db.server.ts'

type Customer = { userId: number; profileId: number }

/**
 * Puts the publication of a customer's unit into the cart once more, with the unit's aircraft typed into the checkout
 * already (D33); pressing twice is one copy. Undefined when the customer has no such unit.
 */
export async function buyAgain(
  { userId, profileId }: Customer,
  subscriptionId: number,
): Promise<'added' | 'not-on-sale' | undefined> {
  const unit = await findUnit(subscriptionId, profileId)
  if (!unit) return undefined
  if (!(await addToCart({ userId }, unit.publicationId))) return 'not-on-sale'
  const cart = await findCart({ userId })
  const item = cart?.items.find((each) => each.publicationId === unit.publicationId && !each.renewal)
  if (cart && item?.hasAirplaneInfo) await fillAircraft({ userId, cartId: cart.id, item, unit })
  return 'added'
}

type Unit = NonNullable<Awaited<ReturnType<typeof findUnit>>>
type Filling = { userId: number; cartId: number; item: CartItem; unit: Unit }

async function fillAircraft({ userId, cartId, item, unit }: Filling) {
  if (unit.prefix === null) return
  const { fields } = await findOrMakeDraft(cartId)
  const start = `unit.${item.publicationId}`
  const copies = Array.from({ length: item.quantity }, (_, index) => index + 1)
  const marks = copies.map((copy) => fields[`${start}-${copy}.prefix`] ?? '')
  const canGrow = !item.isDownload && item.quantity < largestQuantity
  const copy = copyForAircraft(marks, unit.prefix) ?? (canGrow ? item.quantity + 1 : null)
  if (copy === null) return
  if (copy > item.quantity) await setCartQuantity({ userId }, item.publicationId, copy)
  await saveDraft(cartId, { ...fields, ...typedAircraft(`${start}-${copy}`, unit) })
}

/** The unit's aircraft as somebody would type it; a fuel nobody was told of is left to be chosen. */
function typedAircraft(block: string, { prefix, isForeign, serialNumber, fuel }: Unit) {
  return {
    [`${block}.prefix`]: prefix ?? '',
    [`${block}.serial`]: serialNumber ?? '',
    ...(fuel ? { [`${block}.fuel`]: String(fuel) } : {}),
    ...(isForeign ? { [`${block}.foreign`]: 'on' } : {}),
  }
}

function findUnit(subscriptionId: number, profileId: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('subscriptions.id', '=', subscriptionId)
    .where('subscriptions.profile_id', '=', profileId)
    .select([
      'subscriptions.publication_id as publicationId',
      'airplane_prefix as prefix',
      'fuel_type as fuel',
    ])
    .select(['airplane_is_foreign as isForeign', 'airplane_serial_number as serialNumber'])
    .executeTakeFirst()
}
