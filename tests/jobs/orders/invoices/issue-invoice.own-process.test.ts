import { expect, test, vi } from 'vitest'
import {
  db,
  focus,
  getNewestInvoice,
  listOpenInvoiceEffects,
  makeAuthorisedInvoice,
  makeRequestedInvoice,
  runEffect,
  saveSetting,
} from '#tests/support/fakes/fiscal-shop.ts'

const { readAccessKey } = await import('#app/domain/orders/invoices/access-key.ts')
const { findJob } = await import('#app/jobs/registry.server.ts')
const { JobRefused } = await import('#app/domain/platform/job-event.ts')
const { log } = await import('#app/log.server.ts')
const { requestInvoice, requestCancellation } = await import(
  '#app/models/orders/invoices/issued-invoice.server.ts'
)
const { requestCorrection, listCorrections } = await import(
  '#app/models/orders/invoices/correction.server.ts'
)
const { loadDesk, loadQueryTime } = await import('#app/desk/desk.server.ts')
const { orderStatus } = await import('#app/domain/orders/order-status.ts')
const { listInvoices, listOwnInvoices } = await import('#app/models/orders/invoices/invoice.server.ts')
const { listOrderFiles, listOwnOrderFiles } = await import('#app/models/orders/order-file.server.ts')
const { listHistoryForStaff } = await import('#app/models/platform/history.server.ts')
const { findFileSize } = await import('#app/gateways/storage.server.ts')
const { byStaff } = await import('#tests/factories/actors.ts')
const { makePaidOrder } = await import('#tests/factories/shipments.ts')

function loadNfe(orderId: number) {
  return db.selectFrom('orders').select('nfe').where('id', '=', orderId).executeTakeFirstOrThrow()
}

test('sends a requested NF-e, polls until authorised, and stores its files on the order', async () => {
  const { orderId, invoiceId, profileId, reference } = await makeRequestedInvoice()
  expect(await listOpenInvoiceEffects()).toEqual([`issue-invoice ${invoiceId}`])
  await runEffect('issue-invoice', invoiceId)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'sent', key: null, number: null })
  expect(focus.invoices).toMatchObject([{ ref: reference, fields: { consumidor_final: 1 } }])
  await runEffect('read-invoice', `${invoiceId}/1`)
  expect(await listOpenInvoiceEffects()).toEqual([`read-invoice ${invoiceId}/2`])
  const { key } = focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/2`)
  const invoice = await getNewestInvoice(orderId)
  expect(invoice).toMatchObject({ state: 'authorised', key, series: '1', number: '1', messages: null })
  expect(readAccessKey(invoice.key ?? '').ok).toBe(true)
  expect(await loadNfe(orderId)).toEqual({ nfe: '1' })
  await runEffect('keep-invoice-files', `${invoiceId}/authorised`)
  const files = await listOrderFiles(orderId)
  expect(files.map((file) => [file.name, file.kind, file.invoiceId])).toEqual([
    [`NF-e ${key}.xml`, 'nfe', invoiceId],
    [`NF-e ${key}.pdf`, 'nfe', invoiceId],
  ])
  for (const { file } of files) expect(await findFileSize(file)).toBeGreaterThan(0)
  expect(await getNewestInvoice(orderId)).toMatchObject({ protocol: '135260000000001' })
  expect(await listOpenInvoiceEffects()).toEqual([`mail-invoice ${invoiceId}`])
  expect(await listOwnInvoices(orderId, profileId)).toMatchObject([{ id: invoiceId, key }])
  expect(await listOwnOrderFiles(orderId, profileId)).toHaveLength(2)
  const history = await listHistoryForStaff('order', orderId)
  expect(history.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['invoice-asked', 'invoice-authorised', 'file-added']),
  )
})

test('a form sent twice, from one page or two, requests one invoice', async () => {
  const { orderId } = await makePaidOrder()
  const requestNfe = () => requestInvoice({ orderId, model: 'nfe', seenCount: 0 }, byStaff)
  const answers = await Promise.all([requestNfe(), requestNfe(), requestNfe()])
  expect(answers.filter((answer) => typeof answer === 'number')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(2)
  expect(await listInvoices(orderId)).toHaveLength(1)
  expect(await requestNfe()).toBe('taken')
})

test.each([
  ['not-wanted', 'nfse', true],
  ['incomplete', 'nfe', false],
] as const)(
  'rejects a request as %s for the model %s with complete settings: %s',
  async (answer, model, isComplete) => {
    const { orderId } = await makePaidOrder()
    if (!isComplete) await saveSetting('fiscal', { regime: 'normal', ie: '', environment: 'production' })
    expect(await requestInvoice({ orderId, model, seenCount: 0 }, byStaff)).toBe(answer)
    expect(await listOpenInvoiceEffects()).toEqual([])
  },
)

test('rejects a request when settings and credentials belong to different environments', async () => {
  const { orderId } = await makePaidOrder()
  await saveSetting('fiscal', { regime: 'normal', ie: '110042490114', environment: 'test' })
  expect(await requestInvoice({ orderId, model: 'nfe', seenCount: 0 }, byStaff)).toBe('incomplete')
})

test('stores the tax office’s rejection of an NF-e and allows another request', async () => {
  const { orderId, invoiceId, reference } = await makeRequestedInvoice()
  await runEffect('issue-invoice', invoiceId)
  focus.state.refusal = { code: '232', text: 'Rejeição: IE do destinatário não informada' }
  focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/1`)
  expect(await getNewestInvoice(orderId)).toMatchObject({
    state: 'refused',
    messages: '232: Rejeição: IE do destinatário não informada',
  })
  expect(await loadNfe(orderId)).toEqual({ nfe: null })
  expect(await listOpenInvoiceEffects()).toEqual([])
  expect(await requestInvoice({ orderId, model: 'nfe', seenCount: 0 }, byStaff)).toBe('taken')
  const secondInvoiceId = await requestInvoice({ orderId, model: 'nfe', seenCount: 1 }, byStaff)
  expect(secondInvoiceId).toBeGreaterThan(invoiceId)
  focus.state.authorises = 'at-once'
  await runEffect('issue-invoice', Number(secondInvoiceId))
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'authorised' })
})

