import { beforeEach, expect, test } from 'vitest'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { findFileSize } from '#app/gateways/storage.server.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { hashBankFile } from '#app/models/payments/bank-file.server.ts'
import {
  applyBankFileLine,
  findFileToApply,
  listOpenLines,
} from '#app/models/payments/bank-file-applying.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import {
  action as fileAction,
  loader as fileLoader,
} from '#app/routes/admin/payments/bank-files/bank-file.tsx'
import { loader as csvLoader } from '#app/routes/admin/payments/bank-files/bank-file-lines-export.ts'
import { loader as originalLoader } from '#app/routes/admin/payments/bank-files/bank-file-original.ts'
import { action as uploadAction } from '#app/routes/admin/payments/bank-files/bank-files.tsx'
import { bankAgreements } from '#tests/factories/agreements.ts'
import { makeOrderWithBoleto } from '#tests/factories/bank-files.ts'
import { makeReturnFile, type ReturnRecord } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { bankAgreement } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { makeRemittanceReply } from '#tests/support/cnab-files.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const bankFilesPath = '/admin/bank_files'
let staff: Visitor

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

function uploadFile(bytes: Uint8Array, name = 'CBR643.ret') {
  return staff.postFiles(uploadAction, bankFilesPath, {}, { file: { name, bytes } })
}

async function uploadRecords(records: readonly ReturnRecord[]): Promise<number> {
  const { location } = await uploadFile(makeReturnFile(records))
  return Number(location?.split('/').at(-1))
}

const getFilePath = (id: number) => `${bankFilesPath}/${id}`
const makeParams = (id: number) => ({ id: String(id) })
const makePaidRecord = (number: string, paid = 80_00) => ({ code: '06', number, paid })

test('reports an empty list, then shows an upload with bank, day, file name and state', async () => {
  expect((await fetchPage(staff, bankFilesPath)).text).toContain('Nenhum retorno foi enviado ainda.')
  const id = await uploadRecords([])
  const { text, html } = await fetchPage(staff, bankFilesPath)
  expect(text).toContain('Banco do Brasil, arquivo 1 de 20/11/2026')
  expect(text).toContain('Esperando conferência')
  expect(text).toContain('CBR643.ret')
  expect(html).toContain(`href="${getFilePath(id)}"`)
})

test('uploading the same file again redirects to the existing one', async () => {
  const id = await uploadRecords([])
  expect(await uploadRecords([])).toBe(id)
  expect((await fetchPage(staff, getFilePath(id))).text).toContain(
    'Este arquivo já tinha sido enviado; este é o retorno dele.',
  )
})

test('rejects an invalid file with errors by line, and a file with the sequence number of another file', async () => {
  const [headerRecord = '', ...otherRecords] = Buffer.from(makeReturnFile([makePaidRecord('0000000001')]))
    .toString('latin1')
    .split('\r\n')
  const truncatedFile = Buffer.from([headerRecord, ...otherRecords.slice(0, -2)].join('\r\n'), 'latin1')
  const rejectedAnswer = await uploadFile(truncatedFile)
  expect(rejectedAnswer.status).toBe(400)
  expect(rejectedAnswer.data).toEqual({ faults: [expect.stringMatching(/^Linha 2: falta o registro final/)] })
  expect((await uploadFile(Buffer.from('nada disso'))).data).toEqual({
    faults: [expect.stringMatching(/^Linha 1: /)],
  })
  const id = await uploadRecords([])
  const fileWithOtherContent = makeReturnFile([makePaidRecord('0000000001')])
  expect((await uploadFile(fileWithOtherContent)).data).toEqual({
    faults: [expect.stringContaining(`retorno nº ${id}`)],
  })
  expect(await findFileSize(hashBankFile(fileWithOtherContent).stored_name)).toBeUndefined()
  expect(await db.selectFrom('bank_files').select('id').execute()).toHaveLength(1)
})

test('rejects an upload without a file, an empty file and a file above 10 MB', async () => {
  const emptyAnswer = await staff.post(uploadAction, bankFilesPath)
  expect([emptyAnswer.status, emptyAnswer.data]).toEqual([400, { faults: ['Escolha um arquivo'] }])
  expect((await uploadFile(new Uint8Array())).data).toEqual({ faults: ['Linha 1: o arquivo está vazio'] })
  expect((await uploadFile(new Uint8Array(maxBankFileBytes + 100_000))).data).toEqual({
    faults: ['O arquivo passa de 10 MB'],
  })
})

