import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { billing, fillCart, fillCheckoutForm, fillPersonForm } from '#tests/support/checkout-form.ts'
import { readSeenVersion } from '#tests/support/pages/forms-in.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'
import { recordStatements } from '#tests/support/statements.ts'

const today = toCivilDate(new Date())

beforeEach(openShop)

type OperationRequest = { visitor: Visitor; path: string; fields?: Fields }
type Operation = {
  /** creates the data of the operation and returns its request */
  prepare: () => Promise<OperationRequest>
  /** statements of the whole request, from `begin` to `commit`; may only shrink */
  statements: number
}

const operations: Record<string, Operation> = {
  'a visitor puts the first publication into a cart': {
    prepare: async () => makeCartRequest(new Visitor(), await makePublication()),
    statements: 8,
  },
  'a visitor with a cart adds a publication': {
    prepare: async () =>
      makeCartRequest(
        await fillCart(new Visitor(), { [await makePublication()]: 1 }),
        await makePublication(),
      ),
    statements: 2,
  },
  'a customer puts the first publication into a cart': {
    prepare: async () => makeCartRequest(await loginAs(await makeCustomer()), await makePublication()),
    statements: 7,
  },
  'a customer with a cart adds a publication': {
    prepare: async () =>
      makeCartRequest(await openCustomerWithCart({ [await makePublication()]: 1 }), await makePublication()),
    statements: 3,
  },
  'a customer adds a publication of the cart again': {
    prepare: async () => {
      const id = await makePublication()
      return makeCartRequest(await openCustomerWithCart({ [id]: 1 }), id)
    },
    statements: 4,
  },
  'a customer changes a quantity in the cart': {
    prepare: async () => {
      const id = await makePublication()
      return {
        visitor: await openCustomerWithCart({ [id]: 1 }),
        path: '/cart',
        fields: { publication_id: id, quantity: 3 },
      }
    },
    statements: 7,
  },
  'a customer removes a publication from the cart': {
    prepare: async () => {
      const id = await makePublication()
      return {
        visitor: await openCustomerWithCart({ [id]: 1 }),
        path: '/cart',
        fields: { publication_id: id, quantity: 0 },
      }
    },
    statements: 7,
  },
  'a customer opens the checkout': {
    prepare: async () => ({
      ...(await makeOrderOfCustomer({ [await makePublication()]: 1 })),
      fields: undefined,
    }),
    statements: 6,
  },
  'a customer opens the checkout for the first time': {
    prepare: async () => ({
      visitor: await openCustomerWithCart({ [await makePublication()]: 1 }),
      path: '/checkout',
    }),
    statements: 9,
  },
  'a visitor opens the checkout': {
    prepare: async () => {
      const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
      // Only the second visit is counted.
      await fetchPage(visitor, '/checkout')
      return { visitor, path: '/checkout' }
    },
    statements: 3,
  },
  'a customer opens the cart': {
    prepare: async () => ({
      visitor: await openCustomerWithCart({ [await makePublication()]: 1 }),
      path: '/cart',
    }),
    statements: 3,
  },
  'a customer opens a cart with a renewal': {
    prepare: async () => ({ visitor: (await makeRenewalOrder(1)).visitor, path: '/cart' }),
    statements: 3,
  },
  'a customer asks the checkout for the freight': {
    prepare: async () => {
      const order = await makeOrderOfCustomer({ [await makePublication()]: 1 })
      return { ...order, fields: { ...order.fields, intent: 'quote' } }
    },
    statements: 5,
  },
  'a customer orders one line': {
    prepare: async () => makeOrderOfCustomer({ [await makePublication()]: 1 }),
    statements: 20,
  },
  'a customer orders ten lines': {
    prepare: async () => makeOrderOfCustomer(Object.fromEntries(await makeTenPublications())),
    statements: 20,
  },
  'a customer orders a download': {
    prepare: async () => makeOrderOfCustomer({ [await makeDownload()]: 1 }),
    statements: 19,
  },
  'a customer orders a renewal': {
    prepare: () => makeRenewalOrder(1),
    statements: 20,
  },
  'a customer orders ten renewals': {
    prepare: () => makeRenewalOrder(10),
    statements: 20,
  },
  'a customer orders at another address': {
    prepare: async () => {
      const order = await makeOrderOfCustomer({ [await makePublication()]: 1 })
      return { ...order, fields: { ...order.fields, 'billing.number': '101' } }
    },
    statements: 29,
  },
  'a customer sends the form of an order again': {
    prepare: async () => {
      const order = await makeOrderOfCustomer({ [await makePublication()]: 1 })
      await fetchPage(order.visitor, order.path, order.fields)
      return order
    },
    statements: 3,
  },
  'a visitor orders and opens an account': {
    prepare: async () => {
      const visitor = await fillCart(new Visitor(), { [await makePublication()]: 1 })
      return { visitor, path: '/checkout', fields: { ...(await fillPersonForm(visitor)), intent: 'confirm' } }
    },
    statements: 50,
  },
  'a customer renews a download at once': {
    prepare: () => makeDirectRenewal(1),
    statements: 19,
  },
  'a customer renews ten downloads at once': {
    prepare: () => makeDirectRenewal(10),
    statements: 19,
  },
  'staff make an internal order': {
    prepare: async () => {
      const { profileId } = await makeCustomer()
      const path = `/admin/create_order?client=${profileId}&item.0.publication=${await makePublication()}&step=review`
      return readFormOfPage(await openStaff(), path)
    },
    statements: 16,
  },
  'a person logs in': {
    prepare: async () => {
      const { email } = await makeCustomer()
      return { visitor: new Visitor(), path: '/login', fields: { email, password } }
    },
    statements: 12,
  },
  'a person logs out': {
    prepare: async () => ({ visitor: await loginAs(await makeCustomer()), path: '/logout', fields: {} }),
    statements: 1,
  },
  'a customer saves the same addresses': {
    prepare: async () => {
      const [visitor, path] = [await loginAs(await makeCustomer()), '/account/addresses']
      const versionField = readSeenVersion((await fetchPage(visitor, path)).html)
      return { visitor, path, fields: { ...versionField, ...billing, 'billing.complement': '' } }
    },
    statements: 5,
  },
  'staff confirm a payment': {
    prepare: async () => {
      const { orderId } = await makeOrder({ [await makePublication()]: 1 })
      return {
        visitor: await openStaff(),
        path: `/admin/order/${orderId}/status`,
        fields: { from: orderStatus.pendingPayment, status: orderStatus.confirmed },
      }
    },
    statements: 15,
  },
  'staff confirm a payment of ten subscriptions': {
    prepare: async () => {
      const { orderId } = await makeOrder({ [await makePublication({ is_signature: true })]: 10 })
      return {
        visitor: await openStaff(),
        path: `/admin/order/${orderId}/status`,
        fields: { from: orderStatus.pendingPayment, status: orderStatus.confirmed },
      }
    },
    statements: 15,
  },
  'staff confirm a payment of ten renewals': {
    prepare: async () => {
      const { visitor, path, fields } = await makeDirectRenewal(10)
      const { location } = await fetchPage(visitor, path, fields)
      const id = /\d+$/.exec(location ?? '')?.[0]
      return {
        visitor: await openStaff(),
        path: `/admin/order/${id}/status`,
        fields: { from: orderStatus.pendingPayment, status: orderStatus.confirmed },
      }
    },
    statements: 19,
  },
  'staff approve a photo': {
    prepare: async () => {
      const { orderId } = await makeOrderUnderReview()
      return readFormOfPage(await openStaff(), `/admin/order/${orderId}/approval`)
    },
    statements: 11,
  },
  'staff cancel an order': {
    prepare: async () => {
      const { orderId } = await makeOrder({ [await makePublication()]: 1 })
      return {
        visitor: await openStaff(),
        path: `/admin/order/${orderId}/status`,
        fields: { from: orderStatus.pendingPayment, status: orderStatus.cancelled },
      }
    },
    statements: 12,
  },
  'staff mark a shipment as sent': {
    prepare: async () => {
      const id = await makeShipment(await makePaidOrder())
      const fields = { date: today, track_code: trackCode }
      return { visitor: await openStaff(), path: `/admin/expedition/${id}/dispatch`, fields }
    },
    statements: 24,
  },
}