async function listInvoiceRows(now = new Date()) {
  const { rows } = await loadDesk(await loadQueryTime(now), { isSuperuser: false })
  return rows.filter(({ name }) => name.endsWith('-invoices'))
}

test('lists rejected and unanswered invoices on the Hoje page until they are settled', async () => {
  const listRows = async () => (await listInvoiceRows()).map(({ name, act }) => [name, act])
  const makeOrderLink = (id: number, label = 'Ver o pedido') => ({ href: `/admin/order/${id}`, label })
  const { orderId, invoiceId } = await makeRequestedInvoice()
  expect(await listRows()).toEqual([])
  const moreThanADayAgo = new Date(Date.now() - 24 * 3_600_000 - 1000)
  await db.updateTable('invoices').set({ asked_at: moreThanADayAgo }).execute()
  expect(await listRows()).toEqual([['unanswered-invoices', makeOrderLink(orderId)]])
  focus.state.authorises = 'at-once'
  focus.state.refusal = { code: '232', text: 'Rejeição: IE do destinatário não informada' }
  await runEffect('issue-invoice', invoiceId)
  const secondRejection = await makeRequestedInvoice()
  focus.state.refusal = { code: '999', text: 'Rejeição: Erro não catalogado' }
  await runEffect('issue-invoice', secondRejection.invoiceId)
  expect(await listRows()).toEqual([['refused-invoices', makeOrderLink(orderId, 'Ver o mais antigo')]])
  await requestInvoice({ orderId, model: 'nfe', seenCount: 1 }, byStaff)
  expect(await listRows()).toEqual([['refused-invoices', makeOrderLink(secondRejection.orderId)]])
  await db.updateTable('orders').set({ nfe: '12' }).where('id', '=', secondRejection.orderId).execute()
  expect(await listRows()).toEqual([])
  await db.updateTable('orders').set({ nfe: null, status: orderStatus.cancelled }).execute()
  expect(await listRows()).toEqual([])
})

