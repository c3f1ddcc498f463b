import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { findByLegacyIds, idFor, keptIds } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { RecordRefused } from '#app/models/backoffice/import/refusal.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

/** Numbers of the old system. */
export type ImportedUnit = {
  id: number
  order: number
  /** the order line it came of, where known */
  line: number | null
  publication: number
  registration: string | null
  status: number
  due: CivilDate | null
  startsOn: CivilDate | null
  trackCode: string | null
  sentOn: CivilDate | null
  notes: string | null
  isSuspended: boolean
  timesRenewed: number
}

/** Imports units with their order lines. Throws RecordRefused for a unit without one. */
export async function importUnits(trx: Trx, records: readonly ImportedUnit[]): Promise<void> {
  const [orderIds, lineIds] = [
    await findByLegacyIds(
      'orders',
      records.map(({ order }) => order),
      trx,
    ),
    await findByLegacyIds(
      'order_lines',
      records.flatMap(({ line }) => line ?? []),
      trx,
    ),
  ]
  const free = await freeLines(trx, [...orderIds.values()])
  const kept = await keptIds(
    trx,
    'subscriptions',
    records.map(({ id }) => id),
  )
  for (const record of records) {
    const line = takeLine(free, record, orderIds.get(record.order) ?? 0, lineIds)
    if (!line) throw new RecordRefused('no-line')
    await importUnit(trx, record, line, idFor(kept, record.id))
  }
}

type Line = Awaited<ReturnType<typeof freeLines>>[number]

/** Lines of the orders that have no unit yet. */
async function freeLines(trx: Trx, orderIds: readonly number[]) {
  return trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .select([
      'order_lines.id',
      'order_lines.order_id',
      'order_lines.publication_id',
      'orders.profile_id as profileId',
    ])
    .select([
      'airplane_registration',
      'publications.legacy_id as publicationLegacyId',
      'paid_on',
      'orders.date',
    ])
    .select('renews_subscription_id')
    .where('order_lines.order_id', 'in', [0, ...orderIds])
    .where('subscriptions.id', 'is', null)
    .orderBy('order_lines.id')
    .execute()
}

/** The named line; else the first of the order for that publication and aircraft. */
function takeLine(
  free: Line[],
  { line, publication, registration }: ImportedUnit,
  orderId: number,
  lineIds: ReadonlyMap<number, number>,
): Line | undefined {
  const named = line === null ? undefined : lineIds.get(line)
  const fits = (each: Line) =>
    named === undefined
      ? each.order_id === orderId &&
        each.publicationLegacyId === publication &&
        each.airplane_registration === registration &&
        each.renews_subscription_id === null
      : each.id === named
  const index = free.findIndex(fits)
  return index < 0 ? undefined : free.splice(index, 1)[0]
}

async function importUnit(trx: Trx, record: ImportedUnit, line: Line, own: { id?: number }): Promise<void> {
  const made = await trx
    .insertInto('subscriptions')
    .values({
      ...own,
      legacy_id: record.id,
      order_line_id: line.id,
      profile_id: line.profileId,
      publication_id: line.publication_id,
      status: record.status,
      starts_on: record.startsOn ?? line.paid_on ?? line.date,
      due: record.due,
      track_code: record.trackCode,
      sent_on: record.sentOn,
      notes: record.notes,
      suspended_at: record.isSuspended ? new Date() : null,
      times_renewed: record.timesRenewed,
    })
    .executeTakeFirstOrThrow()
  const entityId = own.id ?? Number(made.insertId)
  const details = { legacyId: record.id }
  const entry = { entity: 'subscription', entityId, action: 'imported', actorUserId: null } as const
  await recordHistory(trx, { ...entry, source: 'import', details })
}

/** Lines that renewed a unit of before, once both have come. */
export async function linkRenewals(
  trx: Trx,
  links: readonly { line: number; unit: number; paidOn: CivilDate | null }[],
): Promise<void> {
  const [lineIds, unitIds] = [
    await findByLegacyIds(
      'order_lines',
      links.map(({ line }) => line),
      trx,
    ),
    await findByLegacyIds(
      'subscriptions',
      links.map(({ unit }) => unit),
      trx,
    ),
  ]
  for (const { line, unit, paidOn } of links) {
    const [lineId, unitId] = [lineIds.get(line), unitIds.get(unit)]
    if (lineId === undefined || unitId === undefined) continue
    await trx
      .updateTable('order_lines')
      .set({ renews_subscription_id: unitId })
      .where('id', '=', lineId)
      .execute()
    const appliedAt = paidOn ? new Date(`${paidOn}T12:00:00-03:00`) : null
    await trx
      .insertInto('renewals')
      .ignore()
      .values({ order_line_id: lineId, subscription_id: unitId, applied_at: appliedAt })
      .execute()
  }
}
