import { expect, test } from 'vitest'
import {
  focus,
  getNewestInvoice,
  listOpenInvoiceEffects,
  makeRequestedServiceInvoice,
  makeServiceOrder,
  runEffect,
  saveSetting,
} from '#tests/support/fakes/fiscal-shop.ts'

const { JobRefused } = await import('#app/domain/platform/job-event.ts')
const { requestCancellation, requestInvoice } = await import(
  '#app/models/orders/invoices/issued-invoice.server.ts'
)
const { listOrderFiles } = await import('#app/models/orders/order-file.server.ts')
const { fetchPage } = await import('#tests/support/app-client.ts')
const { loginAs } = await import('#tests/support/request.ts')
const { byStaff } = await import('#tests/factories/actors.ts')
const { makeStaff } = await import('#tests/factories/shipments.ts')

const nationalSettings = { regime: 'simples', serviceLayout: 'national', serviceTaxPercent: 6_00 } as const
const citySettings = {
  regime: 'normal',
  ie: '110042490114',
  im: '12345',
  environment: 'production',
  serviceLayout: 'city',
} as const

async function listFileNames(orderId: number): Promise<string[]> {
  return (await listOrderFiles(orderId)).map(({ name }) => name)
}

test('sends an NFS-e to the national issuer and shows the buyer its number, key and files', async () => {
  const { orderId, invoiceId, reference, userId } = await makeRequestedServiceInvoice({ regime: 'mei' })
  await runEffect('issue-invoice', invoiceId)
  expect(focus.invoices).toMatchObject([
    {
      ref: reference,
      model: 'nfsen',
      fields: { codigo_tributacao_nacional_iss: '010501', codigo_opcao_simples_nacional: 2 },
    },
  ])
  await runEffect('read-invoice', `${invoiceId}/1`)
  expect((await getNewestInvoice(orderId)).state).toBe('sent')
  const { key } = focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/2`)
  await runEffect('keep-invoice-files', `${invoiceId}/authorised`)
  expect(await getNewestInvoice(orderId)).toMatchObject({
    state: 'authorised',
    key,
    number: '1',
    layout: 'national',
  })
  expect(await listFileNames(orderId)).toEqual([`NFS-e ${key}.xml`, `NFS-e ${key}.pdf`])
  expect(await listOpenInvoiceEffects()).toEqual([`mail-invoice ${invoiceId}`])
  const page = await fetchPage(await loginAs({ userId }), `/orders/${orderId}`)
  for (const expectedText of ['NFS-e 1', `Chave: ${key}`]) expect.soft(page.text).toContain(expectedText)
})

test('issues an NF-e of a mixed order without data of the city issuer', async () => {
  const { orderId } = await makeServiceOrder({ ...nationalSettings, im: '' })
  const goodsInvoiceId = await requestInvoice({ orderId, model: 'nfe', seenCount: 0 }, byStaff)
  await runEffect('issue-invoice', Number(goodsInvoiceId))
  expect(focus.invoices).toMatchObject([{ model: 'nfe' }])
})

test('after a change of settings an invoice stays with its issuer, and the next is issued at the new one', async () => {
  const { orderId, invoiceId, reference } = await makeRequestedServiceInvoice(nationalSettings)
  await saveSetting('fiscal', { ...citySettings, serviceTaxPercent: 6_00 })
  focus.fail('done-cut', { times: 1, method: 'POST' })
  await expect(runEffect('issue-invoice', invoiceId)).rejects.toThrow()
  await runEffect('issue-invoice', invoiceId, 2)
  expect(focus.invoices).toMatchObject([{ ref: reference, model: 'nfsen' }])
  focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/1`)
  const { lock_version: seenVersion, state } = await getNewestInvoice(orderId)
  expect(state).toBe('authorised')
  const cancellation = { orderId, invoiceId, reason: 'Pedido feito por engano' }
  expect(await requestCancellation({ ...cancellation, seenVersion }, byStaff)).toBe('asked')
  focus.state.cancellationRefusal = { code: 'E0822', text: 'Prazo de cancelamento do município ultrapassado' }
  await expect(runEffect('cancel-invoice', invoiceId)).rejects.toThrow(JobRefused)
  const storedInvoice = await getNewestInvoice(orderId)
  expect(storedInvoice).toMatchObject({
    state: 'authorised',
    messages: expect.stringContaining('E0822: Prazo'),
  })
  focus.state.cancellationRefusal = null
  await requestCancellation({ ...cancellation, seenVersion: storedInvoice.lock_version }, byStaff)
  await runEffect('cancel-invoice', invoiceId)
  await runEffect('keep-invoice-files', `${invoiceId}/cancelled`)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'cancelled' })
  expect((await listFileNames(orderId)).at(-1)).toContain('cancelamento.xml')
  expect(focus.requests.every(({ path }) => !path.startsWith('/v2/nfse/'))).toBe(true)
  expect(await requestInvoice({ orderId, model: 'nfse', seenCount: 1 }, byStaff)).toEqual(expect.any(Number))
  expect(await getNewestInvoice(orderId)).toMatchObject({ layout: 'city', state: 'draft' })
})

test('shows the national issuer’s rejection with its code, and issues again after a correction', async () => {
  const { orderId, invoiceId, reference } = await makeRequestedServiceInvoice(nationalSettings)
  await runEffect('issue-invoice', invoiceId)
  focus.state.refusal = { code: 'E0310', text: 'O código de tributação nacional informado não existe' }
  focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/1`)
  const staff = await loginAs({ userId: await makeStaff() })
  const page = await fetchPage(staff, `/admin/order/${orderId}`)
  expect(page.text).toContain('E0310: O código de tributação nacional informado não existe')
  expect(page.text).toContain('Emitir de novo')
  const secondInvoiceId = await requestInvoice({ orderId, model: 'nfse', seenCount: 1 }, byStaff)
  await runEffect('issue-invoice', Number(secondInvoiceId))
  focus.settleInvoice(`pedido-${orderId}-nfse-2`)
  await runEffect('read-invoice', `${secondInvoiceId}/1`)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'authorised' })
})

test('stores the rejection of an issuer that has not enabled the company', async () => {
  focus.state.enabledModel = 'nfse'
  const { orderId, invoiceId } = await makeRequestedServiceInvoice(nationalSettings)
  await runEffect('issue-invoice', invoiceId)
  expect(await getNewestInvoice(orderId)).toMatchObject({
    state: 'refused',
    messages: 'Emitente ainda não habilitado para emissão de NFSe Nacional',
  })
})
