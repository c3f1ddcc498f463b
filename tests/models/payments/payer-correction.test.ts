import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { findInvoiceData } from '#app/models/orders/invoices/invoice-data.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { requestReceipt } from '#app/models/orders/receipt.server.ts'
import {
  correctPayer,
  findOrderPayer,
  type Payer,
} from '#app/models/payments/payer/payer-correction.server.ts'
import { listWaitingInstructions } from '#app/models/payments/pending-instructions.server.ts'
import { createRemittance } from '#app/models/payments/remittance.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { findOrderDelivery } from '#app/models/shipments/delivery-correction.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getNewestBoleto, makeBankBoleto, makeGatewayBoleto } from '#tests/factories/boletos.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { address } from '#tests/factories/people.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

const today = toCivilDate(new Date())
const dates = { documentDate: today, dueDate: addBusinessDays(today, 3) }
const correctedPayer: Payer = {
  name: 'Ana Inventada de Souza',
  document: '11144477735',
  billing: { ...address, zip_code: '18603970', street: 'Rua do Endereço Certo', number: '999' },
}

async function correctOrder(orderId: number, changes: Partial<Payer> = {}) {
  const { lock_version } = await db
    .selectFrom('orders')
    .select('lock_version')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return correctPayer(
    orderId,
    { ...correctedPayer, ...changes, reason: 'O cliente ligou' },
    byStaff,
    lock_version,
    today,
  )
}

const closeIssueJobs = () =>
  db
    .updateTable('outbox')
    .set({ done_at: new Date() })
    .where('job', 'in', ['issue-boleto', 'render-boleto'])
    .execute()

async function makePrintedBoleto() {
  const order = await makeBankBoleto(dates)
  await closeIssueJobs()
  const printedBoleto = { pdf_file: 'boletos/1.pdf' }
  await db.updateTable('boletos').set(printedBoleto).where('id', '=', order.boletoId).execute()
  return order
}

const listOpenSubjects = async (job: string) => {
  const rows = db.selectFrom('outbox').select('subject').where('job', '=', job).where('done_at', 'is', null)
  return (await rows.execute()).map(({ subject }) => subject)
}

async function findCorrectionEntry(orderId: number) {
  const entries = await listHistory('order', orderId)
  const entry = entries.findLast(({ action }) => action === 'payer-corrected')
  return { id: entry?.id, ...JSON.parse(entry?.details ?? '{}') }
}

const sendRemittance = async () => createRemittance(240, { ...byStaff, actorUserId: await makeStaff() })

test('renders an unsent boleto again, and its waiting registration contains the corrected payer', async () => {
  await openShop()
  const { orderId, boletoId } = await makePrintedBoleto()
  expect(await correctOrder(orderId)).toBe('changed')
  expect(await getNewestBoleto(orderId)).toMatchObject({ id: boletoId, state: 'made', pdf_file: null })
  expect(await listOpenSubjects('render-boleto')).toEqual([String(orderId)])
  const instructions = await listWaitingInstructions({ limit: 10 })
  expect(instructions.map(({ boleto }) => boleto.payer)).toMatchObject([
    {
      name: correctedPayer.name,
      document: correctedPayer.document,
      address: 'RUA DO ENDERECO CERTO 999',
      cep: '18603970',
    },
  ])
  const entry = await findCorrectionEntry(orderId)
  expect(entry).toMatchObject({
    boletoAfter: 'printed-again',
    reason: 'O cliente ligou',
    changes: {
      payer_name: ['Ana Inventada da Silva', correctedPayer.name],
      payer_document: ['52998224725', correctedPayer.document],
    },
  })
  expect(entry.changes.billing[0]).toBe('Rua das Hélices, 100, Centro, Botucatu, SP, 18600000')
  expect(await listOpenSubjects('mail-payer-corrected')).toEqual([String(entry.id)])
})

test('queues a rejected boleto for the next remittance with the corrected payer', async () => {
  await openShop()
  const { orderId, boletoId } = await makePrintedBoleto()
  await sendRemittance()
  await withTransaction((trx) => changeBoleto(trx, boletoId, 'rejected', byStaff, { rejection: '48' }))
  expect(await correctOrder(orderId)).toBe('changed')
  expect(await getNewestBoleto(orderId)).toMatchObject({ id: boletoId, state: 'made', pdf_file: null })
  expect((await findCorrectionEntry(orderId)).boletoAfter).toBe('registered-again')
  await sendRemittance()
  const { content } = await db
    .selectFrom('remittances')
    .select('content')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(String(content)).toContain('ANA INVENTADA DE SOUZA')
  expect(String(content)).toContain('RUA DO ENDERECO CERTO')
})

test('replaces a rejected boleto whose due date is too near', async () => {
  await openShop()
  const { orderId, boletoId } = await makePrintedBoleto()
  await db
    .updateTable('boletos')
    .set({ state: 'rejected', due_date: today })
    .where('id', '=', boletoId)
    .execute()
  expect(await correctOrder(orderId)).toBe('changed')
  expect(await getNewestBoleto(orderId)).toMatchObject({ id: boletoId, withdrawal_reason: 'replaced' })
  expect(await listOpenSubjects('issue-boleto')).toEqual([String(orderId)])
})

test.each(['sent', 'registered'] as const)(
  'withdraws a boleto that is %s and queues another one',
  async (state) => {
    await openShop()
    const { orderId, boletoId } = await makePrintedBoleto()
    await sendRemittance()
    await db.updateTable('boletos').set({ state }).where('id', '=', boletoId).execute()
    // The document is unchanged; only name and address differ.
    expect(await correctOrder(orderId, { document: '52998224725' })).toBe('changed')
    expect(await getNewestBoleto(orderId)).toMatchObject({
      id: boletoId,
      state,
      withdrawal_reason: 'replaced',
    })
    expect(await listOpenSubjects('issue-boleto')).toEqual([String(orderId)])
    const [writeOff] = await listWaitingInstructions({ limit: 10 })
    expect(writeOff?.boleto.instruction).toBe('write-off')
  },
)

