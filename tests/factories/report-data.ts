import type { Insertable } from 'kysely'
import { type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { address, company, makeCustomer, person } from './people.ts'
import { makePublication } from './publications.ts'

/** The day on which the report data below are counted. */
export const reportToday: CivilDate = '2026-02-28'

export type SoldTitle = {
  id: number
  name: string
  isSignature: boolean
  isDownload: boolean
  price: number
}

export type SoldClient = {
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  /** the name in reports: a company's own, otherwise the person's */
  displayName: string
  phone: string
}

export type SoldLine = {
  id: number
  title: SoldTitle
  version: string
  /** in centavos */
  value: number
  /** a first subscription, a renewal, or a one-off purchase (D42) */
  kind: 'first' | 'renewal' | 'one-off'
  registration: string | null
  serial: string | null
  /** the subscription that this line created or extended; null while unpaid */
  unit: SoldUnit | null
}

export type SoldUnit = {
  id: number
  due: CivilDate | null
  timesRenewed: number
  status: number
  isSuspended: boolean
}

export type SoldOrder = {
  id: number
  date: CivilDate
  paidOn: CivilDate | null
  status: OrderStatus
  reason: string | null
  nfe: string | null
  shipping: number
  total: number
  client: SoldClient
  lines: SoldLine[]
}

const pending = orderStatus.pendingPayment
const paid = orderStatus.confirmed
const cancelled = orderStatus.cancelled
const underReview = orderStatus.underReview

type LineSpec = {
  title: keyof Titles
  kind?: 'renewal'
  version?: string
  value?: number
  registration?: string
  serial?: string
  due?: CivilDate
  timesRenewed?: number
  unitStatus?: number
  isSuspended?: true
  /** for a renewal: the label of the line with the subscription */
  renews?: string
  /** the label by which a renewal refers to this line */
  label?: string
}

type OrderSpec = {
  client: keyof Clients
  date: CivilDate
  paidOn?: CivilDate
  status: OrderStatus
  reason?: string
  nfe?: string
  shipping?: number
  lines: LineSpec[]
}

type Titles = Awaited<ReturnType<typeof makeTitles>>
type Clients = Awaited<ReturnType<typeof makeClients>>

/**
 * Creates a small shop around February 2026 with all cases that a report could count wrongly: orders at the
 * edges of the month, paid in another month than ordered, in all states, rejected, courtesy, with several
 * units, in two revisions, renewed once and twice, with an unpaid renewal, suspended, expired. Returns it as
 * plain lists for counting.
 */
export async function makeReportData() {
  const titles = await makeTitles()
  const clients = await makeClients()
  const units = new Map<string, SoldUnit>()
  const orders: SoldOrder[] = []
  for (const spec of orderSpecs) orders.push(await makeSoldOrder(spec, { titles, clients, units }))
  return { titles, clients, orders, today: reportToday }
}

const orderSpecs: OrderSpec[] = [
  // The day before the month, its first and last day, and the day after.
  {
    client: 'ana',
    date: '2026-01-31',
    paidOn: '2026-02-02',
    status: paid,
    nfe: '101',
    shipping: 22_51,
    lines: [{ title: 'voo', registration: 'PT-AAA', serial: '1001', due: '2027-01-31', label: 'ana-voo' }],
  },
  {
    client: 'asa',
    date: '2026-02-01',
    paidOn: '2026-02-01',
    status: paid,
    nfe: '102',
    // Freight is part of the order's total, but of no line.
    shipping: 22_50,
    lines: [
      { title: 'voo', registration: 'PT-ABC', serial: '1002', due: '2027-02-01' },
      { title: 'voo', registration: 'PT-ABD', serial: '1003', due: '2027-02-01' },
      { title: 'placa', value: 33_33 },
    ],
  },
  {
    client: 'ana',
    date: '2026-02-28',
    paidOn: '2026-03-02',
    status: paid,
    nfe: '103',
    lines: [{ title: 'boletim', value: 10_01, due: '2027-02-28' }],
  },
  {
    client: 'caio',
    date: '2026-03-01',
    paidOn: '2026-03-01',
    status: paid,
    nfe: '104',
    lines: [{ title: 'placa' }],
  },
  // States that must not be counted.
  { client: 'ana', date: '2026-02-10', status: pending, lines: [{ title: 'placa', registration: 'PT-AAA' }] },
  { client: 'ana', date: '2026-02-11', status: cancelled, lines: [{ title: 'placa' }] },
  {
    client: 'asa',
    date: '2026-02-12',
    status: cancelled,
    reason: 'Foto ilegível',
    lines: [{ title: 'placa', registration: 'PT-ABC' }],
  },
  { client: 'asa', date: '2026-02-13', status: underReview, lines: [{ title: 'placa' }] },
  // A courtesy order has a value of zero.
  {
    client: 'caio',
    date: '2026-02-14',
    paidOn: '2026-02-14',
    status: paid,
    lines: [{ title: 'boletim', value: 0, due: '2027-02-14' }],
  },
  // A copy in the former revision of its publication, which was renewed once.
  {
    client: 'caio',
    date: '2025-02-15',
    paidOn: '2025-02-15',
    status: paid,
    nfe: '90',
    lines: [
      {
        title: 'voo',
        version: 'Rev. 1',
        registration: 'PT-AAA',
        serial: '1004',
        due: '2027-02-15',
        timesRenewed: 1,
        label: 'caio-voo',
      },
    ],
  },
  {
    client: 'caio',
    date: '2026-02-15',
    paidOn: '2026-02-16',
    status: paid,
    nfe: '105',
    lines: [{ title: 'voo', kind: 'renewal', value: 60_07, renews: 'caio-voo' }],
  },
  {
    client: 'asa',
    date: '2026-02-16',
    paidOn: '2026-02-16',
    status: paid,
    nfe: '106',
    lines: [{ title: 'voo', registration: 'PT-ABE', serial: '1005', due: '2027-02-16', isSuspended: true }],
  },
  // A subscription that was renewed twice; others that expired, that expire this month, and with an unpaid renewal.
  {
    client: 'asa',
    date: '2024-02-20',
    paidOn: '2024-02-20',
    status: paid,
    nfe: '50',
    lines: [
      {
        title: 'voo',
        version: 'Rev. 1',
        registration: 'PT-ABF',
        serial: '1006',
        due: '2027-02-20',
        timesRenewed: 2,
        label: 'asa-voo',
      },
    ],
  },
  {
    client: 'asa',
    date: '2025-02-18',
    paidOn: '2025-02-18',
    status: paid,
    nfe: '91',
    lines: [{ title: 'voo', kind: 'renewal', value: 55_00, renews: 'asa-voo' }],
  },
  {
    client: 'asa',
    date: '2026-02-18',
    paidOn: '2026-02-19',
    status: paid,
    nfe: '107',
    lines: [{ title: 'voo', kind: 'renewal', value: 60_07, renews: 'asa-voo' }],
  },
  {
    client: 'ana',
    date: '2025-02-10',
    paidOn: '2025-02-10',
    status: paid,
    nfe: '92',
    lines: [
      { title: 'boletim', due: '2026-02-10', unitStatus: subscriptionStatus.expired, label: 'ana-boletim' },
      { title: 'voo', registration: 'PT-AAA', serial: '1007', due: '2026-02-28' },
      { title: 'voo', registration: 'PT-AAB', serial: '1008', due: '2026-03-01' },
    ],
  },
  {
    client: 'ana',
    date: '2026-02-20',
    status: pending,
    lines: [{ title: 'boletim', kind: 'renewal', value: 60_07, renews: 'ana-boletim' }],
  },
  // A subscription that expired yesterday, which the nightly run has not processed yet.
  {
    client: 'caio',
    date: '2025-02-27',
    paidOn: '2025-02-27',
    status: paid,
    nfe: '93',
    lines: [{ title: 'boletim', due: '2026-02-27' }],
  },
  // Registrations with a common prefix, a foreign one, and two units for one aircraft.
  {
    client: 'caio',
    date: '2026-02-21',
    status: underReview,
    lines: [
      { title: 'placa', registration: 'PT-ABCX', serial: '1009' },
      { title: 'placa', registration: 'N123AB', serial: 'A-9' },
      { title: 'placa', registration: 'PT-AAA', serial: '1010' },
      { title: 'placa', registration: 'PT-AAA', serial: '1010' },
    ],
  },
]

async function makeTitles() {
  const voo = {
    name: 'Ação nº 5 – São João',
    version: 'Rev. 2',
    price: 80_05,
    is_signature: true,
    price_signature: 60_07,
    has_airplane_info: true,
  }
  const boletim = {
    name: 'Boletim de Serviço',
    version: 'Rev. 7',
    price: 40_00,
    is_signature: true,
    price_signature: 20_00,
    is_download: true,
  }
  const placa = { name: 'Placa de identificação', version: 'Rev. 1', price: 15_99 }
  return {
    voo: makeTitle(await makePublication(voo), voo),
    boletim: makeTitle(await makePublication(boletim), boletim),
    placa: makeTitle(await makePublication(placa), placa),
  }
}

function makeTitle(
  id: number,
  {
    name,
    price,
    is_signature = false,
    is_download = false,
  }: { name: string; price: number; is_signature?: boolean; is_download?: boolean },
): SoldTitle {
  return { id, name, price, isSignature: is_signature, isDownload: is_download }
}

async function makeClients() {
  const ana = await makeCustomer({ identity: { ...person, name: 'Ana Inventada' } })
  const asa = await makeCustomer({
    identity: { ...company, name: 'Beto Inventado', companyName: 'Asa Inventada Aviação Agrícola Ltda.' },
  })
  const caio = await makeCustomer({ identity: { ...person, name: 'Caio Inventado', cpf: '11144477735' } })
  return {
    ana: await loadClient(ana.userId),
    asa: await loadClient(asa.userId),
    caio: await loadClient(caio.userId),
  }
}

async function loadClient(userId: number): Promise<SoldClient> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'is_company', 'name', 'company_name', 'phone'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const displayName = row.is_company && row.company_name ? row.company_name : row.name
  return {
    profileId: row.id,
    isCompany: row.is_company,
    name: row.name,
    companyName: row.company_name,
    displayName,
    phone: row.phone ?? '',
  }
}