test('shows the message of the issuer’s API when it rejects an invoice', async () => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  await db.updateTable('addresses').set({ city: '' }).execute()
  await runEffect('issue-invoice', invoiceId)
  const { state, messages } = await getNewestInvoice(orderId)
  expect([state, messages]).toEqual(['refused', expect.stringContaining('municipio_destinatario')])
})

test('rejects an invoice whose data became incomplete, with the missing field', async () => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  await saveSetting('fiscal', { regime: 'normal', ie: '', environment: 'production' })
  await runEffect('issue-invoice', invoiceId)
  expect(await getNewestInvoice(orderId)).toMatchObject({
    state: 'refused',
    messages: 'Falta a inscrição estadual da empresa',
  })
  expect(focus.invoices).toEqual([])
})

test('finds the invoice of a lost response by its reference, even with data that became incomplete', async () => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  focus.state.authorises = 'at-once'
  focus.fail('done-cut', { times: 1, method: 'POST' })
  await expect(findJob('issue-invoice')?.run(String(invoiceId), { id: 1 })).rejects.toThrow()
  expect(focus.invoices).toHaveLength(1)
  await saveSetting('fiscal', { regime: 'normal', ie: '', environment: 'production' })
  await runEffect('issue-invoice', invoiceId)
  expect(focus.invoices).toHaveLength(1)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'authorised', key: focus.invoices[0]?.key })
})

test('rejects a key with a wrong check digit', async () => {
  const { orderId, invoiceId, reference } = await makeRequestedInvoice()
  await runEffect('issue-invoice', invoiceId)
  const document = focus.settleInvoice(reference)
  const wrongCheckDigit = (Number(document.key[43]) + 1) % 10
  document.key = `${document.key.slice(0, 43)}${wrongCheckDigit}`
  await expect(runEffect('read-invoice', `${invoiceId}/1`)).rejects.toThrow(JobRefused)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'sent', key: null })
})

test('storing the files of an invoice again adds no file', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  await findJob('keep-invoice-files')?.run(`${invoiceId}/authorised`, { id: 1 })
  expect(await listOrderFiles(orderId)).toHaveLength(2)
})

test('an invoice stays valid until the tax office cancels it, and the cancellation’s XML is stored', async () => {
  const { orderId, invoiceId, profileId } = await makeAuthorisedInvoice()
  const { lock_version: seen } = await getNewestInvoice(orderId)
  const reason = 'Pedido feito por engano'
  const requestCancel = (version: number) =>
    requestCancellation({ orderId, invoiceId, seenVersion: version, reason }, byStaff)
  expect(await requestCancel(seen + 1)).toBe('over')
  expect(await requestCancel(seen)).toBe('asked')
  expect(await requestCancel(seen)).toBe('over')
  expect(await listOwnInvoices(orderId, profileId)).toHaveLength(1)
  focus.state.cancellationRefusal = {
    code: '501',
    text: 'Rejeição: Prazo de cancelamento superior ao previsto',
  }
  await expect(runEffect('cancel-invoice', invoiceId)).rejects.toThrow(JobRefused)
  const storedInvoice = await getNewestInvoice(orderId)
  expect(storedInvoice).toMatchObject({ state: 'authorised', messages: expect.stringContaining('501') })
  focus.state.cancellationRefusal = null
  expect(await requestCancel(storedInvoice.lock_version)).toBe('asked')
  await runEffect('cancel-invoice', invoiceId)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'cancelled', messages: null })
  expect(await loadNfe(orderId)).toEqual({ nfe: null })
  expect(await listOwnInvoices(orderId, profileId)).toEqual([])
  await runEffect('keep-invoice-files', `${invoiceId}/cancelled`)
  expect((await listOrderFiles(orderId)).at(-1)?.name).toContain('cancelamento.xml')
})

