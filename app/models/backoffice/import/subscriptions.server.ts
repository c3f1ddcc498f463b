import type { UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  createNumberPicker,
  findByLegacyIds,
  type HighestNumbers,
} from '#app/models/backoffice/import/legacy-ids.server.ts'
import {
  groupLinesByOrder,
  type ImportedLineRow,
  listLines,
} from '#app/models/backoffice/import/order-lines.server.ts'
import { OldNumber, type PlannedRow } from '#app/models/backoffice/import/planned-row.ts'
import { RecordRefused } from '#app/models/backoffice/import/refusal.server.ts'
import { takeMatchingLine } from '#app/models/backoffice/import/unit-line.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { stampLine } from '#app/models/platform/updated-at.server.ts'

/** A subscription of the old system with the numbers of that system */
export type ImportedUnit = Omit<UnitAircraft, 'fuel'> & {
  id: number
  order: number
  /** the order line of the purchase, if known */
  line: number | null
  publication: number
  status: number
  due: CivilDate | null
  startsOn: CivilDate | null
  trackCode: string | null
  sentOn: CivilDate | null
  notes: string | null
  isSuspended: boolean
  timesRenewed: number
}

/** Imports subscriptions and links them to their order lines. Throws RecordRefused if a line is missing. */
export async function importUnits(
  trx: Trx,
  records: readonly ImportedUnit[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  const orderNumbers = records.map(({ order }) => order)
  const lines = await listLines(orderNumbers, trx)
  const linesByOrder = groupLinesByOrder(lines)
  const legacyIds = records.map(({ id }) => id)
  const pickNumber = await createNumberPicker(trx, 'subscriptions', legacyIds, highestNumbers)
  for (const record of records) {
    const line = takeMatchingLine(linesByOrder.get(record.order) ?? [], record)
    if (!line) throw new RecordRefused('no-line')
    await importUnit(trx, record, line, pickNumber(record.id))
  }
}

/** Returns a subscription's row for validation before the import. */
export function planUnit(record: ImportedUnit, linePosition: number | null): PlannedRow[] {
  return [
    {
      table: 'subscriptions',
      values: {
        ...toUnitValues(record),
        order_line_id: linePosition && new OldNumber(linePosition),
        publication_id: new OldNumber(record.publication),
      },
    },
  ]
}

async function importUnit(
  trx: Trx,
  record: ImportedUnit,
  line: ImportedLineRow,
  idColumn: { id?: number },
): Promise<void> {
  const insertion = await trx
    .insertInto('subscriptions')
    .values({
      ...toUnitValues(record),
      ...idColumn,
      order_line_id: line.id,
      profile_id: line.profile_id,
      publication_id: line.publication_id,
      starts_on: record.startsOn ?? line.paid_on ?? line.date,
    })
    .executeTakeFirstOrThrow()
  await fillLineAircraft(trx, line, record)
  await recordHistory(trx, {
    entity: 'subscription',
    entityId: idColumn.id ?? Number(insertion.insertId),
    action: 'imported',
    actorUserId: null,
    source: 'import',
    details: { legacyId: record.id },
  })
}

/** Adds the subscription's aircraft to its order line unless the line has another registration or serial number. */
async function fillLineAircraft(
  trx: Trx,
  line: ImportedLineRow,
  { registration, isForeign, serialNumber }: ImportedUnit,
): Promise<void> {
  if (line.registration && registration && line.registration !== registration) return
  if (line.serialNumber && serialNumber && line.serialNumber !== serialNumber) return
  const isRegistrationMissing = line.registration === null && registration !== null
  const isSerialNumberMissing = line.serialNumber === null && serialNumber !== null
  if (!isRegistrationMissing && !isSerialNumberMissing) return
  await trx
    .updateTable('order_lines')
    .set({
      ...(isRegistrationMissing
        ? { airplane_registration: registration, airplane_is_foreign: isForeign }
        : {}),
      ...(isSerialNumberMissing ? { airplane_serial_number: serialNumber } : {}),
    })
    .where('id', '=', line.id)
    .execute()
  await stampLine(trx, line.id)
}

function toUnitValues(record: ImportedUnit) {
  return {
    legacy_id: record.id,
    status: record.status,
    due: record.due,
    track_code: record.trackCode,
    sent_on: record.sentOn,
    notes: record.notes,
    suspended_at: record.isSuspended ? new Date() : null,
    times_renewed: record.timesRenewed,
  }
}

/** An order line that renewed a subscription. `unit` is the old number of the subscription. */
export type RenewalLink = { lineId: number; unit: number; paidOn: CivilDate | null }

export async function linkRenewals(trx: Trx, links: readonly RenewalLink[]): Promise<void> {
  const unitNumbers = links.map(({ unit }) => unit)
  const unitIds = await findByLegacyIds('subscriptions', unitNumbers, trx)
  for (const { lineId, unit, paidOn } of links) {
    const unitId = unitIds.get(unit)
    if (unitId === undefined) continue
    await trx
      .updateTable('order_lines')
      .set({ renews_subscription_id: unitId })
      .where('id', '=', lineId)
      .execute()
    await stampLine(trx, lineId)
    // Noon in São Paulo, because the old record has no time.
    const appliedAt = paidOn ? new Date(`${paidOn}T12:00:00-03:00`) : null
    await trx
      .insertInto('renewals')
      .ignore()
      .values({ order_line_id: lineId, subscription_id: unitId, applied_at: appliedAt })
      .execute()
  }
}
