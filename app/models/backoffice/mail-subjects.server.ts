import { listMailsAbout, type OrderRecord, orderRecords } from '#app/domain/platform/effect.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { listPayerChanges } from '#app/models/payments/payer/payer-change.server.ts'
import { refusedOutcomes } from '#app/models/payments/refused-line.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listDeliveryChanges } from '#app/models/shipments/delivery-change.server.ts'
import { makeDispatchSubject } from '#app/models/shipments/shipment-dispatch.server.ts'

/** Maximum number of records of a kind per order */
const MAX_RECORDS = 200

type Subjects = readonly (string | number)[]

/** Finds the subjects of an order's mails, with a function for each kind of record that mails are about. */
const subjectFinders: Readonly<Record<OrderRecord, (orderId: number) => Promise<Subjects>>> = {
  order: async (orderId) => [orderId],
  boleto: (orderId) => listIds('boletos', orderId),
  payment: (orderId) => listIds('payments', orderId),
  refund: (orderId) => listIds('refunds', orderId),
  invoice: (orderId) => listIds('invoices', orderId),
  'photo request': (orderId) => listIds('photo_requests', orderId),
  withdrawal: (orderId) => listIds('withdrawal_requests', orderId),
  'withdrawal answer': listWithdrawalAnswers,
  'delivery change': async (orderId) => pickIds(await listDeliveryChanges(orderId, MAX_RECORDS)),
  'payer change': async (orderId) => pickIds(await listPayerChanges(orderId, MAX_RECORDS)),
  dispatch: listDispatches,
  'bank file': listBankFiles,
  'gateway event': listGatewayEvents,
  'day of expiry': listDaysOfExpiry,
}

/** Returns jobs and subjects of all mails about an order. */
export async function findOrderMails(orderId: number): Promise<{ jobs: string[]; subjects: string[] }[]> {
  const findMailsAbout = async (record: OrderRecord) => {
    const subjects = await subjectFinders[record](orderId)
    return { jobs: listMailsAbout(record), subjects: subjects.map(String) }
  }
  const mailsByRecord = await Promise.all(orderRecords.map(findMailsAbout))
  return mailsByRecord.filter(({ jobs, subjects }) => jobs.length > 0 && subjects.length > 0)
}

type OrderTable = 'boletos' | 'payments' | 'refunds' | 'invoices' | 'photo_requests' | 'withdrawal_requests'

async function listIds(table: OrderTable, orderId: number) {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('order_id', '=', orderId)
    .limit(MAX_RECORDS)
    .execute()
  return pickIds(rows)
}

function pickIds(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

async function listWithdrawalAnswers(orderId: number): Promise<Subjects> {
  const answers = await db
    .selectFrom('withdrawal_answers')
    .innerJoin('withdrawal_requests', 'withdrawal_requests.id', 'request_id')
    .select('withdrawal_answers.id')
    .where('order_id', '=', orderId)
    .limit(MAX_RECORDS)
    .execute()
  return pickIds(answers)
}

async function listDispatches(orderId: number): Promise<Subjects> {
  const shipments = await db
    .selectFrom('shipment_orders')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .select(['shipments.id', 'times_sent'])
    .where('order_id', '=', orderId)
    .limit(MAX_RECORDS)
    .execute()
  return shipments.flatMap(({ id, times_sent }) =>
    Array.from({ length: times_sent }, (_, index) => makeDispatchSubject(id, index + 1)),
  )
}

/** Returns bank files in which a boleto of the order was rejected. */
async function listBankFiles(orderId: number): Promise<Subjects> {
  const files = await db
    .selectFrom('bank_file_lines')
    .innerJoin('boletos', 'boletos.id', 'boleto_id')
    .select('bank_file_id as id')
    .distinct()
    .where('order_id', '=', orderId)
    .where('outcome', 'in', refusedOutcomes)
    .limit(MAX_RECORDS)
    .execute()
  return pickIds(files)
}

/** Returns events about the order's charges that need or needed the attention of staff. */
async function listGatewayEvents(orderId: number): Promise<Subjects> {
  const boletos = await db
    .selectFrom('boletos')
    .select('external_id')
    .where('order_id', '=', orderId)
    .where('issuer', '=', gatewayName)
    .limit(MAX_RECORDS)
    .execute()
  const externalIds = boletos.flatMap(({ external_id }) => external_id ?? [])
  if (externalIds.length === 0) return []
  const events = await db
    .selectFrom('gateway_events')
    .select('id')
    .where('attention', 'is not', null)
    .where('external_id', 'in', externalIds)
    .limit(MAX_RECORDS)
    .execute()
  return pickIds(events)
}

/** Returns the dates on which copies of the order expired before dispatch. */
async function listDaysOfExpiry(orderId: number): Promise<Subjects> {
  const days = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select('expired_on')
    .distinct()
    .where('order_id', '=', orderId)
    .where('status_before_expiry', '=', subscriptionStatus.awaitingDispatch)
    .limit(MAX_RECORDS)
    .execute()
  return days.flatMap(({ expired_on }) => expired_on ?? [])
}
