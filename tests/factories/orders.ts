import { randomBytes } from 'node:crypto'
import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { calculateShipmentWeightKg, needsShipping, shippingTypes } from '#app/domain/checkout/shipping.ts'
import { hashSecret, makeSecret } from '#app/models/accounts/session.server.ts'
import { addToCart, findCart, setCartQuantity } from '#app/models/checkout/cart.server.ts'
import { findOrCreateDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { storeFreightQuote } from '#app/models/checkout/shipping.server.ts'
import { type OrderRequest, placeOrder } from '#app/models/orders/order-placement.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { address, makeBuyerData } from './people.ts'
import { makePublication } from './publications.ts'
import { insertOrderRows, type OrderRowData, pac } from './rows/orders.ts'

/** Creates a cart with these quantities by publication, by default of a visitor. Returns it and its owner. */
export async function makeCart(quantities: Record<number, number>, owner: CartOwner = makeVisitorOwner()) {
  for (const [id, quantity] of Object.entries(quantities)) {
    await addToCart(owner, Number(id))
    await setCartQuantity(owner, Number(id), quantity)
  }
  const cart = await findCart(owner)
  if (!cart) throw new Error('no cart was made')
  return { ...cart, owner }
}

export function makeVisitorOwner(): { keyHash: string } {
  return { keyHash: hashSecret(makeSecret()) }
}

/** Returns a visitor's request to order the cart at its present prices, by PAC if the cart needs shipping. */
export async function makeOrderRequest(
  cart: Awaited<ReturnType<typeof makeCart>>,
  overrides: Partial<OrderRequest> = {},
): Promise<OrderRequest> {
  const requiresFreight = needsShipping(cart.items)
  if (requiresFreight)
    await storeFreightQuote({ cep: address.zip_code, weightKg: calculateShipmentWeightKg(cart.items) }, [pac])
  return {
    cartId: cart.id,
    checkoutToken: (await findOrCreateDraft(cart.id)).token,
    buyer: await makeBuyerData(),
    billing: address,
    shipping: null,
    shippingService: requiresFreight ? pac.service : shippingTypes.download,
    shownCart: {
      prices: new Map(cart.items.map((item) => [item.key, item.price])),
      quantities: new Map(cart.items.map((item) => [item.key, item.quantity])),
      shippingValue: requiresFreight ? pac.value : null,
    },
    offersFreightToBeAgreed: true,
    units: {},
    termsVersion: '2026-01-01',
    confirmedRepeatId: null,
    today: '2026-11-21',
    ...overrides,
  }
}

/** Inserts an order that waits for its boleto. Its customer is new unless `buyer` is given. */
export async function makeOrder(quantities: Record<number, number>, data: OrderRowData = {}) {
  const { placed } = await withTransaction((trx) => insertOrderRows(trx, quantities, data))
  return placed
}

/** Places an order from a new customer's cart by `placeOrder`, for tests of that function. */
export async function placeNewOrder(
  quantities: Record<number, number>,
  overrides: Partial<OrderRequest> = {},
) {
  return placeOrder(await makeOrderRequest(await makeCart(quantities), overrides))
}

/** Creates a new customer's order whose photo is under review: of a download if a price is given. */
export async function makeOrderUnderReview(price?: number) {
  const name = `${randomBytes(16).toString('hex')}.jpg`
  const id = await makePublication({
    name: 'Placares',
    has_photo_upload: true,
    ...(price === undefined ? {} : { price, is_download: true }),
  })
  const cart = await makeCart({ [id]: 1 })
  await db
    .insertInto('photos')
    .values({ name, cart_id: cart.id, type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
    .execute()
  const units = {
    [`${id}-0`]: { registration: null, isForeign: false, serialNumber: null, fuel: null, photo: name },
  }
  const placed = await placeOrder(await makeOrderRequest(cart, { units }))
  return { ...placed, publicationId: id, profileId: await getProfileId(placed.userId) }
}

export async function getProfileId(userId: number): Promise<number> {
  const profile = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return profile.id
}
