import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { requestReport } from '#app/models/platform/report-file.server.ts'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { address, makeCustomer } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

afterAll(closePdfBrowser)

let staffId: number

beforeEach(async () => {
  await openShop()
  staffId = await makeStaff()
})

/** Creates paid orders of one client in February 2026, of one, two, three … centavos. */
async function makePaidOrders(count: number) {
  const { profileId } = await makeCustomer()
  const billing = await db.insertInto('addresses').values(address).executeTakeFirstOrThrow()
  const orders = Array.from({ length: count }, (_, index) => ({
    profile_id: profileId,
    status: orderStatus.confirmed,
    date: '2026-02-10',
    paid_on: '2026-02-11',
    total_publications: index + 1,
    shipping_value: 0,
    total: index + 1,
    shipping_type: 'PAC',
    billing_address_id: Number(billing.insertId),
    payer_name: 'Ana Inventada',
    payer_document: '52998224725',
    checkout_token: (index + 1).toString(16).padStart(32, '0'),
  }))
  for (let from = 0; from < count; from += 1_000)
    await db
      .insertInto('orders')
      .values(orders.slice(from, from + 1_000))
      .execute()
}

async function makeReportFile(query: string) {
  const id = await requestReport({
    userId: staffId,
    slug: 'paid_orders',
    query,
    fileName: 'pedidos-pagos.pdf',
  })
  await prepareFile.run(String(id), { id: 1 })
  const file = await findPreparedFile(id, staffId)
  const pdf = await readFile(join(process.env.DATA_DIR ?? '', file?.file ?? ''))
  return { file, texts: (await toPageTexts(pdf)).map((text) => text.replace(/\s+/g, ' ')) }
}

const february = '?start=2026-02-01&end=2026-02-28'

test('a long report is one document with every row once and totals, and reports its progress', {
  meta: { slow: 'prints 1,203 orders' },
}, async () => {
  const moreOrdersThanOnePart = 1_203
  await makePaidOrders(moreOrdersThanOnePart)
  const { file, texts } = await makeReportFile(february)
  expect(file).toMatchObject({ state: 'ready', done: moreOrdersThanOnePart, total: moreOrdersThanOnePart })
  const fullText = texts.join(' ')
  expect(fullText.match(/10\/02\/2026/g)).toHaveLength(moreOrdersThanOnePart)
  texts.forEach((text, index) => {
    expect(text).toContain('Data do pedido Pedido Cliente Publicações Valor NF')
    expect(text).toContain(`${index + 1} / ${texts.length}`)
  })
  expect(texts.at(-1)).toContain('Número de pedidos 1.203 Total acumulado R$ 7.242,06')
})

test('prints a short report in one part, and a message for an empty one', async () => {
  await makePaidOrders(3)
  const { texts } = await makeReportFile(february)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('Número de pedidos 3 Total acumulado R$ 0,06')
  const emptyReportFile = await makeReportFile('?start=2019-01-01&end=2019-01-31')
  expect(emptyReportFile.texts[0]).toContain('Nenhum pedido encontrado')
})

test('rejects a report with too many rows and marks it as failed', async () => {
  const tooManyOrders = 10_001
  await makePaidOrders(tooManyOrders)
  const request = { userId: staffId, slug: 'paid_orders', query: february, fileName: 'pedidos-pagos.pdf' }
  const id = await requestReport(request)
  await expect(prepareFile.run(String(id), { id: 1 })).rejects.toThrow('10001 rows are too many for paper')
  expect((await findPreparedFile(id, staffId))?.state).toBe('failed')
})
