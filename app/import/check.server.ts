import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import { problemsOfFaults } from '#app/import/fault-problems.ts'
import { mapProfile } from '#app/import/mapping.ts'
import { type Around, type Named, type Needed, type Reading, recordKinds } from '#app/import/record-kinds.ts'
import { profileRecord } from '#app/import/records.ts'
import { findByLegacyIds, type Numbered } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { linesByOrder, listLines } from '#app/models/backoffice/import/order-lines.server.ts'
import type { ImportedOrder } from '#app/models/backoffice/import/orders.server.ts'
import {
  type Account,
  findAccounts,
  findClientAddresses,
} from '#app/models/backoffice/import/people.server.ts'
import type { PlannedRow } from '#app/models/backoffice/import/planned-row.ts'
import {
  type Fault,
  findRowFaults,
  KeyBook,
  readSchemaRules,
  type SchemaRules,
} from '#app/models/backoffice/import/schema-rules.server.ts'
import { hasStaff } from '#app/models/backoffice/import/shipments.server.ts'
import {
  findReadyBodies,
  findReadyIds,
  type Judgement,
  listStaged,
  noteProblems,
  type Problems,
  recordJudgements,
  type StagedRecord,
  stageReady,
} from '#app/models/backoffice/import/staging.server.ts'
import { takeUnitLine, type UnitLine } from '#app/models/backoffice/import/unit-line.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'

const PORTION = 200

const tables: Readonly<Record<ImportKind, Numbered>> = {
  publications: 'publications',
  profiles: 'profiles',
  orders: 'orders',
  signatures: 'subscriptions',
  expeditions: 'shipments',
}

type Check = {
  importId: number
  rules: SchemaRules
  keys: KeyBook
  /** lines that may have a unit, by their order's old number; `number` is how many */
  lines: Map<number, (UnitLine & { number: number })[]>
  lineCount: number
  /** old numbers of lines in the imported orders */
  lineIds: Set<number>
  hasStaff: boolean
  renewals: { id: number; problems: Problems; renews: readonly Named[] }[]
}

/**
 * Validates all staged records: their own faults, constraints of the shop's tables, and required records that
 * are not imported. A publication that the source no longer lists is taken from an order that contains it.
 */
export async function checkRecords(importId: number): Promise<void> {
  const rules = await readSchemaRules()
  const check: Check = {
    ...{ importId, rules, keys: new KeyBook(rules), hasStaff: await hasStaff() },
    ...{ lines: new Map(), lineCount: 0, lineIds: new Set<number>(), renewals: [] },
  }
  for (const kind of importKinds) {
    for (let after = 0; ; ) {
      const records = await listStaged({ importId, kind, states: ['read'] }, after, PORTION)
      const last = records.at(-1)
      if (!last) break
      await recordJudgements(await judge(check, kind, records))
      after = last.id
    }
  }
  await noteLostRenewals(check)
}

type Read = { record: StagedRecord; reading: Reading }

type Surroundings = Around & {
  /** records that exist here or are imported, as 'kind id' */
  known: ReadonlySet<string>
  /** ids by old number of records of this kind that exist here */
  here: ReadonlyMap<number, number>
  accounts: ReadonlyMap<string, Account>
  /** order lines that exist here, by old number */
  linesHere: ReadonlyMap<number, number>
}

async function judge(check: Check, kind: ImportKind, records: readonly StagedRecord[]): Promise<Judgement[]> {
  const read = records.map((record) => ({ record, reading: recordKinds[kind](record.body) }))
  const around = await lookAround(check, kind, read)
  const judgedRecords = read.map((each) => ({ ...each, problems: listProblems(each, around) }))
  const planned = judgedRecords.map(({ record, reading, problems }) =>
    isKnown(record, around) || hasAny(problems) ? [] : (reading.plan?.(around) ?? []),
  )
  const faults = await findRowFaults(check.rules, planned)
  await check.keys.readExisting(planned.flat())
  return judgedRecords.map(({ record, reading, problems }, index) =>
    judgeRecord(check, {
      record,
      reading,
      around,
      problems,
      rows: planned[index] ?? [],
      faults: faults[index] ?? [],
    }),
  )
}

type Judged = Read & {
  around: Surroundings
  problems: Problems
  rows: readonly PlannedRow[]
  faults: readonly Fault[]
}

