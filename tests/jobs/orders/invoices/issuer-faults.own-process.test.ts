import { afterEach, expect, test, vi } from 'vitest'
import type { Fault } from '#tests/support/fakes/fake-server.ts'
import {
  db,
  focus,
  getNewestInvoice,
  listOpenInvoiceEffects,
  makeAuthorisedInvoice,
  makeRequestedInvoice,
  makeRequestedServiceInvoice,
  runEffect,
} from '#tests/support/fakes/fiscal-shop.ts'

const { RemoteFault } = await import('#app/gateways/request-json.server.ts')
const { JobRefused } = await import('#app/domain/platform/job-event.ts')
const { requestCorrection, listCorrections } = await import(
  '#app/models/orders/invoices/correction.server.ts'
)
const { listOrdersAfter } = await import('#app/models/backoffice/data-export.server.ts')
const { listInvoices } = await import('#app/models/orders/invoices/invoice.server.ts')
const { listOrderFiles } = await import('#app/models/orders/order-file.server.ts')
const { fetchPage } = await import('#tests/support/app-client.ts')
const { loginAs } = await import('#tests/support/request.ts')
const { readMail } = await import('#tests/support/mails/mail-folder.ts')
const { requireMailJob } = await import('#tests/support/mails/mail-job.ts')
const { byStaff } = await import('#tests/factories/actors.ts')
const { makeStaff } = await import('#tests/factories/shipments.ts')

afterEach(() => vi.restoreAllMocks())

/** Reduces all timeouts to 100 ms, so that a missing response fails soon. */
function shortenTimeouts() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(100))
}

async function listFileNames(orderId: number): Promise<string[]> {
  return (await listOrderFiles(orderId)).map(({ name }) => name)
}

test.each<[string, Fault]>([
  ['returns 500', 'status-500'],
  ['responds after the timeout', 'silent'],
  ['issues the document and responds after the timeout', 'done-silent'],
  ['issues the document and disconnects', 'done-cut'],
  ['returns a malformed response', 'malformed'],
])('issues one document and stores its files when the issuer %s', async (_how, fault) => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  focus.state.authorises = 'at-once'
  focus.fail(fault, { times: 1, method: 'POST' })
  shortenTimeouts()
  await expect(runEffect('issue-invoice', invoiceId)).rejects.toThrow(RemoteFault)
  expect((await getNewestInvoice(orderId)).state).toBe('draft')
  vi.restoreAllMocks()
  await runEffect('issue-invoice', invoiceId, 2)
  focus.fail('status-500', { times: 1, path: /DANFEs/ })
  await expect(runEffect('keep-invoice-files', `${invoiceId}/authorised`)).rejects.toThrow(RemoteFault)
  expect(await listOpenInvoiceEffects()).toEqual([`keep-invoice-files ${invoiceId}/authorised`])
  await runEffect('keep-invoice-files', `${invoiceId}/authorised`, 2)
  expect(focus.invoices).toHaveLength(1)
  expect(await listInvoices(orderId)).toMatchObject([{ state: 'authorised', key: focus.invoices[0]?.key }])
  expect(await listFileNames(orderId)).toHaveLength(2)
  expect(await listOpenInvoiceEffects()).toEqual([`mail-invoice ${invoiceId}`])
})

test('leaves an invoice to staff after a day without a response', async () => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  await runEffect('issue-invoice', invoiceId)
  const attemptsInADay = 32
  for (let attempt = 1; attempt < attemptsInADay; attempt += 1)
    await runEffect('read-invoice', `${invoiceId}/${attempt}`)
  await expect(runEffect('read-invoice', `${invoiceId}/${attemptsInADay}`)).rejects.toThrow(JobRefused)
  expect((await getNewestInvoice(orderId)).state).toBe('sent')
})

