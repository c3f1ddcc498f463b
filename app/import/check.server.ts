import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import { toProblems } from '#app/import/fault-problems.ts'
import { mapProfile } from '#app/import/mapping.ts'
import {
  type NamedRecord,
  type RecordContext,
  type RecordReading,
  type RequiredRecord,
  recordKinds,
} from '#app/import/record-kinds.ts'
import { profileRecord } from '#app/import/records.ts'
import { findByLegacyIds, type LegacyTable } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { groupLinesByOrder, listLines } from '#app/models/backoffice/import/order-lines.server.ts'
import type { ImportedOrder } from '#app/models/backoffice/import/orders.server.ts'
import {
  type Account,
  findAccountsByEmail,
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
  listReadyBodies,
  listReadyLegacyIds,
  listStagedRecords,
  type Problems,
  recordProblems,
  recordValidations,
  type StagedRecord,
  stageReadyRecords,
  type ValidationResult,
} from '#app/models/backoffice/import/staging.server.ts'
import { takeMatchingLine, type UnitLine } from '#app/models/backoffice/import/unit-line.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'

const PORTION_SIZE = 200

const tablesByKind: Readonly<Record<ImportKind, LegacyTable>> = {
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
  /** lines that may have a unit, by the old number of the order; `number` counts all lines */
  lines: Map<number, (UnitLine & { number: number })[]>
  lineCount: number
  /** old numbers of lines in the imported orders */
  lineIds: Set<number>
  hasStaff: boolean
  renewals: { id: number; problems: Problems; renewals: readonly NamedRecord[] }[]
}

/**
 * Validates all staged records: their data, the constraints of the shop's tables, and the records that they
 * require. A publication that the source no longer lists is taken from an order that contains it.
 */
export async function checkRecords(importId: number): Promise<void> {
  const rules = await readSchemaRules()
  const check: Check = {
    importId,
    rules,
    keys: new KeyBook(rules),
    hasStaff: await hasStaff(),
    lines: new Map(),
    lineCount: 0,
    lineIds: new Set<number>(),
    renewals: [],
  }
  for (const kind of importKinds) {
    for (let after = 0; ; ) {
      const records = await listStagedRecords({ importId, kind, states: ['read'] }, after, PORTION_SIZE)
      const lastRecord = records.at(-1)
      if (!lastRecord) break
      await recordValidations(await validateRecords(check, kind, records))
      after = lastRecord.id
    }
  }
  await recordLostRenewals(check)
}

type ReadRecord = { record: StagedRecord; reading: RecordReading }

type ImportContext = RecordContext & {
  /** records that exist here or are imported, as 'kind id' */
  knownKeys: ReadonlySet<string>
  /** ids by old number of records of this kind that exist here */
  existing: ReadonlyMap<number, number>
  accounts: ReadonlyMap<string, Account>
  /** order lines that exist here, by old number */
  linesHere: ReadonlyMap<number, number>
}

async function validateRecords(
  check: Check,
  kind: ImportKind,
  records: readonly StagedRecord[],
): Promise<ValidationResult[]> {
  const readRecords = records.map((record) => ({ record, reading: recordKinds[kind](record.body) }))
  const context = await loadContext(check, kind, readRecords)
  const validatedRecords = readRecords.map((readRecord) => ({
    ...readRecord,
    problems: listProblems(readRecord, context),
  }))
  const plannedRows = validatedRecords.map(({ record, reading, problems }) =>
    isKnown(record, context) || hasProblems(problems) ? [] : (reading.plan?.(context) ?? []),
  )
  const faults = await findRowFaults(check.rules, plannedRows)
  await check.keys.readExisting(plannedRows.flat())
  return validatedRecords.map(({ record, reading, problems }, index) =>
    validateRecord(check, {
      record,
      reading,
      context,
      problems,
      rows: plannedRows[index] ?? [],
      faults: faults[index] ?? [],
    }),
  )
}

type ValidatedRecord = ReadRecord & {
  context: ImportContext
  problems: Problems
  rows: readonly PlannedRow[]
  faults: readonly Fault[]
}

function validateRecord(
  check: Check,
  { record, reading, context, problems, rows, faults }: ValidatedRecord,
): ValidationResult {
  const { id, legacyId } = record
  const { status, amount, email: keyText } = reading
  const data = { id, status, amount, keyText }
  if (isKnown(record, context)) return { ...data, state: 'known', problems: null }
  const allProblems = { ...toProblems([...faults, ...check.keys.findRepeats(rows)]), ...problems }
  if (hasProblems(allProblems)) return { ...data, state: 'refused', problems: allProblems }
  check.keys.claimKeys(rows, legacyId)
  check.hasStaff ||= reading.isStaff === true && !context.accounts.has(keyText ?? '')
  if (reading.order) addLines(check, reading.order)
  const warnings = { ...reading.warnings, ...listLostLines(check, reading, context) }
  if (reading.renewals?.length) check.renewals.push({ id, problems: warnings, renewals: reading.renewals })
  return { ...data, state: 'ready', problems: hasProblems(warnings) ? warnings : null }
}