function judgeRecord(check: Check, { record, reading, around, problems, rows, faults }: Judged): Judgement {
  const { id, legacyId } = record
  const { status, amount, email: keyText } = reading
  const facts = { id, status, amount, keyText }
  if (isKnown(record, around)) return { ...facts, state: 'known', problems: null }
  const all = { ...problemsOfFaults([...faults, ...check.keys.repeats(rows)]), ...problems }
  if (hasAny(all)) return { ...facts, state: 'refused', problems: all }
  check.keys.claim(rows, legacyId)
  check.hasStaff ||= reading.isStaff === true && !around.accounts.has(keyText ?? '')
  if (reading.order) addLines(check, reading.order)
  const warnings = { ...reading.warnings, ...listLostLines(check, reading, around) }
  if (reading.renews?.length) check.renewals.push({ id, problems: warnings, renews: reading.renews })
  return { ...facts, state: 'ready', problems: hasAny(warnings) ? warnings : null }
}

function isKnown({ legacyId }: StagedRecord, { here }: Surroundings): boolean {
  return legacyId !== null && here.has(legacyId)
}

function hasAny(problems: Problems): boolean {
  return Object.keys(problems).length > 0
}

function listProblems({ record, reading }: Read, around: Surroundings): Problems {
  const { problems, needs, email } = reading
  return {
    ...problems,
    ...(record.isRepeated ? { id: [importProblems.repeated] } : {}),
    ...listMissing(needs, around.known),
    ...listEmailProblems(around.accounts.get(email ?? '')),
  }
}

function listEmailProblems(account: Account | undefined): Problems {
  if (!account || account.isFree) return {}
  const { legacyId } = account
  return {
    'user.email': [legacyId === null ? importProblems.emailUsed : importProblems.emailTaken(legacyId)],
  }
}

function listMissing(needs: readonly Needed[], knownKeys: ReadonlySet<string>): Problems {
  return Object.fromEntries(
    needs
      .filter(({ kind, id }) => !knownKeys.has(`${kind} ${id}`))
      .map(({ field, kind, id }) => [field, [importProblems.missing(kind, id)]]),
  )
}

async function lookAround(check: Check, kind: ImportKind, read: readonly Read[]): Promise<Surroundings> {
  const { importId } = check
  const needs = read.flatMap(({ reading }) => reading.needs)
  await makeRemoved(check, read)
  const accounts = await findAccounts(read.flatMap(({ reading }) => reading.email ?? []))
  const holds = read.flatMap(({ reading }) => reading.holds ?? [])
  if (kind === 'signatures') await readLines(check, needs)
  const addressees = await findAddressees(
    importId,
    read.flatMap(({ reading }) => reading.addressee ?? []),
  )
  return {
    known: await findKnownIds(importId, needs),
    here: await findByLegacyIds(
      tables[kind],
      read.flatMap(({ record }) => record.legacyId ?? []),
    ),
    accounts,
    linesHere: await findByLegacyIds(
      'order_lines',
      holds.map(({ id }) => id),
    ),
    hasStaff: check.hasStaff,
    account: (email) => accounts.get(email),
    hasAddress: (profile) => addressees.has(profile),
    takeLine: (unit) => takeUnitLine(check.lines.get(unit.order) ?? [], unit)?.number ?? null,
  }
}

/** Returns the records that exist here or in this import, as 'kind id'. */
async function findKnownIds(importId: number, needs: readonly Needed[]): Promise<Set<string>> {
  const knownKeys = new Set<string>()
  for (const kind of importKinds) {
    const ids = listNeededIds(needs, kind)
    const [here, coming] = [await findByLegacyIds(tables[kind], ids), await findReadyIds(importId, kind, ids)]
    for (const id of [...here.keys(), ...coming]) knownKeys.add(`${kind} ${id}`)
  }
  return knownKeys
}

function listNeededIds(needs: readonly Needed[], kind: ImportKind): number[] {
  return needs.flatMap((need) => (need.kind === kind ? need.id : []))
}