test('sends an NFS-e to the city and shows the buyer its number, code and files', async () => {
  const { orderId, invoiceId, reference, userId } = await makeRequestedServiceInvoice()
  await runEffect('issue-invoice', invoiceId)
  expect(focus.invoices).toMatchObject([
    { ref: reference, model: 'nfse', fields: { servico: { item_lista_servico: '01.05' } } },
  ])
  focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/1`)
  await runEffect('keep-invoice-files', `${invoiceId}/authorised`)
  const { key, state, number } = await getNewestInvoice(orderId)
  expect([state, number, key]).toEqual(['authorised', '1', expect.stringMatching(/^V/)])
  expect(await listFileNames(orderId)).toEqual([`NFS-e ${key}.xml`, `NFS-e ${key}.pdf`])
  const page = await fetchPage(await loginAs({ userId }), `/orders/${orderId}`)
  for (const expectedText of ['NFS-e 1', `Chave: ${key}`, `NFS-e ${key}.xml`, `NFS-e ${key}.pdf`])
    expect.soft(page.text).toContain(expectedText)
  const order = await db.selectFrom('orders').select('nfe').where('id', '=', orderId).executeTakeFirst()
  expect(order).toEqual({ nfe: null })
  const staff = await fetchPage(await loginAs({ userId: await makeStaff() }), `/admin/order/${orderId}`)
  expect(staff.text).toContain('Pronto para emitir: NF-e.')
})

test('shows the code of a city’s rejection', async () => {
  const { orderId, invoiceId, reference } = await makeRequestedServiceInvoice()
  await runEffect('issue-invoice', invoiceId)
  focus.state.refusal = { code: 'E145', text: 'Regime Especial de Tributação ausente/inválido.' }
  focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/1`)
  expect(await getNewestInvoice(orderId)).toMatchObject({
    state: 'refused',
    messages: 'E145: Regime Especial de Tributação ausente/inválido.',
  })
})

test.each([
  ['an address of the city', 'https://nota.cidade.invalid/danfse?id=1', 1],
  ['a file that the issuer does not have', `${focus.url}/arquivos/none.pdf`, 6],
])(
  'a DANFSe at %s creates a staff task, and the XML is stored and mailed to the buyer',
  async (_address, danfse, attempts) => {
    focus.state.danfse = danfse
    const { orderId, invoiceId, reference } = await makeRequestedServiceInvoice()
    await runEffect('issue-invoice', invoiceId)
    focus.settleInvoice(reference)
    await runEffect('read-invoice', `${invoiceId}/1`)
    const subject = `${invoiceId}/authorised`
    for (let attempt = 1; attempt < attempts; attempt += 1)
      await expect(runEffect('keep-invoice-files', subject, attempt)).rejects.toThrow(RemoteFault)
    await expect(runEffect('keep-invoice-files', subject, attempts)).rejects.toThrow(JobRefused)
    expect(await listFileNames(orderId)).toEqual([expect.stringMatching(/\.xml$/)])
    expect(await listOpenInvoiceEffects()).toContain(`mail-invoice ${invoiceId}`)
    await requireMailJob('mail-invoice').run(String(invoiceId), { id: 1 })
    const { body } = await readMail(1)
    expect(body).toContain('O XML está na página do pedido, para guardar.')
  },
)

test('counts a correction letter before its files exist and downloads them later', async () => {
  const { orderId, invoiceId, profileId } = await makeAuthorisedInvoice()
  await requestCorrection({ orderId, invoiceId, seenCount: 0, text: 'O peso bruto correto é 2 kg' }, byStaff)
  const [letter] = await listCorrections(invoiceId)
  focus.fail('status-500', { times: 1, path: /cartas_correcao/ })
  await expect(runEffect('correct-invoice', letter?.id ?? 0)).rejects.toThrow(RemoteFault)
  expect(await listCorrections(invoiceId)).toMatchObject([{ state: 'done', ordinal: 1 }])
  await runEffect('correct-invoice', letter?.id ?? 0, 2)
  expect(focus.invoices[0]?.letters).toHaveLength(1)
  // The first two files are those of the NF-e.
  expect((await listFileNames(orderId)).slice(2)).toEqual([
    expect.stringContaining('carta 1.xml'),
    expect.stringContaining('carta 1.pdf'),
  ])
  const staff = await fetchPage(await loginAs({ userId: await makeStaff() }), `/admin/order/${orderId}`)
  expect(staff.text).toMatch(/Carta de correção nº 1, registrada em .+: O peso bruto correto é 2 kg/)
  expect(staff.text).toContain('Carta nº: 1')
  const [exported] = await listOrdersAfter(profileId, 0)
  expect(exported?.corrections).toMatchObject([{ ordinal: 1, text: 'O peso bruto correto é 2 kg' }])
})
