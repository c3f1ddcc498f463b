import { beforeEach, expect, test } from 'vitest'
import { addAircraft, listFleet } from '#app/models/accounts/aircraft.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action } from '#app/routes/checkout/checkout.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import {
  billing,
  confirmCheckout,
  fillCart,
  fillCheckoutForm,
  fillPersonForm,
  loadCheckout,
} from '#tests/support/checkout-form.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const ipanema = {
  registration: 'PT-ABC',
  isForeign: false,
  serialNumber: '200512',
  fuel: 2,
  nickname: null,
} as const
const foreignAircraft = {
  registration: 'N123AB',
  isForeign: true,
  serialNumber: 'C/3',
  fuel: 0,
  nickname: 'O vermelho',
} as const

async function makeCustomerWithFleet(copyCount = 1) {
  const customer = await makeCustomer()
  await addAircraft(customer.profileId, ipanema)
  await addAircraft(customer.profileId, foreignAircraft)
  const publication = await makePublication({ has_airplane_info: true })
  const visitor = await fillCart(await loginAs(customer), { [publication]: copyCount })
  return { visitor, publication, customer }
}

const makeUnitFields = (key: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`unit.${key}.${name}`, value]))
const emptyAircraft = { prefix: '', serial: '', fuel: '' }
const buyerFields = { ...billing, 'buyer.phone': '(14) 99999-0000' }
const listOrderLines = () => db.selectFrom('order_lines').selectAll().orderBy('id').execute()
const submitIntent = (visitor: Visitor, intent: string, fields: Fields) =>
  visitor.post(action, '/checkout', { ...fields, intent })

test('offers a customer’s fleet only to its owner, for publications that require aircraft', async () => {
  const { visitor, publication } = await makeCustomerWithFleet()
  const { html } = await fetchPage(visitor, '/checkout')
  expect(html).toContain(`name="unit.${publication}-1.saved"`)
  expect(html).toContain('N123AB · O vermelho')
  expect(html).toContain('<datalist id="minha-frota">')
  const otherVisitor = await fillCart(await loginAs(await makeCustomer()), { [publication]: 1 })
  expect((await fetchPage(otherVisitor, '/checkout')).html).not.toMatch(/N123AB|unit\.\d+-1\.saved/)
})

test('"Usar" replaces typed values with the selected aircraft and returns to its fields', async () => {
  const { visitor, publication } = await makeCustomerWithFleet(2)
  const unitKey = `${publication}-2`
  const typedFields = makeUnitFields(unitKey, { prefix: 'PR-XYZ', serial: '1', fuel: '1', saved: 'PT-ABC' })
  const answer = await submitIntent(visitor, `saved.${unitKey}`, { ...buyerFields, ...typedFields })
  expect([answer.status, answer.location]).toEqual([303, `/checkout#item-${publication}`])
  const { saved } = await loadCheckout(visitor)
  expect(saved).toMatchObject({
    [`unit.${unitKey}.prefix`]: 'PT-ABC',
    [`unit.${unitKey}.serial`]: '200512',
    [`unit.${unitKey}.fuel`]: '2',
  })
  expect(saved[`unit.${unitKey}.saved`]).toBeUndefined()
  expect(saved[`unit.${publication}-1.prefix`]).toBeUndefined()
})

test('orders with the selected aircraft even if "Usar" was not pressed', async () => {
  const { visitor, publication } = await makeCustomerWithFleet()
  const selectedFields = makeUnitFields(`${publication}-1`, { ...emptyAircraft, saved: 'PT-ABC' })
  expect(
    (await confirmCheckout(visitor, await fillCheckoutForm(visitor, { ...buyerFields, ...selectedFields })))
      .status,
  ).toBe(303)
  expect(await listOrderLines()).toMatchObject([
    {
      airplane_registration: 'PT-ABC',
      airplane_serial_number: '200512',
      fuel_type: 2,
      airplane_is_foreign: false,
    },
  ])
})

test('a typed registration from the fleet fills the empty fields and the box for foreign aircraft', async () => {
  const { visitor, publication } = await makeCustomerWithFleet()
  const typedFields = makeUnitFields(`${publication}-1`, { prefix: 'n123ab', serial: '', fuel: '1' })
  expect(
    (await confirmCheckout(visitor, await fillCheckoutForm(visitor, { ...buyerFields, ...typedFields })))
      .status,
  ).toBe(303)
  expect(await listOrderLines()).toMatchObject([
    {
      airplane_registration: 'N123AB',
      airplane_serial_number: 'C/3',
      fuel_type: 1,
      airplane_is_foreign: true,
    },
  ])
})

