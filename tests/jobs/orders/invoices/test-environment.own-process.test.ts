import { expect, test, vi } from 'vitest'

process.env.FOCUS_NFE_ENVIRONMENT = 'homologation'

const {
  db,
  focus,
  makeRequestedInvoice,
  makeAuthorisedInvoice,
  getNewestInvoice,
  listOpenInvoiceEffects,
  saveSetting,
  runEffect,
} = await import('#tests/support/fakes/fiscal-shop.ts')
const { env } = await import('#app/env.server.ts')
const { JobRefused } = await import('#app/domain/platform/job-event.ts')
const { listOrdersAfter } = await import('#app/models/backoffice/data-export.server.ts')
const { cancelInvoice, listOwnInvoices, hasLiveInvoice } = await import(
  '#app/models/orders/invoices/invoice.server.ts'
)
const { requestCancellation, requestInvoice } = await import(
  '#app/models/orders/invoices/issued-invoice.server.ts'
)
const { findInvoiceMail } = await import('#app/models/orders/invoices/invoice-mail.server.ts')
const { findOwnOrderFile, listOrderFiles, listOwnOrderFiles } = await import(
  '#app/models/orders/order-file.server.ts'
)
const { readOrders } = await import('#app/models/orders/order-wire.server.ts')
const { dayClosing } = await import('#app/models/reports/day-closing.server.ts')
const { invoiceItems } = await import('#app/models/reports/invoice-items.server.ts')
const { findMissingKeys, findMissingKeysByOrder } = await import(
  '#app/models/shipments/invoice-keys.server.ts'
)
const { fetchPage } = await import('#tests/support/app-client.ts')
const { loginAs } = await import('#tests/support/request.ts')
const { byStaff } = await import('#tests/factories/actors.ts')
const { makeShipment, makeStaff } = await import('#tests/factories/shipments.ts')
const { requireMailJob } = await import('#tests/support/mails/mail-job.ts')

const testMark = 'Homologação, sem valor fiscal'

function loadOrder(orderId: number) {
  return db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
}

test('issues a test invoice visible to staff only', async () => {
  const order = await makeAuthorisedInvoice()
  const { orderId, invoiceId, profileId, userId } = order
  const { key } = await getNewestInvoice(orderId)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'authorised', isTest: true, number: '1' })
  const [xml, pdf] = await listOrderFiles(orderId)
  expect([xml?.name, pdf?.name]).toEqual([`Homologação NF-e ${key}.xml`, `Homologação NF-e ${key}.pdf`])
  expect(await listOpenInvoiceEffects()).toEqual([])
  expect(await findInvoiceMail(invoiceId)).toBeUndefined()
  expect(await loadOrder(orderId)).toMatchObject({ nfe: null })
  expect(await listOwnInvoices(orderId, profileId)).toEqual([])
  expect(await listOwnOrderFiles(orderId, profileId)).toEqual([])
  expect(await findOwnOrderFile(orderId, xml?.id ?? 0, profileId)).toBeUndefined()
  expect(await readOrders([orderId])).toMatchObject([{ nfe: null, files: [] }])
  const [exported] = await listOrdersAfter(profileId, 0)
  expect(exported).toMatchObject({ id: orderId, nfe: null, invoices: [], files: [] })
  const buyer = await loginAs({ userId })
  const page = await fetchPage(buyer, `/orders/${orderId}`)
  for (const expectedText of [key ?? '', 'Homologação', 'NF-e 1'])
    expect.soft(page.text).not.toContain(expectedText)
  expect((await fetchPage(buyer, `/orders/${orderId}/files/${pdf?.id}`)).status).toBe(404)
})