function isKnown({ legacyId }: StagedRecord, { existing }: ImportContext): boolean {
  return legacyId !== null && existing.has(legacyId)
}

function hasProblems(problems: Problems): boolean {
  return Object.keys(problems).length > 0
}

function listProblems({ record, reading }: ReadRecord, context: ImportContext): Problems {
  const { problems, requiredRecords, email } = reading
  return {
    ...problems,
    ...(record.isRepeated ? { id: [importProblems.repeated] } : {}),
    ...listMissing(requiredRecords, context.knownKeys),
    ...listEmailProblems(context.accounts.get(email ?? '')),
  }
}

function listEmailProblems(account: Account | undefined): Problems {
  if (!account || account.isFree) return {}
  const { legacyId } = account
  return {
    'user.email': [legacyId === null ? importProblems.emailUsed : importProblems.emailTaken(legacyId)],
  }
}

function listMissing(requiredRecords: readonly RequiredRecord[], knownKeys: ReadonlySet<string>): Problems {
  return Object.fromEntries(
    requiredRecords
      .filter(({ kind, id }) => !knownKeys.has(`${kind} ${id}`))
      .map(({ field, kind, id }) => [field, [importProblems.missing(kind, id)]]),
  )
}

/**
 * Loads the data on which a portion depends. Removed publications are staged first because they then count as
 * known.
 */
async function loadContext(
  check: Check,
  kind: ImportKind,
  readRecords: readonly ReadRecord[],
): Promise<ImportContext> {
  const { importId } = check
  const requiredRecords = readRecords.flatMap(({ reading }) => reading.requiredRecords)
  await stageRemovedPublications(check, readRecords)
  const accounts = await findAccountsByEmail(readRecords.flatMap(({ reading }) => reading.email ?? []))
  const references = readRecords.flatMap(({ reading }) => reading.references ?? [])
  if (kind === 'signatures') await readLines(check, requiredRecords)
  const addressees = await findAddressees(
    importId,
    readRecords.flatMap(({ reading }) => reading.addressee ?? []),
  )
  return {
    knownKeys: await findKnownIds(importId, requiredRecords),
    existing: await findByLegacyIds(
      tablesByKind[kind],
      readRecords.flatMap(({ record }) => record.legacyId ?? []),
    ),
    accounts,
    linesHere: await findByLegacyIds(
      'order_lines',
      references.map(({ id }) => id),
    ),
    hasStaff: check.hasStaff,
    account: (email) => accounts.get(email),
    hasAddress: (profile) => addressees.has(profile),
    assignLine: (unit) => takeMatchingLine(check.lines.get(unit.order) ?? [], unit)?.number ?? null,
  }
}

/** Returns the records that exist here or in this import, as 'kind id'. */
async function findKnownIds(
  importId: number,
  requiredRecords: readonly RequiredRecord[],
): Promise<Set<string>> {
  const knownKeys = new Set<string>()
  for (const kind of importKinds) {
    const ids = listNeededIds(requiredRecords, kind)
    const existingIds = await findByLegacyIds(tablesByKind[kind], ids)
    const readyIds = await listReadyLegacyIds(importId, kind, ids)
    for (const id of [...existingIds.keys(), ...readyIds]) knownKeys.add(`${kind} ${id}`)
  }
  return knownKeys
}

function listNeededIds(requiredRecords: readonly RequiredRecord[], kind: ImportKind): number[] {
  return requiredRecords.filter((record) => record.kind === kind).map(({ id }) => id)
}