test('never mixes the typed data of one aircraft with the selected aircraft', async () => {
  const { visitor, publication } = await makeCustomerWithFleet()
  const typedFields = makeUnitFields(`${publication}-1`, {
    prefix: 'PR-XYZ',
    serial: '',
    fuel: '1',
    saved: 'PT-ABC',
  })
  const { data } = await confirmCheckout(
    visitor,
    await fillCheckoutForm(visitor, { ...buyerFields, ...typedFields }),
  )
  expect(data.error).toEqual({ [`unit.${publication}-1.serial`]: ['Campo obrigatório'] })
  expect(await listOrderLines()).toEqual([])
})

test('the checkout ignores a selected aircraft of another customer', async () => {
  const { publication } = await makeCustomerWithFleet()
  const otherVisitor = await fillCart(await loginAs(await makeCustomer()), { [publication]: 1 })
  const key = `${publication}-1`
  await submitIntent(otherVisitor, `saved.${key}`, {
    ...buyerFields,
    ...makeUnitFields(key, { ...emptyAircraft, saved: 'PT-ABC' }),
  })
  expect((await loadCheckout(otherVisitor)).saved[`unit.${key}.prefix`] ?? '').toBe('')
})

test('offers an aircraft of an earlier order until it is added to the fleet', async () => {
  const { visitor, publication, customer } = await makeCustomerWithFleet()
  const key = `${publication}-1`
  const otherAircraft = { prefix: 'PR-XYZ', serial: 'K-77', fuel: '3' }
  await confirmCheckout(
    visitor,
    await fillCheckoutForm(visitor, { ...buyerFields, ...makeUnitFields(key, otherAircraft) }),
  )
  await fillCart(visitor, { [publication]: 1 })
  expect((await fetchPage(visitor, '/checkout')).html).toContain('PR-XYZ · de um pedido')
  await submitIntent(visitor, `saved.${key}`, {
    ...buyerFields,
    ...makeUnitFields(key, { ...emptyAircraft, saved: 'PR-XYZ' }),
  })
  expect((await loadCheckout(visitor)).saved).toMatchObject({
    [`unit.${key}.prefix`]: 'PR-XYZ',
    [`unit.${key}.serial`]: 'K-77',
    [`unit.${key}.fuel`]: '3',
  })
  await addAircraft(customer.profileId, { ...ipanema, registration: 'PR-XYZ' })
  expect((await fetchPage(visitor, '/checkout')).html).not.toContain('de um pedido')
})

test('a ticked box adds an aircraft to the fleet, and is hidden for an aircraft of the fleet', async () => {
  const { visitor, publication, customer } = await makeCustomerWithFleet(3)
  const formatKey = (copy: number) => `${publication}-${copy}`
  const form = {
    ...makeUnitFields(formatKey(1), { prefix: 'PR-XYZ', serial: 'K-77', fuel: '3', keep: 'on' }),
    ...makeUnitFields(formatKey(2), { prefix: 'PS-CRC', serial: 'C3', fuel: '1' }),
    ...makeUnitFields(formatKey(3), { prefix: 'PT-ABC', serial: 'changed', fuel: '1', keep: 'on' }),
  }
  const page = await fetchPage(visitor, '/checkout')
  expect(page.html.match(/name="unit\.\d+-\d\.keep"/g)).toHaveLength(3)
  await submitIntent(visitor, 'save', { ...buyerFields, ...form })
  const checkoutPage = await fetchPage(visitor, '/checkout')
  expect(checkoutPage.html.match(/name="unit\.\d+-\d\.keep"/g)).toHaveLength(2)
  expect(
    (await confirmCheckout(visitor, await fillCheckoutForm(visitor, { ...buyerFields, ...form }))).status,
  ).toBe(303)
  expect(await listFleet(customer.profileId)).toMatchObject([
    { registration: 'N123AB' },
    { registration: 'PR-XYZ', serialNumber: 'K-77', fuel: 3, isForeign: false, nickname: null },
    { registration: 'PT-ABC', serialNumber: '200512' },
  ])
})

test('stores a visitor’s aircraft in the new account', async () => {
  const publication = await makePublication({ has_airplane_info: true })
  const visitor = await fillCart(new Visitor(), { [publication]: 1 })
  const typedFields = makeUnitFields(`${publication}-1`, {
    prefix: 'PR-XYZ',
    serial: 'K-77',
    fuel: '3',
    keep: 'on',
  })
  expect((await confirmCheckout(visitor, await fillPersonForm(visitor, typedFields))).status).toBe(303)
  expect(await db.selectFrom('aircraft').select('registration').execute()).toEqual([
    { registration: 'PR-XYZ' },
  ])
})
