import { createHash } from 'node:crypto'
import { toUnitAircraftRow, type UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import {
  createNumberPicker,
  findByLegacyIds,
  type HighestNumbers,
} from '#app/models/backoffice/import/legacy-ids.server.ts'
import { OldNumber, type PlannedRow, planAddress } from '#app/models/backoffice/import/planned-row.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export type ImportedLine = UnitAircraft & {
  id: number | null
  publication: number
  /** the publication's data at the time of sale; null values mean today's */
  soldPublication: {
    name: string | null
    version: string | null
    is_signature: boolean | null
    is_download: boolean | null
    is_sent_immediately: boolean | null
  }
  /** in centavos */
  value: number
}

/** An order of the old system with amounts in centavos. `shippingValue` is 0 if freight was not charged. */
export type ImportedOrder = {
  id: number
  profile: number
  status: number
  date: CivilDate
  paidOn: CivilDate | null
  shippingType: string
  shippingValue: number
  total: number
  reason: string | null
  nfe: string | null
  purchaseOrder: string | null
  note: string | null
  billing: Address | null
  shipping: Address | null
  lines: ImportedLine[]
}

const TOKEN_LENGTH = 32
const emptyAddress: Address = {
  zip_code: '',
  street: '',
  number: '',
  complement: '',
  province: '',
  city: '',
  state: '',
}

/** Imports orders and records the import in their history. Sends no mails and creates no boletos or tasks. */
export async function importOrders(
  trx: Trx,
  records: readonly ImportedOrder[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  const lookups = await loadLookups(trx, records, highestNumbers)
  for (const record of records) {
    const orderId = await importOrder(trx, record, lookups)
    await importLines(trx, orderId, record, lookups)
  }
  await recordHistory(
    trx,
    ...records.map(({ id }) => ({
      entity: 'order' as const,
      entityId: lookups.orderIds.get(id) ?? 0,
      action: 'imported',
      actorUserId: null,
      source: 'import',
      details: { legacyId: id },
    })),
  )
}

/** Returns the shop's ids and data for the old numbers in the records. */
async function loadLookups(trx: Trx, records: readonly ImportedOrder[], highestNumbers: HighestNumbers) {
  const lines = records.flatMap(({ lines }) => lines)
  const profileIds = await findByLegacyIds(
    'profiles',
    records.map(({ profile }) => profile),
    trx,
  )
  const publicationIds = await findByLegacyIds(
    'publications',
    lines.map(({ publication }) => publication),
    trx,
  )
  const profiles = await loadProfiles(trx, profileIds)
  const publications = await loadPublications(trx, publicationIds)
  return {
    profileIds,
    publicationIds,
    profiles,
    publications,
    pickOrderNumber: await createNumberPicker(
      trx,
      'orders',
      records.map(({ id }) => id),
      highestNumbers,
    ),
    pickLineNumber: await createNumberPicker(
      trx,
      'order_lines',
      lines.flatMap(({ id }) => id ?? []),
      highestNumbers,
    ),
    orderIds: new Map<number, number>(),
  }
}

type Lookups = Awaited<ReturnType<typeof loadLookups>>

async function importOrder(trx: Trx, record: ImportedOrder, lookups: Lookups): Promise<number> {
  const profileId = lookups.profileIds.get(record.profile) ?? 0
  const payer = lookups.profiles.get(profileId)
  const billing = record.billing ?? emptyAddress
  // `idColumn` is empty if the old number cannot be used again.
  const idColumn = lookups.pickOrderNumber(record.id)
  const insertion = await trx
    .insertInto('orders')
    .values({
      ...toOrderValues(record),
      ...idColumn,
      profile_id: profileId,
      billing_address_id: await insertAddress(trx, billing),
      shipping_address_id: record.shipping && (await insertAddress(trx, record.shipping)),
      payer_name: payer?.name ?? '',
      payer_document: payer?.document ?? '',
    })
    .executeTakeFirstOrThrow()
  const orderId = idColumn.id ?? Number(insertion.insertId)
  lookups.orderIds.set(record.id, orderId)
  return orderId
}

async function importLines(
  trx: Trx,
  orderId: number,
  { lines }: ImportedOrder,
  lookups: Lookups,
): Promise<void> {
  for (const line of lines) {
    const publicationId = lookups.publicationIds.get(line.publication) ?? 0
    const { soldPublication } = line
    const currentPublication = lookups.publications.get(publicationId)
    if (!currentPublication) throw new Error(`no publication ${line.publication}`)
    await trx
      .insertInto('order_lines')
      .values({
        ...toLineValues(line),
        ...lookups.pickLineNumber(line.id),
        order_id: orderId,
        publication_id: publicationId,
        name: soldPublication.name ?? currentPublication.name,
        version: soldPublication.version ?? currentPublication.version,
        is_signature: soldPublication.is_signature ?? currentPublication.is_signature,
        is_download: soldPublication.is_download ?? currentPublication.is_download,
        is_sent_immediately: soldPublication.is_sent_immediately ?? currentPublication.is_sent_immediately,
      })
      .execute()
  }
}

async function loadProfiles(trx: Trx, ids: ReadonlyMap<number, number>) {
  const rows = await trx
    .selectFrom('profiles')
    .select(['id', 'is_company', 'name', 'company_name', 'cpf', 'cnpj'])
    .where('id', 'in', nonEmptyIds(ids.values()))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: (row.is_company && row.company_name) || row.name,
        document: (row.is_company ? row.cnpj : row.cpf) ?? '',
      },
    ]),
  )
}

async function loadPublications(trx: Trx, ids: ReadonlyMap<number, number>) {
  const rows = await trx
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'is_signature', 'is_download', 'is_sent_immediately'])
    .where('id', 'in', nonEmptyIds(ids.values()))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the rows of an order for validation before the import. */
export function planOrder(record: ImportedOrder): PlannedRow[] {
  const order = { ...toOrderValues(record), profile_id: new OldNumber(record.profile) }
  return [
    { table: 'orders', values: order },
    ...planAddress(record.billing, 'billing_address.'),
    ...planAddress(record.shipping, 'shipping_address.'),
    ...record.lines.map((line, index): PlannedRow => {
      const { name, version } = line.soldPublication
      const references = {
        order_id: new OldNumber(record.id),
        publication_id: new OldNumber(line.publication),
      }
      // The import replaces missing texts by the texts of the publication.
      const texts = { name: name ?? '', version: version ?? '' }
      return {
        table: 'order_lines',
        values: { ...toLineValues(line), ...references, ...texts },
        prefix: `publications.${index}.`,
      }
    }),
  ]
}

function toOrderValues(record: ImportedOrder) {
  const { id, status, date, reason, nfe, note, total } = record
  return {
    legacy_id: id,
    status,
    date,
    reason,
    nfe,
    note,
    total,
    paid_on: record.paidOn,
    total_publications: total - record.shippingValue,
    shipping_value: record.shippingValue,
    shipping_type: record.shippingType,
    purchase_order: record.purchaseOrder,
    checkout_token: createHash('sha256').update(`imported ${id}`).digest('hex').slice(0, TOKEN_LENGTH),
    // Noon in São Paulo, because the old record has no time.
    created_at: new Date(`${date}T12:00:00-03:00`),
  }
}

function toLineValues({ id, value, ...aircraft }: ImportedLine) {
  return { legacy_id: id, value, ...toUnitAircraftRow(aircraft) }
}
