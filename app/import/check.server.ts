import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import { type Needed, type Reading, recordKinds } from '#app/import/record-kinds.ts'
import { findByLegacyIds, type Numbered } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { findTakenEmails } from '#app/models/backoffice/import/people.server.ts'
import {
  findKeysInUse,
  findReadyIds,
  type Judgement,
  listStaged,
  type Problems,
  recordJudgements,
  type StagedRecord,
} from '#app/models/backoffice/import/staging.server.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'

const PORTION = 200

const tables: Readonly<Record<ImportKind, Numbered>> = {
  publications: 'publications',
  profiles: 'profiles',
  orders: 'orders',
  signatures: 'subscriptions',
  expeditions: 'shipments',
}

/** Judges every record that was read: what is wrong in it, and which other one it needs that does not come. */
export async function checkRecords(importId: number): Promise<void> {
  for (const kind of importKinds) {
    for (let after = 0; ; ) {
      const records = await listStaged({ importId, kind, states: ['read'] }, after, PORTION)
      const last = records.at(-1)
      if (!last) break
      await recordJudgements(await judge(importId, kind, records))
      after = last.id
    }
  }
}

type Surroundings = {
  /** 'kind id' of what is here or comes */
  known: ReadonlySet<string>
  /** old numbers of this kind that are here */
  here: ReadonlyMap<number, number>
  /** of another account that came from before */
  takenEmails: ReadonlySet<string>
  /** of records of this import; grows with each that is ready */
  usedEmails: Set<string>
}

async function judge(importId: number, kind: ImportKind, records: readonly StagedRecord[]) {
  const read = records.map((record) => ({ record, reading: recordKinds[kind](record.body) }))
  const emails = read.flatMap(({ reading }) => reading.email ?? [])
  const numbers = records.flatMap(({ legacyId }) => legacyId ?? [])
  const around: Surroundings = {
    known: await knownIds(
      importId,
      read.flatMap(({ reading }) => reading.needs),
    ),
    here: await findByLegacyIds(tables[kind], numbers),
    takenEmails: await findTakenEmails(emails),
    usedEmails: await findKeysInUse(importId, kind, emails),
  }
  return read.map(({ record, reading }) => judgementOf(record, reading, around))
}

function judgementOf(record: StagedRecord, reading: Reading, around: Surroundings): Judgement {
  const { id, legacyId } = record
  const { status, amount, email: keyText } = reading
  const facts = { id, status, amount, keyText }
  if (legacyId !== null && around.here.has(legacyId)) return { ...facts, state: 'known', problems: null }
  const problems = problemsOf(record, reading, around)
  if (Object.keys(problems).length > 0) return { ...facts, state: 'refused', problems }
  if (keyText !== null) around.usedEmails.add(keyText)
  const hasWarnings = Object.keys(reading.warnings).length > 0
  return { ...facts, state: 'ready', problems: hasWarnings ? reading.warnings : null }
}

function problemsOf({ isRepeated }: StagedRecord, reading: Reading, around: Surroundings): Problems {
  const { problems, needs, email } = reading
  return {
    ...problems,
    ...(isRepeated ? { id: [importProblems.repeated] } : {}),
    ...missing(needs, around.known),
    ...(email && around.usedEmails.has(email) ? { 'user.email': [importProblems.emailTwice] } : {}),
    ...(email && around.takenEmails.has(email) ? { 'user.email': [importProblems.emailTaken] } : {}),
  }
}

/** Returns those that exist or come with this import, as 'kind id'. */
async function knownIds(importId: number, needs: readonly Needed[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const kind of importKinds) {
    const ids = needs.flatMap((need) => (need.kind === kind ? need.id : []))
    const [here, coming] = [await findByLegacyIds(tables[kind], ids), await findReadyIds(importId, kind, ids)]
    for (const id of [...here.keys(), ...coming]) known.add(`${kind} ${id}`)
  }
  return known
}

function missing(needs: readonly Needed[], known: ReadonlySet<string>): Problems {
  return Object.fromEntries(
    needs
      .filter(({ kind, id }) => !known.has(`${kind} ${id}`))
      .map(({ field, kind, id }) => [field, [importProblems.missing(kind, id)]]),
  )
}