type ReportData = { titles: Titles; clients: Clients; units: Map<string, SoldUnit> }
let orderCount = 0

async function makeSoldOrder(spec: OrderSpec, reportData: ReportData): Promise<SoldOrder> {
  const { date, paidOn = null, status, reason = null, nfe = null, shipping = 0 } = spec
  const client = reportData.clients[spec.client]
  let publicationsTotal = 0
  for (const { title, value } of spec.lines) publicationsTotal += value ?? reportData.titles[title].price
  const billingAddressId = await insertId('addresses', address)
  orderCount += 1
  const id = await insertId('orders', {
    profile_id: client.profileId,
    status,
    date,
    total_publications: publicationsTotal,
    shipping_value: shipping,
    total: publicationsTotal + shipping,
    shipping_type: 'PAC',
    billing_address_id: billingAddressId,
    payer_name: client.displayName,
    payer_document: '52998224725',
    reason,
    nfe,
    checkout_token: orderCount.toString(16).padStart(32, '0'),
    paid_on: paidOn,
  })
  const lines: SoldLine[] = []
  for (const line of spec.lines)
    lines.push(await makeSoldLine({ id, date, status, client }, line, reportData))
  return {
    id,
    date,
    paidOn,
    status,
    reason,
    nfe,
    shipping,
    total: publicationsTotal + shipping,
    client,
    lines,
  }
}

