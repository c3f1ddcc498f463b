import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { logins } from '#db/seed/accounts.ts'
import { bankAgreement } from '#db/seed/company.ts'
import { seedPassword } from '#db/seed.ts'
import { makeReturnFile, type ReturnRecord } from '../factories/return-files.ts'
import { waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness, workerWithoutPdf } from './fault-harness.ts'
import { Buyer } from './support/buyer.ts'

const PAID_ORDERS = 250
const RECORDS = 10_000
const UNKNOWN_RECORDS = 50
const UNMATCHED_RECORDS = 50
/** The records that a worker applies before it reaches the fault point. */
const PORTION_RECORDS = 500
const agreement = 'agreement' in bankAgreement ? bankAgreement.agreement : ''
const FIRST_ORDER_ID = 500_000
const today = toCivilDate(new Date())
const registrationCode = '02'
const settlementCode = '06'
const feeCode = '28'
const unknownCode = '77'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

const formatNumber = (orderId: number) => String(orderId).padStart(10, '0')

/**
 * Creates orders that wait for payment, each with a line and a sent boleto of R$ 80,00, as copies of one of
 * the shop's orders.
 */
async function makeOrders() {
  const templateOrder = await harness.db
    .selectFrom('orders')
    .selectAll()
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const publication = await harness.db
    .selectFrom('publications')
    .selectAll()
    .where('is_download', '=', true)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: PAID_ORDERS }, (_, index) => FIRST_ORDER_ID + index)
  await harness.db
    .insertInto('orders')
    .values(
      ids.map((id) => ({
        ...templateOrder,
        id,
        status: 1,
        reason: null,
        paid_on: null,
        checkout_token: `bank-file-${id}`,
      })),
    )
    .execute()
  await harness.db
    .insertInto('order_lines')
    .values(
      ids.map((order_id) => ({
        order_id,
        publication_id: publication.id,
        renews_subscription_id: null,
        name: publication.name,
        version: publication.version,
        value: 80_00,
        is_download: true,
        airplane_registration: null,
        airplane_serial_number: null,
        fuel_type: null,
        photo: null,
      })),
    )
    .execute()
  await harness.db.insertInto('boletos').values(ids.map(makeBoletoRow)).execute()
  await createRemittance()
}

/** Creates one remittance with all boletos. */
async function createRemittance() {
  const remittance = await harness.db
    .insertInto('remittances')
    .values({ bank: '001', format: 400, sequence: 1, boletos: PAID_ORDERS, content: 'file', created_by: 1 })
    .executeTakeFirstOrThrow()
  const boletos = await harness.db
    .selectFrom('boletos')
    .select('id as boleto_id')
    .where('order_id', '>=', FIRST_ORDER_ID)
    .execute()
  const registration = { instruction: 'register', remittance_id: Number(remittance.insertId) } as const
  await harness.db
    .insertInto('boleto_instructions')
    .values(boletos.map((boleto) => ({ ...boleto, ...registration })))
    .execute()
}

function makeBoletoRow(id: number) {
  return {
    order_id: id,
    current_of: id,
    issuer: 'own-bank' as const,
    state: 'sent' as const,
    reference: `pedido-${id}-0`,
    external_id: null,
    bank: '001',
    agency_and_code: '1234-3 / 123456-0',
    wallet: '17',
    number_range: `001/${agreement}`,
    our_number: formatNumber(id),
    our_number_printed: `${agreement}${formatNumber(id)}`,
    document_number: String(id),
    document_date: today,
    due_date: addDays(today, 3),
    value: 80_00,
    barcode: '0'.repeat(44),
    line: '0'.repeat(47),
  }
}

/** Returns a long file that registers and pays all boletos, with fees, unknown codes and other payments. */
function makeLongFile(): Uint8Array {
  const reported: ReturnRecord[] = Array.from({ length: RECORDS }, (_, index) => {
    // Each group of forty records belongs to one order: registration, payment, and 38 records of boletos
    // that the shop does not have. The first of these is an unknown code in 50 groups and a payment in
    // 50 others; the rest are fees.
    const group = Math.floor(index / 40)
    const position = index % 40
    if (position < 2) {
      const number = formatNumber(FIRST_ORDER_ID + group)
      const fields = { agreement, number, document: String(FIRST_ORDER_ID + group) }
      return position === 0
        ? { ...fields, code: registrationCode }
        : { ...fields, code: settlementCode, paid: 80_00 }
    }
    const thirdRecordCode = group < UNKNOWN_RECORDS ? unknownCode : settlementCode
    const isFee = position > 2 || group >= UNKNOWN_RECORDS + UNMATCHED_RECORDS
    const code = isFee ? feeCode : thirdRecordCode
    return { code, number: String(9_000_000_000 + index), paid: 80_00 }
  })
  return makeReturnFile(reported, { agreement })
}

