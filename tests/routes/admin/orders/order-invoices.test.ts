import { beforeEach, expect, test } from 'vitest'
import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
import { findOwnTaxes } from '#app/models/catalogue/publication-taxes.server.ts'
import { listInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import { listOrderFiles } from '#app/models/orders/order-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findFiscal, getTaxDefaults } from '#app/models/settings/setting.server.ts'
import { action as record } from '#app/routes/admin/orders/invoices/invoice.tsx'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let admin: Visitor

beforeEach(async () => {
  await openShop()
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

const keyWithoutCheckDigit = '3526111122233300018155001000001234148291037'
const accessKey = `${keyWithoutCheckDigit}${calculateAccessKeyDigit(keyWithoutCheckDigit)}`
const xml = Buffer.from(
  `<nfeProc><NFe><infNFe Id="NFe${accessKey}"><ide><tpAmb>1</tpAmb></ide></infNFe></NFe><protNFe><infProt>
  <chNFe>${accessKey}</chNFe><dhRecbto>2026-11-03T10:12:13-03:00</dhRecbto><nProt>135260000000123</nProt><cStat>100</cStat>
  </infProt></protNFe></nfeProc>`,
)
const invoiceFields = { lock_version: '0', model: 'nfe', access_key: '', on: '2026-11-03', at: '10:00' }
const fiscalFields = {
  lock_version: '0',
  regime: 'normal',
  ie: '110.042.490.114',
  series: '1',
  environment: 'test',
  cancellation_hours: '24',
  service_layout: 'law',
}

function sendInvoiceForm(
  orderId: number,
  fields: Record<string, string>,
  files: Record<string, Uint8Array> = {},
) {
  const namedFiles = Object.entries(files).map(([name, bytes]) => [name, { name: `${name}.bin`, bytes }])
  const path = `/admin/order/${orderId}/invoice`
  return admin.postFiles(record, path, fields, Object.fromEntries(namedFiles), { id: String(orderId) })
}

test('records an invoice from its XML for buyer and staff, and hides a cancelled one from the buyer', async () => {
  const { orderId, userId } = await makePaidOrder()
  const path = `/admin/order/${orderId}`
  expect((await fetchPage(admin, path)).text).toContain('Falta a configuração fiscal')
  expect(
    (await sendInvoiceForm(orderId, invoiceFields, { xml, danfe: Buffer.from('%PDF-1.7 invented') }))
      .location,
  ).toBe(path)
  expect(await listInvoices(orderId)).toMatchObject([
    { state: 'authorised', number: '1234', series: '1', key: accessKey, protocol: '135260000000123' },
  ])
  expect(await listOrderFiles(orderId)).toMatchObject([
    { kind: 'nfe', type: 'application/xml' },
    { kind: 'nfe', type: 'application/pdf' },
  ])
  const page = await fetchPage(admin, path)
  for (const expectedText of [
    'NF-e 1234, série 1',
    'autorizada em 03/11/2026 às 10:12',
    'prazo de cancelamento',
  ])
    expect.soft(page.text).toContain(expectedText)
  const owner = await loginAs({ userId })
  const buyerPage = await fetchPage(owner, `/orders/${orderId}`)
  for (const expectedText of ['NF-e 1234, série 1', 'Chave: 3526 1111', 'xml.bin.xml', 'danfe.bin.pdf'])
    expect.soft(buyerPage.text).toContain(expectedText)

  const [invoice] = await listInvoices(orderId)
  const cancellationPath = `${path}/invoice/${invoice?.id}/cancellation`
  const futurePage = await fetchPage(admin, cancellationPath, { on: '2999-01-01', at: '10:00', reason: 'x' })
  expect([futurePage.status, futurePage.text.includes('ainda não chegou')]).toEqual([400, true])
  const cancellationFields = { lock_version: '0', on: '2026-11-03', at: '12:00', reason: 'Endereço errado' }
  expect((await fetchPage(admin, cancellationPath, cancellationFields)).location).toBe(path)
  expect((await fetchPage(admin, path)).text).toContain('cancelada em 03/11/2026')
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).not.toContain('NF-e 1234')
})

test('rejects a wrong key, day or file and the key of another order, and stores no file', async () => {
  const { orderId } = await makePaidOrder()
  const otherOrder = await makePaidOrder()
  const postInvoice = async (fields: Record<string, string>, files = {}) =>
    (await sendInvoiceForm(orderId, { ...invoiceFields, ...fields }, files)).status
  expect(await postInvoice({})).toBe(400)
  expect(await postInvoice({ access_key: `${accessKey.slice(0, 43)}x` })).toBe(400)
  expect(await postInvoice({ access_key: accessKey, on: '2999-01-01' })).toBe(400)
  expect(await postInvoice({ model: 'nfse' })).toBe(400)
  expect(await postInvoice({ access_key: accessKey }, { danfe: Buffer.from('<html>') })).toBe(400)
  expect(await postInvoice({}, { xml: Buffer.from('<!DOCTYPE a><NFe/>') })).toBe(400)
  expect(await listInvoices(orderId)).toEqual([])
  expect(await listOrderFiles(orderId)).toEqual([])
  expect(
    (await sendInvoiceForm(otherOrder.orderId, { ...invoiceFields, access_key: accessKey })).status,
  ).toBe(303)
  expect(await postInvoice({ access_key: accessKey }, { xml })).toBe(409)
  expect(await listOrderFiles(orderId)).toEqual([])
})

test('validates and saves fiscal settings and default codes, which publications inherit', async () => {
  const order = await makePaidOrder()
  const fiscalPath = '/admin/settings/fiscal'
  const wrongPage = await fetchPage(admin, fiscalPath, { ...fiscalFields, regime: '', series: '1000' })
  expect(wrongPage.status).toBe(400)
  expect((await fetchPage(admin, fiscalPath, fiscalFields)).location).toBe(fiscalPath)
  expect(await findFiscal()).toMatchObject({ regime: 'normal', ie: '110042490114', cancellationHours: 24 })
  const meiFields = { ...fiscalFields, lock_version: '1', regime: 'mei' }
  expect((await fetchPage(admin, fiscalPath)).text).toContain('Hoje: Prefeitura. Fora do Simples Nacional')
  expect((await fetchPage(admin, fiscalPath, { ...meiFields, service_tax_percent: 'seis' })).text).toContain(
    'Digite uma porcentagem',
  )
  expect((await fetchPage(admin, fiscalPath, { ...meiFields, service_tax_percent: '6,5' })).location).toBe(
    fiscalPath,
  )
  expect(await findFiscal()).toMatchObject({
    serviceLayout: 'law',
    serviceTaxPercent: 650,
    cityTaxPercent: 0,
  })
  expect((await fetchPage(admin, fiscalPath)).text).toContain(
    'Hoje: Emissor Nacional. O MEI emite a NFS-e só pelo Emissor Nacional desde 01/09/2023',
  )
  const printCodesPath = `${fiscalPath}/print`
  const rejectedPage = await fetchPage(admin, printCodesPath, {
    lock_version: '0',
    ncm: '123',
    class_trib: '410008',
    ibs_cbs_cst: '000',
  })
  expect(rejectedPage.text).toContain('NCM incorreto')
  const conflictingCodes = { lock_version: '0', service_code: '1.05', national_code: '01.09.01' }
  expect((await fetchPage(admin, printCodesPath, conflictingCodes)).text).toContain(
    'têm de ser o item da lista de serviços',
  )
  expect((await fetchPage(admin, printCodesPath, { lock_version: '0', ncm: '4911.10.10' })).location).toBe(
    fiscalPath,
  )
  expect(await getTaxDefaults()).toEqual({ print: { ncm: '49111010' } })
  expect((await fetchPage(admin, `${fiscalPath}/paper`)).status).toBe(404)

  const taxesPath = `/admin/publication/${order.manual}/taxes`
  expect((await fetchPage(admin, taxesPath)).text).toContain('Vazio: 4911.10.10')
  expect((await fetchPage(admin, taxesPath, { lock_version: '0', cfop_inside: '5.101' })).location).toBe(
    taxesPath,
  )
  expect((await findOwnTaxes(order.manual)).taxes).toMatchObject({ cfop_inside: '5101', ncm: null })
  const stalePage = await fetchPage(admin, taxesPath, { lock_version: '0', cfop_inside: '5102' })
  expect([stalePage.status, stalePage.text.includes('5101')]).toEqual([409, true])
  expect((await fetchPage(admin, `/admin/publication/${order.manual}`)).text).toContain(
    'Códigos fiscais alterados',
  )
})

test('changes a code of the selected publications after a review, but not again from the same page', async () => {
  const order = await makePaidOrder()
  const path = '/admin/publication_taxes?field=ncm&code=4911.10.10&review=1'
  const { html, text } = await fetchPage(admin, path)
  expect(text).toContain('4911.10.10')
  const seenDigest = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const shownIds = [...html.matchAll(/name="shown" value="(\d+)"/g)].map(([, id]) => String(id))
  expect(shownIds).toContain(String(order.manual))
  const bulkChange = {
    field: 'ncm',
    code: '49111010',
    seen: seenDigest,
    shown: shownIds,
    publication: [String(order.manual)],
  }
  expect((await fetchPage(admin, path, { ...bulkChange, publication: [] })).status).toBe(400)
  expect((await fetchPage(admin, path, bulkChange)).status).toBe(303)
  expect((await findOwnTaxes(order.manual)).taxes.ncm).toBe('49111010')
  expect((await findOwnTaxes(order.subscription)).taxes.ncm).toBeNull()
  const latePage = await fetchPage(admin, path, bulkChange)
  expect([latePage.status, latePage.text.includes('Nada foi alterado')]).toEqual([409, true])
  expect((await fetchPage(admin, '/admin/publication_taxes?field=ncm&code=1&review=1')).text).toContain(
    'NCM incorreto',
  )
})

test('undoes a bulk change, except for codes changed later', async () => {
  const order = await makePaidOrder()
  const changeCode = async (code: string) => {
    const path = `/admin/publication_taxes?field=ncm&code=${code}&review=1`
    const { html } = await fetchPage(admin, path)
    const seenDigest = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const shownIds = [...html.matchAll(/name="shown" value="(\d+)"/g)].map(([, id]) => String(id))
    const publication = [String(order.manual), String(order.subscription)]
    expect(
      (await fetchPage(admin, path, { field: 'ncm', code, seen: seenDigest, shown: shownIds, publication }))
        .status,
    ).toBe(303)
    const page = await fetchPage(admin, '/admin/publication_taxes')
    return { undo: /name="undo" value="(\d+)"/.exec(page.html)?.[1] ?? '', text: page.text }
  }
  const findNcm = async (id: number) => (await findOwnTaxes(id)).taxes.ncm
  const loadBothCodes = async () => [await findNcm(order.manual), await findNcm(order.subscription)]
  expect((await fetchPage(admin, '/admin/publication_taxes')).html).not.toContain('name="undo"')
  const firstChange = await changeCode('49111010')
  expect(firstChange.text).toContain('NCM para 4911.10.10 em 2 publicações, por Ana Inventada da Silva')
  const secondChange = await changeCode('49119900')
  const taxesPath = `/admin/publication/${order.manual}/taxes`
  const { lock_version } = await findOwnTaxes(order.manual)
  await fetchPage(admin, taxesPath, {
    lock_version: String(lock_version),
    ncm: '49019900',
    cfop_inside: '5101',
  })

  const undoAnswer = await fetchPage(admin, '/admin/publication_taxes', { undo: secondChange.undo })
  expect([undoAnswer.status, undoAnswer.location]).toEqual([303, '/admin/publication_taxes'])
  expect((await fetchPage(admin, '/admin/publication_taxes')).text).toContain(
    '1 publicação voltou ao que era. 1 ficou como está, porque mudou depois.',
  )
  expect(await loadBothCodes()).toEqual(['49019900', '49111010'])
  expect((await findOwnTaxes(order.manual)).taxes.cfop_inside).toBe('5101')
  await fetchPage(admin, '/admin/publication_taxes', { undo: secondChange.undo })
  expect((await fetchPage(admin, '/admin/publication_taxes')).text).toContain('já estava desfeita')

  await fetchPage(admin, '/admin/publication_taxes', { undo: firstChange.undo })
  expect(await loadBothCodes()).toEqual(['49019900', null])
  expect((await fetchPage(admin, '/admin/publication_taxes')).html).not.toContain('name="undo"')
  expect((await fetchPage(admin, '/admin/publication_taxes', { undo: '999999' })).status).toBe(404)
  const history = (await fetchPage(admin, `/admin/publication/${order.subscription}`)).text
  expect(history).toContain('Alteração de códigos fiscais desfeita')
})

test('exports each line with its codes, as CSV and JSON', async () => {
  const { orderId } = await makePaidOrder()
  await db.updateTable('orders').set({ payer_name: '=Fórmula' }).where('id', '=', orderId).execute()
  const query = '?start=2026-11-01&end=2026-11-30'
  const jsonFile = await fetchPage(admin, `/admin/report/invoice_items/file/json${query}`)
  const rows: Record<string, unknown>[] = JSON.parse(jsonFile.html)
  // The order has three lines.
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({
    order_id: orderId,
    paid_on: '2026-11-02',
    contributor: '9',
    ncm: '49019900',
    class_trib: '410008',
    order_freight: '22.50',
  })
  const csvFile = await fetchPage(admin, `/admin/report/invoice_items/file/csv${query}`)
  expect(csvFile.html).toContain("'=Fórmula")
  expect(csvFile.html).toContain('Código IBGE da cobrança')
})

test('freight to be agreed is never shown as R$ 0,00', async () => {
  const { orderId, userId } = await makePaidOrder()
  const freightToAgree = { shipping_type: 'TO_BE_AGREED', shipping_value: 0, total: 240_00 }
  await db.updateTable('orders').set(freightToAgree).where('id', '=', orderId).execute()
  const { text } = await fetchPage(admin, `/admin/order/${orderId}`)
  expect(text).toContain('a combinar')
  expect(text).not.toContain('R$ 0,00')
  const owner = await loginAs({ userId })
  for (const path of [`/orders/${orderId}`, '/orders']) {
    const page = await fetchPage(owner, path)
    expect(page.text).toMatch(/[aà] combinar/i)
    expect(page.text).not.toContain('R$ 0,00')
  }
})