type OrderHead = Pick<SoldOrder, 'id' | 'date' | 'status' | 'client'>

async function makeSoldLine(
  order: OrderHead,
  spec: LineSpec,
  { titles, units }: ReportData,
): Promise<SoldLine> {
  const title = titles[spec.title]
  const { version = 'Rev. 2', value = title.price, registration = null, serial = null } = spec
  const renewedUnit = spec.renews === undefined ? undefined : units.get(spec.renews)
  const id = await insertId('order_lines', {
    order_id: order.id,
    publication_id: title.id,
    renews_subscription_id: renewedUnit?.id ?? null,
    name: title.name,
    version,
    value,
    is_signature: title.isSignature,
    is_download: title.isDownload,
    airplane_registration: registration,
    airplane_serial_number: serial,
  })
  const isPaid = order.status === paid
  if (renewedUnit) await insertRenewal(id, renewedUnit, isPaid)
  const unit = isPaid ? (renewedUnit ?? (await makeUnit(id, order, title, spec))) : null
  if (unit && spec.label) units.set(spec.label, unit)
  const kind = spec.kind ?? (title.isSignature ? 'first' : 'one-off')
  return { id, title, version, value, kind, registration, serial, unit }
}

async function makeUnit(
  lineId: number,
  order: OrderHead,
  title: SoldTitle,
  spec: LineSpec,
): Promise<SoldUnit> {
  const { due = null, timesRenewed = 0, isSuspended = false, unitStatus } = spec
  const { downloadReleased, active, sent, expired } = subscriptionStatus
  const printedStatus = title.isSignature ? active : sent
  const status = unitStatus ?? (title.isDownload ? downloadReleased : printedStatus)
  const id = await insertId('subscriptions', {
    order_line_id: lineId,
    profile_id: order.client.profileId,
    publication_id: title.id,
    status,
    status_before_expiry: status === expired ? downloadReleased : null,
    starts_on: order.date,
    due,
    times_renewed: timesRenewed,
    suspended_at: isSuspended ? new Date() : null,
  })
  return { id, due, timesRenewed, status, isSuspended }
}

async function insertRenewal(lineId: number, unit: SoldUnit, isPaid: boolean) {
  await db
    .insertInto('renewals')
    .values({
      order_line_id: lineId,
      subscription_id: unit.id,
      due_before: null,
      due_after: null,
      applied_at: isPaid ? new Date() : null,
    })
    .execute()
}

async function insertId<Table extends 'addresses' | 'orders' | 'order_lines' | 'subscriptions'>(
  table: Table,
  values: Insertable<Database[Table]>,
): Promise<number> {
  const inserted = await db.insertInto(table).values(values).executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}