test('sends correction letters one at a time, each counted once and stored with its PDF', async () => {
  const { orderId, invoiceId } = await makeAuthorisedInvoice()
  const requestLetter = (seen: number) =>
    requestCorrection({ orderId, invoiceId, seenCount: seen, text: 'O peso bruto correto é 2 kg' }, byStaff)
  expect(await Promise.all([requestLetter(0), requestLetter(0)])).toEqual(
    expect.arrayContaining(['asked', 'under-way']),
  )
  const [letter] = await listCorrections(invoiceId)
  focus.fail('done-cut', { times: 1, method: 'POST' })
  await expect(findJob('correct-invoice')?.run(String(letter?.id), { id: 1 })).rejects.toThrow()
  await runEffect('correct-invoice', letter?.id ?? 0)
  expect(focus.invoices[0]?.letters).toHaveLength(1)
  expect(await listCorrections(invoiceId)).toMatchObject([{ state: 'done', ordinal: 1 }])
  expect((await listOrderFiles(orderId)).at(-1)?.name).toContain('carta 1.pdf')
  expect(await requestLetter(0)).toBe('under-way')
  expect(await requestLetter(1)).toBe('asked')
})

test('neither log nor history contains the buyer’s name, document or e-mail', async () => {
  const lines: unknown[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line))
  const { orderId } = await makeAuthorisedInvoice()
  const order = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'profile_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['payer_name', 'payer_document', 'email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const loggedText = JSON.stringify([lines, await db.selectFrom('history').select('details').execute()])
  for (const word of Object.values(order)) expect.soft(loggedText).not.toContain(word)
  expect(loggedText).toContain('authorised')
})

async function cancelOrder(orderId: number) {
  await db.updateTable('orders').set({ status: orderStatus.cancelled }).where('id', '=', orderId).execute()
}

test('never sends a requested NF-e whose order was cancelled before the sending', async () => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  await cancelOrder(orderId)
  await runEffect('issue-invoice', invoiceId)
  expect(focus.invoices).toEqual([])
  expect(await getNewestInvoice(orderId)).toMatchObject({
    state: 'refused',
    messages: 'O pedido deixou de estar pago antes do envio: nada foi emitido',
  })
  expect(await listInvoiceRows()).toEqual([])
})

test('records an NF-e whose response was lost, even if its order has been cancelled', async () => {
  const { orderId, invoiceId } = await makeRequestedInvoice()
  focus.state.authorises = 'at-once'
  focus.fail('done-cut', { times: 1, method: 'POST' })
  await expect(runEffect('issue-invoice', invoiceId)).rejects.toThrow()
  await cancelOrder(orderId)
  await runEffect('issue-invoice', invoiceId, 2)
  expect(focus.invoices).toHaveLength(1)
  expect(await getNewestInvoice(orderId)).toMatchObject({ state: 'authorised' })
})

test('lists an NF-e of a cancelled order on Hoje with its deadline and sends no mail', async () => {
  const { orderId, invoiceId, reference } = await makeRequestedInvoice()
  await runEffect('issue-invoice', invoiceId)
  await cancelOrder(orderId)
  focus.settleInvoice(reference)
  await runEffect('read-invoice', `${invoiceId}/1`)
  await runEffect('keep-invoice-files', `${invoiceId}/authorised`)
  expect(await listOpenInvoiceEffects()).toEqual([])
  const { authorisedAt } = await getNewestInvoice(orderId)
  // One of the 24 hours for a cancellation has passed.
  const now = new Date((authorisedAt?.getTime() ?? 0) + 3_600_000)
  expect(await listInvoiceRows(now)).toMatchObject([
    {
      act: { href: `/admin/order/${orderId}` },
      text: expect.stringMatching(
        /^1 nota fiscal em vigor de pedido cancelado: cancele até .+, restam 23 h$/,
      ),
    },
  ])
  const listInvoiceRowsLater = (days: number) =>
    listInvoiceRows(new Date(now.getTime() + days * 24 * 3_600_000))
  expect(await listInvoiceRowsLater(2)).toMatchObject([
    { text: expect.stringContaining('o prazo de cancelamento terminou, fale com o contador') },
  ])
  expect(await listInvoiceRowsLater(9)).toEqual([])
  await db.updateTable('orders').set({ status: orderStatus.confirmed }).where('id', '=', orderId).execute()
  expect(await listInvoiceRows(now)).toEqual([])
})
