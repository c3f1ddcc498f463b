import { expect, test } from 'vitest'
import { makeEmptyTaxes, writeTaxes } from '#app/models/catalogue/publication-taxes.server.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-data.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { invoiceItems } from '#app/models/reports/invoice-items.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

test('the plan of a paid order contains the faults or, without faults, the request for its NF-e', async () => {
  await openShop()
  const { orderId } = await makePaidOrder()
  expect(await planOrderInvoices(orderId)).toEqual({ ok: false, faults: [{ code: 'fiscal-missing' }] })
  await saveSetting('fiscal', { regime: 'normal', ie: '110042490114' })
  const plan = await planOrderInvoices(orderId)
  if (!plan?.ok) throw new Error(JSON.stringify(plan))
  expect(plan.requests).toHaveLength(1)
  expect(plan.requests[0]).toMatchObject({
    model: 'nfe',
    reference: `pedido-${orderId}-nfe-1`,
    environment: 'test',
    regime: 'normal',
    issuer: { cnpj: '11222333000181', ie: '110042490114', address: { cityCode: '3507506' } },
    buyer: { indicator: '9' },
    payment: { way: 'other', paidOn: '2026-11-02' },
    items: [
      { quantity: 2, ncm: '49019900', icms: '41', ibsCbsCst: '410', classTrib: '410008' },
      { quantity: 1 },
    ],
  })
  expect(await planOrderInvoices(orderId + 1)).toBeUndefined()
})

test('the tax codes of a publication replace those of its kind, which replace those of its medium', async () => {
  await openShop()
  const order = await makePaidOrder()
  const listPlannedNcm = async () => {
    const plan = await planOrderInvoices(order.orderId)
    if (!plan?.ok) throw new Error(JSON.stringify(plan))
    return plan.requests[0]?.items.map((item) => ('ncm' in item ? item.ncm : null))
  }
  await saveSetting('fiscal', { regime: 'simples', ie: '110042490114' })
  await saveSetting('taxDefaults', { print: { ncm: '49111010' } })
  await db.updateTable('publications').set({ kind: 'other' }).where('id', '=', order.manual).execute()
  await db.updateTable('publications').set({ kind: 'parts' }).where('id', '=', order.subscription).execute()
  expect(await listPlannedNcm()).toEqual(['49111010', '49111010'])
  await saveSetting('taxDefaults', { print: { ncm: '49111010' }, 'print/parts': { ncm: '49119900' } })
  expect(await listPlannedNcm()).toEqual(['49111010', '49119900'])
  const ownTaxes = { ...makeEmptyTaxes().taxes, ncm: '49019100' }
  await withTransaction((trx) => writeTaxes(trx, order.subscription, ownTaxes))
  expect(await listPlannedNcm()).toEqual(['49111010', '49019100'])
})

test('the delivery state, or the billing state for downloads, determines the CFOP of invoice and report', async () => {
  await openShop()
  await saveSetting('fiscal', { regime: 'normal', ie: '110042490114' })
  const { orderId } = await makePaidOrder()
  const planCfops = async () => {
    const plan = await planOrderInvoices(orderId)
    if (!plan?.ok) throw new Error(JSON.stringify(plan))
    const [invoice] = plan.requests
    const paymentDay = { start: '2026-11-02', end: '2026-11-02', by: 'paid_on' } as const
    const [row] = await invoiceItems.rows(paymentDay, { limit: 1, offset: 0 })
    return [invoice?.model === 'nfe' ? invoice.items[0]?.cfop : null, row?.cfop]
  }
  const addressFields = { street: 'Rua Inventada', number: '9', complement: '', province: 'Centro' }
  const cityFields = {
    MT: { zip_code: '78700000', city: 'Rondonópolis', state: 'MT', city_code: '5107602' },
    SP: { zip_code: '18600000', city: 'Botucatu', state: 'SP', city_code: '3507506' },
  }
  const setAddressStates = async (billing: 'MT' | 'SP', shipping: 'MT' | 'SP') => {
    const ids = await Promise.all(
      [billing, shipping].map((state) =>
        db
          .insertInto('addresses')
          .values({ ...addressFields, ...cityFields[state] })
          .executeTakeFirstOrThrow(),
      ),
    )
    const [billing_address_id, shipping_address_id] = ids.map(({ insertId }) => Number(insertId))
    await db
      .updateTable('orders')
      .set({ billing_address_id: billing_address_id ?? 0, shipping_address_id: shipping_address_id ?? 0 })
      .where('id', '=', orderId)
      .execute()
  }
  // 6108 is the code for a sale to another state, and 5102 for a sale within SP.
  await setAddressStates('SP', 'MT')
  expect(await planCfops()).toEqual(['6108', '6108'])
  await setAddressStates('MT', 'SP')
  expect(await planCfops()).toEqual(['5102', '5102'])
  await db.updateTable('orders').set({ shipping_type: 'DOWNLOAD' }).where('id', '=', orderId).execute()
  await db.updateTable('order_lines').set({ is_download: true }).where('order_id', '=', orderId).execute()
  expect(await planCfops()).toEqual(['6108', '6108'])
})

test('the buyer on the invoice is a reseller only if the order is marked with "R"', async () => {
  await openShop()
  await saveSetting('fiscal', { regime: 'normal', ie: '110042490114' })
  const { orderId } = await makePaidOrder()
  const changeBuyer = async (payer_contributor: string | null) => {
    await db
      .updateTable('orders')
      .set({ payer_ie: '110042490114', payer_contributor })
      .where('id', '=', orderId)
      .execute()
    const plan = await planOrderInvoices(orderId)
    if (!plan?.ok) throw new Error(JSON.stringify(plan))
    return plan.requests[0]?.buyer
  }
  expect(await changeBuyer('R')).toMatchObject({ indicator: '1', isReseller: true })
  expect(await changeBuyer(null)).toMatchObject({ indicator: '1', isReseller: false })
})

test.each([
  ['bank-file', undefined, 'boleto'],
  ['gateway', 'gateway-pix', 'pix'],
  ['pix', 'bank-pix', 'pix'],
] as const)('maps payment source %s and way %s to the payment means %s', async (source, way, means) => {
  await openShop()
  await saveSetting('fiscal', { regime: 'normal', ie: '110042490114' })
  const { orderId } = await makePaidOrder()
  const { total } = await db
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payments')
    .values({
      event_key: `test/${source}`,
      source,
      order_id: orderId,
      value: total,
      paid_on: '2026-11-02',
      way: way ?? null,
    })
    .execute()
  const plan = await planOrderInvoices(orderId)
  if (!plan?.ok) throw new Error(JSON.stringify(plan))
  expect(plan.requests[0]).toMatchObject({ payment: { way: means, paidOn: '2026-11-02' } })
  const period = { start: '2026-11-02', end: '2026-11-02' }
  const [reportRow] = await invoiceItems.rows({ ...period, by: 'paid_on' }, { limit: 1, offset: 0 })
  expect(reportRow).toMatchObject({ orderId, means })
})
