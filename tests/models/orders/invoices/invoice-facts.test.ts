import { expect, test } from 'vitest'
import { withoutTaxes, writeTaxes } from '#app/models/catalogue/publication-taxes.server.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-facts.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { invoiceItems } from '#app/models/reports/invoice-items.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

test('a paid order says what is missing, then gives the request of its NF-e', async () => {
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

test("a publication's own codes go before its kind's, and those before the medium's", async () => {
  await openShop()
  const order = await makePaidOrder()
  const ncm = async () => {
    const plan = await planOrderInvoices(order.orderId)
    if (!plan?.ok) throw new Error(JSON.stringify(plan))
    return plan.requests[0]?.items.map((item) => ('ncm' in item ? item.ncm : null))
  }
  await saveSetting('fiscal', { regime: 'simples', ie: '110042490114' })
  await saveSetting('taxDefaults', { print: { ncm: '49111010' } })
  await db.updateTable('publications').set({ kind: 'other' }).where('id', '=', order.manual).execute()
  await db.updateTable('publications').set({ kind: 'parts' }).where('id', '=', order.subscription).execute()
  expect(await ncm()).toEqual(['49111010', '49111010'])
  await saveSetting('taxDefaults', { print: { ncm: '49111010' }, 'print/parts': { ncm: '49119900' } })
  expect(await ncm()).toEqual(['49111010', '49119900'])
  const own = { ...withoutTaxes().taxes, ncm: '49019100' }
  await withTransaction((trx) => writeTaxes(trx, order.subscription, own))
  expect(await ncm()).toEqual(['49111010', '49019100'])
})

test.each([
  ['bank-file', undefined, 'boleto'],
  ['gateway', 'gateway-pix', 'pix'],
  ['pix', 'bank-pix', 'pix'],
] as const)('what came by %s as %s is paid by %s', async (source, way, means) => {
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
  const [line] = await invoiceItems.rows({ ...period, by: 'paid_on' }, { limit: 1, offset: 0 })
  expect(line).toMatchObject({ orderId, means })
})