/** Returns the final state, which must be the same after any number of runs. */
async function loadResult() {
  const { db } = harness
  const outcomes = await db
    .selectFrom('bank_file_lines')
    .select((eb) => ['outcome', eb.fn.countAll<number>().as('count')])
    .groupBy('outcome')
    .execute()
  const paid = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '>=', FIRST_ORDER_ID)
    .where('status', '=', 2)
    .execute()
  const payments = await db.selectFrom('payments').select('problem').execute()
  const units = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select('subscriptions.id')
    .where('order_id', '>=', FIRST_ORDER_ID)
    .execute()
  const mails = await db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'mail-payment-confirmed')
    .execute()
  return {
    files: (await db.selectFrom('bank_files').select('state').execute()).map(({ state }) => state),
    outcomes: Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count])),
    paid: paid.length,
    counted: payments.filter(({ problem }) => problem === null).length,
    unmatched: payments.filter(({ problem }) => problem === 'unmatched').length,
    units: units.length,
    mails: mails.length,
  }
}

const completeResult = {
  files: ['applied'],
  outcomes: {
    registered: PAID_ORDERS,
    confirmed: PAID_ORDERS,
    unknown: UNKNOWN_RECORDS,
    unmatched: UNMATCHED_RECORDS,
    nothing: RECORDS - 2 * PAID_ORDERS - UNKNOWN_RECORDS - UNMATCHED_RECORDS,
  },
  paid: PAID_ORDERS,
  counted: PAID_ORDERS,
  unmatched: UNMATCHED_RECORDS,
  units: PAID_ORDERS,
  mails: PAID_ORDERS,
}

const waitUntilApplied = () =>
  waitFor(
    'the file to be applied',
    async () => {
      const open = await harness.db
        .selectFrom('bank_files')
        .select('id')
        .where('state', '<>', 'applied')
        .execute()
      return open.length === 0
    },
    100_000,
  )

const countLinesDone = async () => {
  const done = await harness.db
    .selectFrom('bank_file_lines')
    .select('id')
    .where('outcome', 'is not', null)
    .execute()
  return done.length
}

/** Uploads and applies the file as staff do. Returns its page before that, and the page's address. */
async function sendAndApply(url: string, staff: Buyer, content: Uint8Array) {
  const { location } = await staff.upload(`${url}/admin/bank_files`, { name: 'retorno.ret', content })
  const page = await staff.get(`${url}${location}`)
  await staff.post(`${url}${location}`, {})
  return { location, page: page.text }
}

/** A worker with slightly more memory than an idle one needs. */
const smallWorker = {
  ...workerWithoutPdf,
  NODE_OPTIONS: '--max-old-space-size=96',
  // Without a mail server the buyers' mails are written into a folder asynchronously.
  SMTP_URL: undefined,
}

test('a file of ten thousand records is applied once in little memory while workers are killed', async () => {
  await makeOrders()
  const web = await harness.startWeb()
  const staff = new Buyer()
  await staff.post(`${web.url}/login`, { email: logins.staff, password: seedPassword })
  const content = makeLongFile()
  const { location, page } = await sendAndApply(web.url, staff, content)
  expect(page).toContain(`${PAID_ORDERS} pedidos são confirmados`)

  const killedWorker = await harness.startWorker({ ...smallWorker, FAULT_POINT: 'apply-bank-file:portion' })
  expect(await killedWorker.ended).toBeNull()
  expect(await countLinesDone()).toBe(PORTION_RECORDS)
  const secondWorker = await harness.startWorker(smallWorker)
  await waitFor(
    'a part of the file to be applied',
    async () => (await countLinesDone()) > 5 * PORTION_RECORDS,
  )
  secondWorker.signal('SIGKILL')
  await Promise.all([harness.startWorker(smallWorker), harness.startWorker(smallWorker)])
  await waitUntilApplied()
  expect(await loadResult()).toEqual(completeResult)

  expect((await sendAndApply(web.url, staff, content)).location).toBe(location)
  // Runs the job of the applied file again, as if its end had not been recorded.
  await harness.db.updateTable('bank_files').set({ state: 'applying' }).execute()
  await harness.db
    .updateTable('outbox')
    .set({ done_at: null, published_at: null, requeues: 1 })
    .where('job', '=', 'apply-bank-file')
    .execute()
  await waitUntilApplied()
  expect(await loadResult()).toEqual(completeResult)
})