test('replaces a gateway boleto and preserves a due date that is far enough away', async () => {
  await openShop()
  const { orderId, boleto } = await makeGatewayBoleto()
  await closeIssueJobs()
  const dueDate = addBusinessDays(today, 20)
  await db.updateTable('boletos').set({ due_date: dueDate }).where('id', '=', boleto.id).execute()
  expect(await correctOrder(orderId)).toBe('changed')
  expect(await listOpenSubjects('cancel-boleto')).toEqual([String(boleto.id)])
  expect((await findOrderDocument(orderId))?.boleto_due_on).toBe(dueDate)
})

test('queues again a boleto that was not issued because of its payer', async () => {
  await openShop()
  const { orderId, boletoId } = await makePrintedBoleto()
  // As after a rejected issue: the order has no boleto, and its job is marked as refused.
  await db.deleteFrom('boleto_instructions').where('boleto_id', '=', boletoId).execute()
  await db.deleteFrom('boletos').where('id', '=', boletoId).execute()
  await db
    .updateTable('outbox')
    .set({ done_at: null, refused_at: new Date() })
    .where('job', '=', 'issue-boleto')
    .execute()
  expect(await correctOrder(orderId)).toBe('changed')
  expect((await findCorrectionEntry(orderId)).boletoAfter).toBe('issued-again')
  expect(await listOpenSubjects('issue-boleto')).toEqual([String(orderId)])
})

test('changes nothing without a difference, during PDF creation, after another save, or for a closed or unknown order', async () => {
  await openShop()
  const { orderId } = await makePrintedBoleto()
  expect(
    await correctOrder(orderId, {
      name: 'Ana Inventada da Silva',
      document: '52998224725',
      billing: address,
    }),
  ).toBe('unchanged')
  await db.updateTable('outbox').set({ done_at: null }).where('job', '=', 'render-boleto').execute()
  expect(await correctOrder(orderId)).toBe('under-way')
  await closeIssueJobs()
  const otherVersion = 7
  const correction = { ...correctedPayer, reason: 'x' }
  await expect(correctPayer(orderId, correction, byStaff, otherVersion, today)).rejects.toThrow()
  await db.updateTable('orders').set({ status: orderStatus.cancelled }).where('id', '=', orderId).execute()
  expect(await correctOrder(orderId)).toBe('not-possible')
  const unknownOrderId = 4_000_000
  expect(await correctPayer(unknownOrderId, correction, byStaff, 0, today)).toBe('unknown')
  expect(await listOpenSubjects('mail-payer-corrected')).toEqual([])
})

test('the NF-e uses the corrected payer and the unchanged delivery address', async () => {
  await openShop()
  const order = await makePaidOrder()
  await closeIssueJobs()
  expect(await correctOrder(order.orderId)).toBe('changed')
  const invoiceData = await findInvoiceData(order.orderId)
  expect(invoiceData).toMatchObject({
    buyer: { name: correctedPayer.name, document: correctedPayer.document },
    billing: { street: 'Rua do Endereço Certo' },
    shipping: { street: 'Rua das Hélices' },
  })
  expect((await findOrderDelivery(order.orderId))?.current).toMatchObject({ street: 'Rua das Hélices' })
})

test('the payer of an order with a sent invoice cannot be corrected until the invoice is rejected', async () => {
  await openShop()
  const { orderId } = await makePaidOrder()
  await closeIssueJobs()
  const invoice = { order_id: orderId, model: 'nfe', state: 'sent', is_live: 1, reference: 'x' } as const
  await db.insertInto('invoices').values(invoice).execute()
  expect(await correctOrder(orderId)).toBe('not-possible')
  await db.updateTable('invoices').set({ is_live: null, state: 'refused' }).execute()
  expect(await correctOrder(orderId)).toBe('changed')
})

test('requests reuse the receipt of an order until its payer is corrected', async () => {
  await openShop()
  const order = await makePaidOrder()
  await closeIssueJobs()
  const owner = { userId: order.userId, profileId: await getProfileId(order.userId) }
  const receiptBefore = await requestReceipt(order.orderId, owner)
  expect(await requestReceipt(order.orderId, owner)).toBe(receiptBefore)
  await correctOrder(order.orderId, { billing: address })
  expect(await requestReceipt(order.orderId, owner)).not.toBe(receiptBefore)
})

test('the form offers the account’s data only when they differ from the order’s payer', async () => {
  await openShop()
  const { orderId, userId } = await makePrintedBoleto()
  expect((await findOrderPayer(orderId))?.account).toBeNull()
  await db.updateTable('profiles').set({ name: correctedPayer.name }).where('user_id', '=', userId).execute()
  expect((await findOrderPayer(orderId))?.account).toMatchObject({
    name: correctedPayer.name,
    document: '52998224725',
  })
})

test('an order with a personal payer is unchanged when the account becomes a company', async () => {
  await openShop()
  const { orderId, userId } = await makePaidOrder()
  const companyFields = {
    is_company: true,
    cnpj: '12ABC34501DE35',
    company_name: 'Asa Inventada Ltda.',
    cpf: null,
  }
  await db.updateTable('profiles').set(companyFields).where('user_id', '=', userId).execute()
  expect((await findInvoiceData(orderId))?.buyer).toMatchObject({
    isCompany: false,
    document: '52998224725',
  })
  expect(await findOrderPayer(orderId)).toMatchObject({ isCompany: false, account: null })
})
