import { formatBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import { recordMail } from '#app/models/backoffice/mail.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { storeReturnFile } from './bank-files.ts'
import { makeBankBoleto } from './boletos.ts'
import { makeCustomer, person } from './people.ts'
import { makePublication } from './publications.ts'
import { makeReportData } from './report-data.ts'
import { makeReportShipments } from './report-shipments.ts'
import { makeReturnFile } from './return-files.ts'
import { openShop } from './shop.ts'

/** The fixed time at which tests display the lists below. */
export const listsSeenAt = new Date('2026-02-28T15:00:00Z')

/**
 * Inserts rows for all staff lists into an empty database: the report data, and values that a file could write
 * wrongly, such as separators, quotes, formulas and empty cells. The clock has to be at `listsSeenAt`. Returns the
 * ids of a return file and of a publication with subscribers.
 */
export async function makeStaffLists() {
  await openShop()
  const reportData = await makeReportData()
  await makeReportShipments(reportData)
  await makePublications()
  await makePeople()
  await makeBoletos()
  await makeMails()
  await openWithdrawal(reportData.orders[1]?.id ?? 0)
  await fillShipment(reportData.orders.slice(1, 3).map(({ id }) => id))
  const bankFile = await makeBankFile()
  await setCreationTimes()
  return { bankFile, publication: reportData.titles.voo.id }
}

async function makePublications() {
  await makePublication({ name: 'Manual; "Hélice"', applicability: '=Todas\nas células', price: 1_234_56 })
  await makePublication({ name: 'Fora de venda', active: false })
  await makePublication({ name: 'Removida', removed_at: listsSeenAt })
}

async function makePeople() {
  const people = [
    { email: 'soma@exemplo.test', name: '=SOMA(A1)', flags: { is_active: false } },
    { email: 'socio@exemplo.test', name: 'Sócio; Inventado', flags: { is_superuser: true } },
  ]
  for (const { email, name, flags } of people) {
    const identity = { ...person, name, phone: '' }
    const { userId } = await makeCustomer({ email, identity, flags })
    await db.updateTable('profiles').set({ is_partner: true }).where('user_id', '=', userId).execute()
  }
}

/** Creates a waiting, a rejected, an overdue and a withdrawn boleto. */
async function makeBoletos() {
  const order = { today: '2026-02-20' }
  const data = { order, documentDate: '2026-02-20', dueDate: '2026-03-10' }
  await makeBankBoleto(data)
  const rejected = await makeBankBoleto(data)
  await makeBankBoleto({ ...data, dueDate: '2026-02-26' })
  const withdrawn = await makeBankBoleto(data)
  const boletos = db.updateTable('boletos')
  await boletos.set({ state: 'rejected', rejection: '66' }).where('id', '=', rejected.boletoId).execute()
  await boletos
    .set({ state: 'registered', withdrawn_at: listsSeenAt, withdrawal_reason: 'replaced' })
    .where('id', '=', withdrawn.boletoId)
    .execute()
  await confirmPayment(withdrawn.orderId, byStaff, '2026-02-21')
}

async function makeMails() {
  const outcomes = [
    { state: 'sent' },
    { state: 'failed', error: 'connect ECONNREFUSED' },
    { state: 'refused', error: '550 no such user; "gone"' },
  ] as const
  for (const [index, outcome] of outcomes.entries()) {
    const event = { job: 'mail-order-received', subject: String(900_000 + index) }
    const { insertId } = await db.insertInto('outbox').values(event).executeTakeFirstOrThrow()
    const mail = { to: `ana+${index}@exemplo.test`, subject: `Pedido; "${index}"` }
    await recordMail(Number(insertId), mail, outcome)
  }
}

async function openWithdrawal(orderId: number) {
  const request = { order_id: orderId, is_open: 1 }
  const { insertId } = await db.insertInto('withdrawal_requests').values(request).executeTakeFirstOrThrow()
  const lines = await db.selectFrom('order_lines').select('id').where('order_id', '=', orderId).execute()
  for (const { id } of lines)
    await db
      .insertInto('withdrawal_lines')
      .values({ order_line_id: id, request_id: Number(insertId) })
      .execute()
}

/** Adds a price and these orders to one of the shipments. */
async function fillShipment(orderIds: readonly number[]) {
  const { id } = await db
    .selectFrom('shipments')
    .select('id')
    .where('track_code', '=', 'AA2')
    .executeTakeFirstOrThrow()
  await db.updateTable('shipments').set({ value: 1_035_90, type: 'SEDEX' }).where('id', '=', id).execute()
  const orders = orderIds.map((orderId) => ({ shipment_id: id, order_id: orderId }))
  await db.insertInto('shipment_orders').values(orders).execute()
}

async function makeBankFile(): Promise<number> {
  const order = { today: '2026-02-20' }
  const { orderId, boletoId, ourNumber } = await makeBankBoleto({ documentDate: '2026-02-20', order })
  const reference = formatBoletoReference(orderId, 0, '3f9a01')
  await db.updateTable('boletos').set({ reference }).where('id', '=', boletoId).execute()
  // A payment, a second one of another value, one of an unknown boleto, a rejection and an unknown code.
  const content = makeReturnFile([
    { code: '06', number: ourNumber, paid: 80_00, fee: 1_50 },
    { code: '06', number: ourNumber, paid: 79_00 },
    { code: '06', number: '9999999999', paid: 1_234_56 },
    { code: '03', number: ourNumber, reasons: '66' },
    { code: '77', number: ourNumber },
  ])
  const { id } = await storeReturnFile(content)
  return id
}

/** Replaces the creation times of rows by fixed ones, a minute apart. */
async function setCreationTimes() {
  for (const table of ['history', 'mails', 'bank_files'] as const) {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
    for (const [index, { id }] of rows.entries()) {
      const createdAt = new Date(listsSeenAt.getTime() - (rows.length - index) * 60_000)
      await db.updateTable(table).set({ created_at: createdAt }).where('id', '=', id).execute()
    }
  }
}