test.each(Object.entries(operations))(
  'the operation %s runs exactly the allowed number of statements',
  async (_, { prepare, statements }) => {
    const { visitor, path, fields } = await prepare()
    let status = 0
    const recordedStatements = await recordStatements(async () => {
      status = (await fetchPage(visitor, path, fields)).status
    })
    expect(status).toBe(fields ? 303 : 200)
    expect(
      recordedStatements,
      'if more than allowed, remove repeated reads; if fewer, lower the allowance',
    ).toHaveLength(statements)
  },
)

function makeCartRequest(visitor: Visitor, publication: number): OperationRequest {
  return { visitor, path: '/cart', fields: { publication_id: publication, add: '1' } }
}

async function openCustomerWithCart(quantities: Record<number, number>): Promise<Visitor> {
  return fillCart(await loginAs(await makeCustomer()), quantities)
}

/** Returns the request by which a known customer orders without account changes. */
async function makeOrderOfCustomer(quantities: Record<number, number>): Promise<OperationRequest> {
  const visitor = await openCustomerWithCart(quantities)
  return makeOrderForm(visitor)
}

async function makeOrderForm(visitor: Visitor): Promise<OperationRequest> {
  const customerFields = { ...billing, 'billing.complement': '', 'buyer.phone': '(14) 99999-0000' }
  return {
    visitor,
    path: '/checkout',
    fields: { ...(await fillCheckoutForm(visitor, customerFields)), intent: 'confirm' },
  }
}

async function makeTenPublications(): Promise<[number, number][]> {
  const ids: [number, number][] = []
  while (ids.length < 10) ids.push([await makePublication({ weight: 50 }), 1])
  return ids
}

async function makeSubscriptions(count: number, isDownload: boolean) {
  const customer = await makeCustomer()
  const ids: number[] = []
  while (ids.length < count)
    ids.push(
      (await makeSubscription(customer, { due: addDays(today, 12), is_download: isDownload, weight: 50 })).id,
    )
  return { visitor: await loginAs(customer), ids: ids.map(String) }
}

/** Puts renewals into the cart. Returns the request that orders them at the checkout. */
async function makeRenewalOrder(count: number): Promise<OperationRequest> {
  const { visitor, ids } = await makeSubscriptions(count, false)
  await fetchPage(visitor, '/renew', { s: ids, to: 'cart' })
  return makeOrderForm(visitor)
}

/** Returns the request that renews downloads on the page /renew, without the cart. */
async function makeDirectRenewal(count: number): Promise<OperationRequest> {
  const { visitor, ids } = await makeSubscriptions(count, true)
  return readFormOfPage(visitor, `/renew?${ids.map((id) => `s=${id}`).join('&')}`)
}

/** Returns the form of a page with its hidden fields, and the terms accepted. */
async function readFormOfPage(visitor: Visitor, path: string): Promise<OperationRequest> {
  const { html } = await fetchPage(visitor, path)
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of html.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  ))
    fields[name] = [...(fields[name] ?? []), value]
  return { visitor, path, fields: { ...fields, terms: termsVersion } }
}

async function openStaff(): Promise<Visitor> {
  return loginAs({ userId: await makeStaff() })
}
