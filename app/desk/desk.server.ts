import { bankKinds, unpayableKind } from '#app/desk/bank-kinds.server.ts'
import { type DeskEntry, type Health, healths, type MenuSection, type WorkKind } from '#app/desk/kind.ts'
import { moneyKinds } from '#app/desk/money-kinds.server.ts'
import {
  customerKinds,
  endingKind,
  invoiceKinds,
  needlessKind,
  shipmentKinds,
} from '#app/desk/order-kinds.server.ts'
import { brokenKinds, logKinds } from '#app/desk/system-kinds.server.ts'
import { calculateLateThreshold, calculateTermEnd } from '#app/domain/backoffice/term.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  countWaiting,
  type QueryTime,
  type Waiting,
  type WaitingQuery,
} from '#app/models/backoffice/waiting-work/waiting-work.server.ts'
import { selectNotifiedRecords } from '#app/models/backoffice/waiting-work/work-notices.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'

/** All kinds of waiting work, in the sequence of the page Hoje. */
export const kinds: readonly WorkKind[] = [
  ...brokenKinds,
  unpayableKind,
  needlessKind,
  ...bankKinds,
  ...invoiceKinds,
  ...customerKinds,
  ...moneyKinds,
  ...shipmentKinds,
  endingKind,
  ...logKinds,
]

export async function loadQueryTime(now: Date): Promise<QueryTime> {
  const fiscal = await findFiscal()
  return { now, today: toCivilDate(now), invoiceHours: fiscal?.cancellationHours ?? null }
}

export type DeskRow = DeskEntry & {
  name: string
  isFirst: boolean
  isLate: boolean
  /** start of the longest wait; null if it is unknown */
  since: Date | null
  /** end of the allowed time; null if there is no term */
  until: Date | null
}

type Reader = { isSuperuser: boolean }

/** Returns the kinds with waiting records and the actions for them, most urgent first. */
export async function loadDesk(
  moment: QueryTime,
  reader: Reader,
): Promise<{ rows: DeskRow[]; healthyAreas: Health[] }> {
  const chosenKinds = listKinds(reader)
  const waitingByName = await countWaiting(buildQueries(chosenKinds, moment))
  const rows = await describeAll(chosenKinds, waitingByName, moment)
  const isHealthy = (health: Health) => {
    const areaKinds = chosenKinds.filter((kind) => kind.health === health)
    return areaKinds.length > 0 && !areaKinds.some(({ name }) => waitingByName.has(name))
  }
  return {
    rows: [...rows.filter(({ isFirst }) => isFirst), ...rows.filter(({ isFirst }) => !isFirst)],
    healthyAreas: healths.filter(isHealthy),
  }
}

export type MenuCounts = { today: number } & Record<MenuSection, number>

/** Returns counts for the menu: `today` counts the rows of the page Hoje, the others the records of a section. */
export async function countForMenu(moment: QueryTime, reader: Reader): Promise<MenuCounts> {
  const chosenKinds = listKinds(reader)
  const waitingByName = await countWaiting(buildQueries(chosenKinds, moment), 'menu_counts')
  const countSection = (section: MenuSection) => {
    let count = 0
    for (const kind of chosenKinds)
      if (kind.section === section) count += waitingByName.get(kind.name)?.count ?? 0
    return count
  }
  return {
    today: waitingByName.size,
    orders: countSection('orders'),
    shipments: countSection('shipments'),
    payments: countSection('payments'),
  }
}

/** A row of a mail to staff. `notifiedCount` of the waiting records caused the mail. */
export type NoticeRow = DeskRow & { count: number; notifiedCount: number }

/** Returns the rows of a mail: the kinds with a record that caused the mail and still waits. */
export async function findNotifiedRows(notifiedAt: Date, moment: QueryTime): Promise<NoticeRow[]> {
  const notifiedByName = await countWaiting(
    buildQueries(kinds, moment).map((query) => ({
      ...query,
      records: selectNotifiedRecords(query, notifiedAt),
    })),
  )
  const chosenKinds = kinds.filter(({ name }) => notifiedByName.has(name))
  if (chosenKinds.length === 0) return []
  const waitingByName = await countWaiting(buildQueries(chosenKinds, moment))
  const rows = await describeAll(chosenKinds, waitingByName, moment)
  return rows.map((row) => ({
    ...row,
    count: waitingByName.get(row.name)?.count ?? 0,
    notifiedCount: notifiedByName.get(row.name)?.count ?? 0,
  }))
}

function listKinds({ isSuperuser }: Reader): WorkKind[] {
  return kinds.filter(({ by }) => by === 'staff' || isSuperuser)
}

function buildQueries(chosenKinds: readonly WorkKind[], moment: QueryTime): WaitingQuery[] {
  return chosenKinds.flatMap(({ name, term, ...kind }) => {
    const records = kind.records(moment)
    if (!records) return []
    return [{ name, records, lateBefore: term ? calculateLateThreshold(term, moment.now) : null }]
  })
}

function describeAll(
  chosenKinds: readonly WorkKind[],
  waitingByName: Map<string, Waiting>,
  moment: QueryTime,
): Promise<DeskRow[]> {
  return Promise.all(
    chosenKinds.flatMap((kind) => {
      const waitingRecords = waitingByName.get(kind.name)
      return waitingRecords ? [describeKind(kind, waitingRecords, moment)] : []
    }),
  )
}

async function describeKind(kind: WorkKind, waitingRecords: Waiting, moment: QueryTime): Promise<DeskRow> {
  const { term, order } = kind
  const isLate = waitingRecords.late > 0
  return {
    ...(await kind.show(waitingRecords, moment)),
    name: kind.name,
    isFirst: order === 'first' || (order === 'late' && isLate),
    isLate,
    since: kind.hasAge === false ? null : waitingRecords.since,
    until: term ? calculateTermEnd(term, waitingRecords.since) : null,
  }
}
