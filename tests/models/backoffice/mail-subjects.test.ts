import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { listMailsAbout, type OrderRecord, orderRecords } from '#app/domain/platform/effect.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeDispatchSubject } from '#app/models/shipments/shipment-dispatch.server.ts'
import { storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { changeBoletoRow, giveBoleto } from '#tests/support/boletos.ts'

const day = '2026-11-21'

type InsertQuery = { executeTakeFirstOrThrow(): Promise<{ insertId?: bigint | undefined }> }

async function insertRow(insert: InsertQuery): Promise<string> {
  return String((await insert.executeTakeFirstOrThrow()).insertId)
}

/** Creates a record of the order and returns its id, the subject of its mails. */
const makeRecord: Readonly<Record<OrderRecord, (orderId: number) => Promise<string>>> = {
  order: async (orderId) => String(orderId),
  boleto: async (orderId) => String(await findOrMakeBoleto(orderId)),
  payment: (order_id) =>
    insertRow(
      db
        .insertInto('payments')
        .values({ event_key: 'k', source: 'bank-file', value: 100, paid_on: day, order_id }),
    ),
  refund: (order_id) =>
    insertRow(
      db
        .insertInto('refunds')
        .values({ order_id, value: 1, refunded_on: day, document: 'TED', created_by: 0, token: 't' }),
    ),
  invoice: (order_id) =>
    insertRow(
      db
        .insertInto('invoices')
        .values({ order_id, model: 'nfe', state: 'authorised', is_live: 1, reference: 'pedido' }),
    ),
  'photo request': (order_id) =>
    insertRow(db.insertInto('photo_requests').values({ order_id, reason: 'Escura', is_open: 1 })),
  withdrawal: (order_id) => insertRow(db.insertInto('withdrawal_requests').values({ order_id, is_open: 1 })),
  'withdrawal answer': async (order_id) => {
    const request = await insertRow(db.insertInto('withdrawal_requests').values({ order_id }))
    return insertRow(
      db.insertInto('withdrawal_answers').values({ request_id: Number(request), outcome: 'accepted' }),
    )
  },
  'delivery change': (orderId) =>
    insertRow(
      db
        .insertInto('history')
        .values({ entity: 'order', entity_id: orderId, action: 'delivery-changed', details: '{}' }),
    ),
  'payer change': (orderId) =>
    insertRow(
      db
        .insertInto('history')
        .values({ entity: 'order', entity_id: orderId, action: 'payer-corrected', details: '{}' }),
    ),
  dispatch: async (order_id) => {
    const order = await db
      .selectFrom('orders')
      .select('profile_id')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    const shipmentFields = { ...order, owner_user_id: await makeStaff(), creation_date: day }
    const id = Number(
      await insertRow(db.insertInto('shipments').values({ ...shipmentFields, type: 'PAC', times_sent: 2 })),
    )
    await db.insertInto('shipment_orders').values({ shipment_id: id, order_id }).execute()
    return makeDispatchSubject(id, 2)
  },
  'bank file': async (orderId) => {
    const { id } = await storeReturnFile(makeReturnFile([]))
    const emptyFields = { number_range: null, document_number: '', wallet: '17', reasons: '' }
    await db
      .insertInto('bank_file_lines')
      .values({
        ...emptyFields,
        bank_file_id: id,
        boleto_id: await findOrMakeBoleto(orderId),
        line: 1,
        line_key: 'l',
        event_key: 'e',
        occurrence: '03',
        meaning: 'rejected',
        our_number: '1',
        boleto_number: '1',
        value: 1,
        received: 0,
        fee: 0,
        outcome: 'rejected',
      })
      .execute()
    return String(id)
  },
  'gateway event': async (orderId) => {
    await findOrMakeBoleto(orderId)
    await changeBoletoRow(orderId, { issuer: gatewayName, external_id: 'pay_1' })
    const event = { event_id: 'evt_1', name: 'PAYMENT_RECEIVED', external_id: 'pay_1' }
    return insertRow(db.insertInto('gateway_events').values({ ...event, attention: 'differs' }))
  },
  'day of expiry': async () => {
    const expiry = { status_before_expiry: subscriptionStatus.awaitingDispatch, expired_on: day }
    await db
      .updateTable('subscriptions')
      .set({ ...expiry, status: subscriptionStatus.expired })
      .execute()
    return day
  },
}

async function findOrMakeBoleto(orderId: number): Promise<number> {
  const orderBoletos = db.selectFrom('boletos').select('id').where('order_id', '=', orderId)
  const boleto = await orderBoletos.executeTakeFirst()
  if (boleto) return boleto.id
  await db
    .updateTable('orders')
    .set({ status: orderStatus.pendingPayment })
    .where('id', '=', orderId)
    .execute()
  await giveBoleto(orderId)
  return (await orderBoletos.executeTakeFirstOrThrow()).id
}

test.each(orderRecords)('finds only mails about the %s of an order by order number', async (record) => {
  await openShop()
  const { orderId } = await makePaidOrder()
  const subject_ref = await makeRecord[record](orderId)
  const jobs = listMailsAbout(record)
  expect(jobs.length).toBeGreaterThan(0)
  const mailFields = { to_address: 'a@exemplo.test', subject: 'Assunto', state: 'sent', attempts: 1 } as const
  const rows = jobs.map((job, index) => ({ ...mailFields, outbox_id: index + 1, job, subject_ref }))
  await db
    .insertInto('mails')
    .values([
      ...rows,
      { ...mailFields, outbox_id: 900, job: jobs[0] ?? '', subject_ref: `${subject_ref}0` },
      { ...mailFields, outbox_id: 901, job: 'send-password-link', subject_ref },
    ])
    .execute()
  const page = await listMails({ page: 1, search: `nº ${orderId}` })
  expect(page.rows.map(({ job, subject_ref: subject }) => [job, subject]).sort()).toEqual(
    jobs.map((job) => [job, subject_ref]).sort(),
  )
})