test('previews all effects of a file, starting with those that need staff', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const records = [
    makePaidRecord(boleto.our_number),
    makePaidRecord('9999999999', 12_34),
    { code: '03', number: boleto.our_number, reasons: '66' },
    { code: '77', number: boleto.our_number, paid: 1 },
  ]
  const id = await uploadRecords(records)
  const { text, html } = await fetchPage(staff, getFilePath(id))
  expect(text).toContain('Nada foi aplicado ainda. Ao aplicar:')
  expect(text).toContain('1 pedido é confirmado, e o comprador recebe o e-mail.')
  expect(text).toContain('Pagamento sem boleto nosso')
  expect(text).toContain('R$ 12,34')
  expect(text).toContain('Código desconhecido')
  expect(html).toContain(`href="/admin/order/${orderId}"`)
  const { data } = await staff.get(fileLoader, getFilePath(id), makeParams(id))
  // Line 1 is the header. Staff have to resolve lines 3 and 5.
  expect(data.preview?.rows.map(({ line }) => line)).toEqual([3, 5, 2, 4])
  const confirmedCode = data.preview?.sums.find(({ text: label }) => label === 'Confirma o pedido')?.code
  const confirmedAnswer = await staff.get(
    fileLoader,
    `${getFilePath(id)}?outcome=${confirmedCode}`,
    makeParams(id),
  )
  expect(confirmedAnswer.data.preview?.rows).toMatchObject([{ line: 2, paid: 80_00 }])
  expect((await staff.get(fileLoader, `${getFilePath(id)}?page=9`, makeParams(id))).location).toBe(
    `${getFilePath(id)}?page=1`,
  )
})

test('warns about a file of another agreement and applies it only after confirmation', async () => {
  const id = await uploadRecords([])
  const warning = 'Este arquivo não é do convênio que está nas configurações.'
  expect((await fetchPage(staff, getFilePath(id))).text).not.toContain(warning)
  const agreementOfTheFile = { ...bankAgreement, agreement: '1112245' }
  await saveSetting('bankAgreement', agreementOfTheFile)
  const fileText = (await fetchPage(staff, getFilePath(id))).text
  expect(fileText).not.toContain(warning)
  expect(fileText).not.toContain('Este arquivo é mesmo da loja')
  await saveSetting('bankAgreement', bankAgreement)
  expect((await fetchPage(staff, getFilePath(id))).text).toContain(warning)
  const rejectedAnswer = await staff.post(fileAction, getFilePath(id), {}, makeParams(id))
  expect([rejectedAnswer.status, rejectedAnswer.data]).toEqual([
    400,
    {
      errors: { is_ours: ['Confirme que o arquivo é da loja, ou não o aplique'] },
      typedReason: '',
      isOurs: false,
    },
  ])
  expect((await fetchPage(staff, getFilePath(id))).text).toContain('Este arquivo é mesmo da loja')
  expect(await findFileToApply(id)).toMatchObject({ state: 'read' })
  await staff.post(fileAction, getFilePath(id), { is_ours: 'on' }, makeParams(id))
  expect(await findFileToApply(id)).toMatchObject({ state: 'applying' })
})

test('shows totals that differ and requires a reason to apply the file (D135)', async () => {
  const id = await uploadRecords([])
  await db
    .updateTable('bank_files')
    .set({ doubts: JSON.stringify([{ line: 9, fault: 'sum', detail: '63-74: 2501, 2500' }]) })
    .where('id', '=', id)
    .execute()
  const page = await fetchPage(staff, getFilePath(id))
  expect(page.text).toContain('Os totais do registro final não conferem')
  expect(page.text).toContain('Linha 9: o valor informado no registro final não confere (63-74: 2501, 2500)')
  const rejectedPage = await fetchPage(staff, getFilePath(id), { reason: '  ' })
  expect(rejectedPage.text).toContain('Diga por que o arquivo vale apesar dos totais')
  expect(await findFileToApply(id)).toMatchObject({ state: 'read' })
  const tooLongReason = 'x'.repeat(501)
  const longAnswer = await staff.post(fileAction, getFilePath(id), { reason: tooLongReason }, makeParams(id))
  expect([longAnswer.status, longAnswer.data]).toMatchObject([400, { typedReason: tooLongReason }])
  const reason = 'Conferi com o extrato de 20/11'
  expect((await staff.post(fileAction, getFilePath(id), { reason }, makeParams(id))).status).toBe(303)
  await applyBankFile.run(String(id), { id: 0 })
  expect((await fetchPage(staff, getFilePath(id))).text).toContain(reason)
})

