import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatBoletoLine } from '#app/domain/charges/boleto.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { hashPassword } from '#app/models/accounts/user.server.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCart, makeOrder, makeOrderRequest } from '#tests/factories/orders.ts'
import { password, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { giveBoletoFile } from '#tests/support/boletos.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailOrderReceived = requireMailJob('mail-order-received')

const folder = join(process.env.DATA_DIR ?? '', 'mail')

/** Returns a written message: its raw headers, and its body without quoted-printable. */
async function readMail(name: string) {
  const source = await readFile(join(folder, name), 'latin1')
  const [, headers = '', encodedBody = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(source) ?? []
  const bytes = encodedBody
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { headers, body: Buffer.from(bytes, 'latin1').toString('utf8') }
}

test('lists the items, prices and payment in text and HTML', async () => {
  await openShop()
  const manual = await makePublication({ name: 'Manual da Hélice', version: 'Rev. 3', price: 80_10 })
  const cart = await makeCart({ [manual]: 2, [await makeDownload({ price: 35_05 })]: 1 })
  const buyer = { email: 'carta@exemplo.test', passwordHash: await hashPassword(password), identity: person }
  const { orderId } = await placeOrder(await makeOrderRequest(cart, { buyer }))
  await issueBoleto.run(String(orderId), { id: 1 })
  await mailOrderReceived.run(String(orderId), { id: 71 })
  const mail = await readMail('evt-71.eml')
  const line = formatBoletoLine((await findCurrentBoleto(orderId))?.line ?? '')
  const data = ['2 × Manual da Hélice (versão Rev. 3)', 'R$ 160,20', 'R$ 217,75', line, `/payment/${orderId}`]
  const [text = '', html = ''] = mail.body.split(/Content-Type: text\/html/i)
  for (const fact of data) {
    expect(text).toContain(fact)
    expect(html).toContain(fact)
  }
  expect(mail.headers).toMatch(/^To: carta@exemplo\.test/im)
  expect(mail.headers).toMatch(/^From: .*atendimento@aeropub\.test/im)
  expect(mail.headers).toMatch(/^Message-ID: <evt-71@/im)
  expect(text).toContain('CNPJ 11.222.333/0001-81')
})

test('lists the aircraft of each copy and the billing and delivery addresses', async () => {
  await openShop()
  const manual = await makePublication({ name: 'Manual da Hélice', has_airplane_info: true })
  const aircraft = { isForeign: false, fuel: 2, photo: null }
  const units = {
    [`${manual}-1`]: { ...aircraft, registration: 'PT-ABC', serialNumber: '200512' },
    [`${manual}-2`]: { ...aircraft, registration: 'PR-XYZ', serialNumber: '200513' },
  }
  const { orderId } = await makeOrder({ [manual]: 2 }, { units })
  await issueBoleto.run(String(orderId), { id: 1 })
  await mailOrderReceived.run(String(orderId), { id: 74 })
  const { body } = await readMail('evt-74.eml')
  for (const expectedText of [
    'Aeronave: PT-ABC, nº de série 200512, etanol',
    'Aeronave: PR-XYZ, nº de série 200513, etanol',
    'Cobrança: ',
    'Entrega: ',
    'CEP ',
  ])
    expect(body).toContain(expectedText)
})

test('breaks links in what the buyer typed', async () => {
  await openShop()
  const manual = await makePublication({ name: 'Manual da Hélice', has_airplane_info: true })
  const makeDomain = (fieldName: string) => `${fieldName}.exemplo.test`
  const aircraft = { registration: 'PT-ABC', isForeign: false, fuel: 2, photo: null }
  const units = { [`${manual}-1`]: { ...aircraft, serialNumber: `https://${makeDomain('serie')}` } }
  const { orderId } = await makeOrder({ [manual]: 1 }, { units, purchaseOrder: makeDomain('compra') })
  await db
    .updateTable('profiles')
    .set({ name: `Sua conta: ${makeDomain('nome')}` })
    .execute()
  await db
    .updateTable('addresses')
    .set({ street: makeDomain('rua') })
    .execute()
  await issueBoleto.run(String(orderId), { id: 1 })
  await mailOrderReceived.run(String(orderId), { id: 78 })
  const { body } = await readMail('evt-78.eml')
  for (const fieldName of ['serie', 'compra', 'nome', 'rua']) {
    expect.soft(body).toContain(`${fieldName}. exemplo. test`)
    expect.soft(body).not.toContain(`${fieldName}.exemplo`)
  }
})

test('attaches the boleto PDF, or has only the link if there is none or its file is missing', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), { id: 1 })
  await mailOrderReceived.run(String(orderId), { id: 75 })
  await giveBoletoFile(orderId, Buffer.from('%PDF-1.4 of the order'))
  await mailOrderReceived.run(String(orderId), { id: 76 })
  await removeFile(`boletos/test-${orderId}.pdf`)
  await mailOrderReceived.run(String(orderId), { id: 77 })
  const bodies = await Promise.all([75, 76, 77].map(async (id) => (await readMail(`evt-${id}.eml`)).body))
  const encodedPdf = Buffer.from('%PDF-1.4 of the order').toString('base64')
  const attachmentTexts = [`boleto-pedido-${orderId}.pdf`, 'application/pdf', encodedPdf, 'segue anexo']
  for (const [index, body = ''] of bodies.entries()) {
    for (const text of attachmentTexts) expect(body.includes(text), `${index} ${text}`).toBe(index === 1)
    expect(body).toContain(`/payment/${orderId}`)
  }
})

test('a second run of the job writes no second message', async () => {
  await openShop()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(orderId), { id: 1 })
  await mailOrderReceived.run(String(orderId), { id: 72 })
  await mailOrderReceived.run(String(orderId), { id: 72 })
  expect((await readdir(folder)).filter((name) => name.startsWith('evt-72'))).toEqual(['evt-72.eml'])
})

test('sends no mail without a boleto or an order', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await expect(mailOrderReceived.run(String(orderId), { id: 73 })).rejects.toThrow('no order or no boleto')
  await expect(mailOrderReceived.run('4000000', { id: 73 })).rejects.toThrow('no order or no boleto')
})
