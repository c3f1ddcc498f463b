import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { issueBoleto } from '#app/jobs/issue-boleto.server.ts'
import { renderSlipPdf } from '#app/jobs/render-slip.server.ts'
import { findBoleto } from '#app/models/boleto.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'

afterAll(closePdfBrowser)

test('the slip is stored as a PDF and its name noted; a second run leaves it as it is', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), { id: 1 })
  await renderSlipPdf.run(String(orderId), { id: 2 })
  const file = (await findBoleto(orderId))?.slip_file ?? ''
  const path = join(process.env.DATA_DIR ?? '', file)
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
  const { mtimeMs } = await stat(path)
  await renderSlipPdf.run(String(orderId), { id: 2 })
  expect((await stat(path)).mtimeMs).toBe(mtimeMs)
})

test('without a slip there is nothing to print', async () => {
  await expect(renderSlipPdf.run('4000000', { id: 2 })).rejects.toThrow('no order or no slip')
})