test('sends no invoice mail for a test invoice', async () => {
  const { invoiceId } = await makeAuthorisedInvoice()
  await expect(requireMailJob('mail-invoice').run(String(invoiceId), { id: 1 })).resolves.not.toThrow()
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('marks the test invoice for staff on the order, forms and history', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  const staff = await loginAs({ userId: await makeStaff() })
  const orderPath = `/admin/order/${orderId}`
  const page = await fetchPage(staff, orderPath)
  expect(page.text).toContain(testMark)
  expect(page.text).toContain(`Ambiente: ${testMark}`)
  expect(page.text).not.toContain('Alterar a nota ou incluir arquivo')
  for (const path of ['issue', `${invoiceId}/cancel`, `${invoiceId}/correction`])
    expect.soft((await fetchPage(staff, `${orderPath}/invoice/${path}`)).text, path).toContain(testMark)
})

test('a shipment with only a test invoice still lacks its key, and reports show none', async () => {
  const order = await makeAuthorisedInvoice()
  const { orderId } = order
  const shipmentId = await makeShipment(order)
  expect((await findMissingKeys(shipmentId)).orderIds).toEqual([orderId])
  expect((await findMissingKeysByOrder([orderId])).orderIds).toEqual([orderId])
  expect(await hasLiveInvoice(orderId)).toBe(false)
  const { paid_on, date } = await loadOrder(orderId)
  const day = paid_on ?? date
  const sold = await dayClosing.rows({ start: day, end: day, today: day }, { limit: 100, after: undefined })
  expect(sold.filter((row) => row.orderId === orderId)).not.toEqual([])
  expect(sold.every((row) => row.nfe === null && row.nfeKey === null)).toBe(true)
  const items = await invoiceItems.rows(
    { start: day, end: day, by: 'paid_on' },
    { limit: 100, after: undefined },
  )
  expect(items).toHaveLength(3)
  expect(items.every((row) => row.nfe === null && row.key === null && row.series === null)).toBe(true)
})

test('an order with a test invoice can have a real one, whose number stays when the test is cancelled', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  expect(await requestInvoice({ orderId, model: 'nfe', seenCount: 1 }, byStaff)).toBeGreaterThan(invoiceId)
  await db.updateTable('orders').set({ nfe: '77' }).where('id', '=', orderId).execute()
  const { lock_version: seenVersion } = await db
    .selectFrom('invoices')
    .select('lock_version')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const cancellation = { orderId, invoiceId, seenVersion, reason: 'Fim do teste com o emissor' }
  expect(await requestCancellation(cancellation, byStaff)).toBe('asked')
  await runEffect('cancel-invoice', invoiceId)
  expect(await loadOrder(orderId)).toMatchObject({ nfe: '77' })
  const secondOrder = await makeAuthorisedInvoice()
  const { lock_version } = await getNewestInvoice(secondOrder.orderId)
  await db.updateTable('orders').set({ nfe: '78' }).where('id', '=', secondOrder.orderId).execute()
  const shownInvoice = {
    orderId: secondOrder.orderId,
    invoiceId: secondOrder.invoiceId,
    seenVersion: lock_version,
  }
  await cancelInvoice({ ...shownInvoice, cancelledAt: new Date(), reason: 'Cancelada no emissor' }, byStaff)
  expect(await loadOrder(secondOrder.orderId)).toMatchObject({ nfe: '78' })
})

test('abandons open tests after the switch to production, and neither sends nor cancels them', async () => {
  const requestedInvoice = await makeRequestedInvoice()
  const sentInvoice = await makeRequestedInvoice()
  await runEffect('issue-invoice', sentInvoice.invoiceId)
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  const { lock_version: seenVersion } = await getNewestInvoice(orderId)
  await requestCancellation(
    { orderId, invoiceId, seenVersion, reason: 'Fim do teste com o emissor' },
    byStaff,
  )
  vi.spyOn(env, 'IS_TEST_ISSUER', 'get').mockReturnValue(false)
  const requestCountBefore = focus.requests.length
  await runEffect('issue-invoice', requestedInvoice.invoiceId)
  await runEffect('read-invoice', `${sentInvoice.invoiceId}/1`)
  await expect(runEffect('cancel-invoice', invoiceId)).rejects.toThrow(JobRefused)
  expect(focus.requests).toHaveLength(requestCountBefore)
  for (const invoice of [requestedInvoice, sentInvoice])
    expect(await getNewestInvoice(invoice.orderId)).toMatchObject({
      state: 'refused',
      messages: 'O teste foi abandonado: a emissão já é de produção',
    })
})

test('requests no invoice with production settings and test credentials', async () => {
  await saveSetting('fiscal', { regime: 'normal', ie: '110042490114', environment: 'production' })
  await expect(makeRequestedInvoice()).rejects.toThrow('was not requested: incomplete')
})