/** Stages publications that only orders contain, each from the first order with it. */
async function makeRemoved({ importId, rules }: Check, read: readonly Read[]): Promise<void> {
  const needs = read.flatMap(({ reading }) => (reading.held ? reading.needs : []))
  const knownKeys = await findKnownIds(importId, needs)
  const removedRecords = new Map<
    number,
    { legacyId: number; place: string; body: unknown; problems: Problems }
  >()
  const isComing = ({ kind, id }: Needed) => kind === 'publications' || knownKeys.has(`${kind} ${id}`)
  for (const { record, reading } of read.filter(({ reading }) => reading.needs.every(isComing)))
    for (const id of listNeededIds(reading.needs, 'publications')) {
      if (knownKeys.has(`publications ${id}`) || removedRecords.has(id)) continue
      const body = reading.held?.(id)
      if (body === undefined || !(await fitsRules(rules, body))) continue
      const problems = { registro: [importProblems.removed(record.legacyId ?? 0)] }
      removedRecords.set(id, { legacyId: id, place: record.place, body, problems })
    }
  await stageReady(importId, 'publications', [...removedRecords.values()])
}

async function fitsRules(rules: SchemaRules, body: unknown): Promise<boolean> {
  const { problems, plan } = recordKinds.publications(body)
  if (hasAny(problems) || !plan) return false
  const rows = plan({
    account: () => undefined,
    takeLine: () => null,
    hasStaff: false,
    hasAddress: () => false,
  })
  const [faults = []] = await findRowFaults(rules, [rows])
  return faults.length === 0
}

/** Returns the old numbers of clients who have an address here or in this import. */
async function findAddressees(importId: number, clients: readonly number[]): Promise<Set<number>> {
  if (clients.length === 0) return new Set()
  const here = await findClientAddresses(clients)
  const comingProfiles = [...(await findReadyBodies(importId, 'profiles', clients))].flatMap(([id, body]) => {
    const profile = profileRecord.safeParse(body)
    return profile.success && !here.has(id) ? [mapProfile(profile.data)] : []
  })
  const accounts = await findAccounts(comingProfiles.map(({ user }) => user.email))
  const found = new Set([...here].flatMap(([id, addressId]) => (addressId === null ? [] : [id])))
  for (const { id, user, billing, shipping } of comingProfiles) {
    const account = accounts.get(user.email)
    if (account ? account.addressId !== null : billing || shipping) found.add(id)
  }
  return found
}

function addLines(check: Check, { id, lines }: ImportedOrder): void {
  for (const line of lines) if (line.id !== null) check.lineIds.add(line.id)
  check.lines.set(
    id,
    lines.map(({ id: legacyId, publication, registration }) => ({
      ...{ legacyId, publication, registration, isTaken: false, isRenewal: false },
      number: ++check.lineCount,
    })),
  )
}

async function readLines(check: Check, needs: readonly Needed[]): Promise<void> {
  const unreadIds = listNeededIds(needs, 'orders').filter((id) => !check.lines.has(id))
  for (const [id, lines] of linesByOrder(await listLines(unreadIds)))
    check.lines.set(
      id,
      lines.map((line) => ({ ...line, number: ++check.lineCount })),
    )
}

function listLostLines(check: Check, { holds = [] }: Reading, { linesHere }: Surroundings): Problems {
  return Object.fromEntries(
    holds
      .filter(({ id }) => !check.lineIds.has(id) && !linesHere.has(id))
      .map(({ field, id }) => [field, [importProblems.noHeldLine(id)]]),
  )
}

/** Records lines whose renewed unit is not imported. Must run after the signatures. */
async function noteLostRenewals({ importId, renewals }: Check): Promise<void> {
  for (let from = 0; from < renewals.length; from += PORTION) {
    const portion = renewals.slice(from, from + PORTION)
    const needs = portion.flatMap(({ renews }) =>
      renews.map((renewedUnit) => ({ ...renewedUnit, kind: 'signatures' as const })),
    )
    const knownKeys = await findKnownIds(importId, needs)
    for (const { id, problems, renews } of portion) {
      const lostRenewals = renews.filter((renewedUnit) => !knownKeys.has(`signatures ${renewedUnit.id}`))
      if (lostRenewals.length === 0) continue
      const notedProblems = lostRenewals.map((renewedUnit) => [
        renewedUnit.field,
        [importProblems.noRenewedUnit(renewedUnit.id)],
      ])
      await noteProblems(id, { ...problems, ...Object.fromEntries(notedProblems) })
    }
  }
}