test('preserves the ticked confirmation when the reason for differing totals is missing', async () => {
  const id = await uploadRecords([])
  await db
    .updateTable('bank_files')
    .set({ doubts: JSON.stringify([{ line: 9, fault: 'sum', detail: '' }]) })
    .where('id', '=', id)
    .execute()
  await saveSetting('bankAgreement', bankAgreement)
  const rejectedPage = await fetchPage(staff, getFilePath(id), { is_ours: 'on', reason: '' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.html).toMatch(/name="is_ours"[^>]* checked/)
})

test('a rejected registration shows the bank’s reason', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const id = await uploadRecords([{ code: '03', number: boleto.our_number, reasons: '66' }])
  expect((await fetchPage(staff, getFilePath(id))).text).toContain('CPF ou CNPJ do pagador inválido (66)')
})

test('queues the application of a file once, shows its progress and then the result', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const id = await uploadRecords([makePaidRecord(boleto.our_number), makePaidRecord('9999999999')])
  const firstAnswer = await staff.post(fileAction, getFilePath(id), {}, makeParams(id))
  expect([firstAnswer.status, firstAnswer.location]).toEqual([303, getFilePath(id)])
  await staff.post(fileAction, getFilePath(id), {}, makeParams(id))
  expect(
    await db.selectFrom('outbox').select('id').where('job', '=', 'apply-bank-file').execute(),
  ).toHaveLength(1)
  const [line = 0] = await listOpenLines(id)
  const file = await findFileToApply(id)
  if (file) await applyBankFileLine(file, line, '2026-11-21')
  const runningPage = await fetchPage(staff, getFilePath(id))
  expect(runningPage.text).toContain('1 de 2 linhas aplicadas')
  expect(runningPage.html).toMatch(/http-equiv="refresh"/i)
  await applyBankFile.run(String(id), { id: 0 })
  const appliedPage = await fetchPage(staff, getFilePath(id))
  expect(appliedPage.text).toContain('O que aconteceu')
  expect(appliedPage.text).toContain('Pedido confirmado')
  expect(appliedPage.text).toContain('Retorno conferido; aplicação iniciada')
  expect(appliedPage.html).not.toMatch(/http-equiv="refresh"/i)
  expect((await fetchPage(staff, `/admin/order/${orderId}`)).text).toContain('Pagamento confirmado')
})

test('offers the lines as a file, and the original file until the sweep deletes it', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const records = { ...makePaidRecord(boleto.our_number, 79_00), document: String(orderId) }
  const content = makeReturnFile([records])
  const id = Number((await uploadFile(content)).location?.split('/').at(-1))
  const csvAnswer = await staff.get(csvLoader, `${getFilePath(id)}/lines.csv`, makeParams(id))
  const text = (await csvAnswer.response?.text()) ?? ''
  expect(text).toContain(
    `2;nº 7654321${boleto.our_number};nº ${orderId};${orderId};cód. 06;Pago;19/11/2026;20/11/2026;80,00;79,00;0,00;Valor diferente do boleto;R$ 1,00 a menos`,
  )
  const originalAnswer = await staff.get(originalLoader, `${getFilePath(id)}/original`, makeParams(id))
  expect(new Uint8Array((await originalAnswer.response?.arrayBuffer()) ?? [])).toEqual(
    new Uint8Array(content),
  )
  const nameAfterSweep = ''
  await db.updateTable('bank_files').set({ stored_name: nameAfterSweep }).where('id', '=', id).execute()
  expect((await staff.get(originalLoader, `${getFilePath(id)}/original`, makeParams(id))).status).toBe(404)
  const pageAfterSweep = await fetchPage(staff, getFilePath(id))
  expect(pageAfterSweep.text).toContain('Arquivo apagado após o prazo fiscal')
  expect(pageAfterSweep.html).not.toContain(`${getFilePath(id)}/original`)
  expect((await staff.get(fileLoader, getFilePath(99_999), makeParams(99_999))).status).toBe(404)
})