/** Stages publications that only orders contain, each from the first order with it. */
async function stageRemovedPublications(
  { importId, rules }: Check,
  readRecords: readonly ReadRecord[],
): Promise<void> {
  const requiredRecords = readRecords.flatMap(({ reading }) =>
    reading.makeRemovedPublication ? reading.requiredRecords : [],
  )
  const knownKeys = await findKnownIds(importId, requiredRecords)
  const removedPublications = new Map<
    number,
    { legacyId: number; place: string; body: unknown; problems: Problems }
  >()
  const isAvailable = ({ kind, id }: RequiredRecord) =>
    kind === 'publications' || knownKeys.has(`${kind} ${id}`)
  const importableRecords = readRecords.filter(({ reading }) => reading.requiredRecords.every(isAvailable))
  for (const { record, reading } of importableRecords)
    for (const id of listNeededIds(reading.requiredRecords, 'publications')) {
      if (knownKeys.has(`publications ${id}`) || removedPublications.has(id)) continue
      const body = reading.makeRemovedPublication?.(id)
      if (body === undefined || !(await fitsRules(rules, body))) continue
      const problems = { registro: [importProblems.removed(record.legacyId ?? 0)] }
      removedPublications.set(id, { legacyId: id, place: record.place, body, problems })
    }
  await stageReadyRecords(importId, 'publications', [...removedPublications.values()])
}

/**
 * Returns true if the database accepts the rows of a publication. Their plan does not depend on the context.
 */
async function fitsRules(rules: SchemaRules, body: unknown): Promise<boolean> {
  const { problems, plan } = recordKinds.publications(body)
  if (hasProblems(problems) || !plan) return false
  const rows = plan({
    account: () => undefined,
    assignLine: () => null,
    hasStaff: false,
    hasAddress: () => false,
  })
  const [faults = []] = await findRowFaults(rules, [rows])
  return faults.length === 0
}

/** Returns the old numbers of clients who have an address here or in this import. */
async function findAddressees(importId: number, clients: readonly number[]): Promise<Set<number>> {
  if (clients.length === 0) return new Set()
  const existing = await findClientAddresses(clients)
  const readyProfiles = [...(await listReadyBodies(importId, 'profiles', clients))].flatMap(([id, body]) => {
    const profile = profileRecord.safeParse(body)
    return profile.success && !existing.has(id) ? [mapProfile(profile.data)] : []
  })
  const accounts = await findAccountsByEmail(readyProfiles.map(({ user }) => user.email))
  const addressees = new Set([...existing].flatMap(([id, addressId]) => (addressId === null ? [] : [id])))
  for (const { id, user, billing, shipping } of readyProfiles) {
    const account = accounts.get(user.email)
    if (account ? account.addressId !== null : billing || shipping) addressees.add(id)
  }
  return addressees
}

function addLines(check: Check, { id, lines }: ImportedOrder): void {
  for (const line of lines) if (line.id !== null) check.lineIds.add(line.id)
  check.lines.set(
    id,
    lines.map(({ id: legacyId, publication, registration, serialNumber }) => ({
      legacyId,
      publication,
      registration,
      serialNumber,
      isTaken: false,
      isRenewal: false,
      number: ++check.lineCount,
    })),
  )
}

/** Adds the lines of required orders that an earlier import wrote. */
async function readLines(check: Check, requiredRecords: readonly RequiredRecord[]): Promise<void> {
  const unreadIds = listNeededIds(requiredRecords, 'orders').filter((id) => !check.lines.has(id))
  for (const [id, lines] of groupLinesByOrder(await listLines(unreadIds)))
    check.lines.set(
      id,
      lines.map((line) => ({ ...line, number: ++check.lineCount })),
    )
}

/** Returns problems for references to order lines that exist neither in this import nor here. */
function listLostLines(
  check: Check,
  { references = [] }: RecordReading,
  { linesHere }: ImportContext,
): Problems {
  return Object.fromEntries(
    references
      .filter(({ id }) => !check.lineIds.has(id) && !linesHere.has(id))
      .map(({ field, id }) => [field, [importProblems.noHeldLine(id)]]),
  )
}

/** Records lines whose renewed unit is not imported. Must run after the signatures. */
async function recordLostRenewals({ importId, renewals }: Check): Promise<void> {
  for (let start = 0; start < renewals.length; start += PORTION_SIZE) {
    const portion = renewals.slice(start, start + PORTION_SIZE)
    const requiredRecords = portion.flatMap(({ renewals }) =>
      renewals.map((renewedUnit) => ({ ...renewedUnit, kind: 'signatures' as const })),
    )
    const knownKeys = await findKnownIds(importId, requiredRecords)
    for (const { id, problems, renewals } of portion) {
      const lostRenewals = renewals.filter((renewedUnit) => !knownKeys.has(`signatures ${renewedUnit.id}`))
      if (lostRenewals.length === 0) continue
      const renewalProblems = Object.fromEntries(
        lostRenewals.map((renewedUnit) => [
          renewedUnit.field,
          [importProblems.noRenewedUnit(renewedUnit.id)],
        ]),
      )
      await recordProblems(id, { ...problems, ...renewalProblems })
    }
  }
}