test('shows payment and boleto when they differ, before and after applying', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('001', { isSent: false })
  const foreignRecord = { document: 'NF7781-A', control: 'SISTEMA-ANTIGO-NF-7781', due: '2025-10-20' }
  const id = await uploadRecords([{ ...makePaidRecord(boleto.our_number), ...foreignRecord }])
  const previewText = (await fetchPage(staff, getFilePath(id))).text.replaceAll('\u00a0', ' ')
  for (const expectedText of [
    'Pagamento que não confere com o boleto',
    'O banco não foi avisado deste boleto por nenhuma remessa.',
    `Documento: banco NF7781-A, boleto ${orderId}`,
    'Vencimento: banco 20/10/2025, boleto 20/11/2026',
  ])
    expect.soft(previewText).toContain(expectedText)
  await staff.post(fileAction, getFilePath(id), {}, makeParams(id))
  await applyBankFile.run(String(id), { id: 0 })
  const [payment] = await db.selectFrom('payments').select(['id', 'order_id']).execute()
  expect(payment?.order_id).toBeNull()
  const page = await fetchPage(staff, `/admin/payments/${payment?.id}`)
  const text = page.text.replaceAll('\u00a0', ' ')
  for (const expectedText of [
    'Não confere com o boleto',
    'NF7781-A',
    '20/10/2025',
    'SISTEMA-ANTIGO-NF-7781',
    '20/11/2026',
    'Atribuir a um pedido',
  ])
    expect.soft(text).toContain(expectedText)
  expect(page.html).toContain(`href="/admin/order/${orderId}"`)
})

test('adds Itaú’s fee back to the net amount reported and shows both', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto('341')
  const records = [{ ...makePaidRecord(boleto.our_number, 77_90), fee: 2_10 }]
  const { location } = await uploadFile(makeReturnFile(records, { bank: '341' }))
  const id = Number(location?.split('/').at(-1))
  const text = (await fetchPage(staff, getFilePath(id))).text.replaceAll('\u00a0', ' ')
  for (const expectedText of ['Confirma o pedido', 'R$ 80,00', 'tarifa R$ 2,10'])
    expect.soft(text).toContain(expectedText)
  await staff.post(fileAction, getFilePath(id), {}, makeParams(id))
  await applyBankFile.run(String(id), { id: 0 })
  const [payment] = await db.selectFrom('payments').select(['id', 'order_id']).execute()
  expect(payment?.order_id).toBe(orderId)
  const paymentText = (await fetchPage(staff, `/admin/payments/${payment?.id}`)).text.replaceAll(
    '\u00a0',
    ' ',
  )
  for (const expectedText of ['Tarifa do banco', 'R$ 2,10', 'R$ 80,00'])
    expect.soft(paymentText).toContain(expectedText)
})

test('reports a file that advances the boleto numbers', async () => {
  await saveSetting('bankAgreement', bankAgreement)
  const id = await uploadRecords([makePaidRecord('0000007000')])
  expect((await fetchPage(staff, getFilePath(id))).text).toContain('O banco conhece números até 7000')
})

test('links Caixa’s reply to its remittance and rejects a reply to an unknown remittance', async () => {
  await saveSetting('bankAgreement', bankAgreements['104'])
  const remittance = { bank: '104', format: 240, sequence: 42, boletos: 1, content: 'file' }
  await db
    .insertInto('remittances')
    .values({ ...remittance, created_by: await makeStaff() })
    .execute()
  expect(await uploadFile(makeRemittanceReply('5', 43))).toMatchObject({
    status: 400,
    data: { faults: [expect.stringContaining('resposta do banco à remessa nº 43')] },
  })
  expect((await uploadFile(makeRemittanceReply('5', 42))).location).toBe('/admin/remittances')
  const page = await fetchPage(staff, '/admin/remittances')
  for (const expectedText of [
    'recusou a remessa nº 42',
    'Recusada pelo banco',
    'REMESSA REJEITADA; 02000001 18.088',
  ])
    expect(page.text).toContain(expectedText)
  await uploadFile(makeRemittanceReply('5', 42))
  expect((await fetchPage(staff, '/admin/remittances')).text).toContain('já tinha sido lida')
})
