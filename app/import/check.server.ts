import { type ImportKind, importKinds } from '#app/import/kinds.ts'
import { type Needed, type Problems, recordKinds } from '#app/import/record-kinds.ts'
import { findByLegacyIds, type Numbered } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { findTakenEmails } from '#app/models/backoffice/import/people.server.ts'
import {
  findReadyIds,
  listStaged,
  recordJudgements,
  type StagedRecord,
} from '#app/models/backoffice/import/staging.server.ts'

const PORTION = 200

const tables: Readonly<Record<ImportKind, Numbered>> = {
  publications: 'publications',
  profiles: 'profiles',
  orders: 'orders',
  signatures: 'subscriptions',
  expeditions: 'shipments',
}

const names: Readonly<Record<ImportKind, string>> = {
  publications: 'A publicação',
  profiles: 'O perfil',
  orders: 'O pedido',
  signatures: 'A assinatura',
  expeditions: 'A expedição',
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

async function judge(importId: number, kind: ImportKind, records: readonly StagedRecord[]) {
  const read = records.map((record) => ({ record, reading: recordKinds[kind](record.body) }))
  const needs = read.flatMap(({ reading }) => ('needs' in reading ? reading.needs : []))
  const emails = read.flatMap(({ reading }) => ('email' in reading ? (reading.email ?? []) : []))
  const [known, taken, own] = await Promise.all([
    knownIds(importId, needs),
    findTakenEmails(emails),
    findByLegacyIds(
      tables[kind],
      records.flatMap(({ legacyId }) => legacyId ?? []),
    ),
  ])
  return read.map(({ record, reading }) => {
    if ('problems' in reading) return { id: record.id, problems: reading.problems }
    const isHere = record.legacyId !== null && own.has(record.legacyId)
    const problems: Problems = {
      ...(isHere ? { id: ['Já está aqui'] } : {}),
      ...missing(reading.needs, known),
      ...(reading.email && taken.has(reading.email) ? { 'user.email': ['Este e-mail já tem conta'] } : {}),
    }
    return { id: record.id, problems: Object.keys(problems).length > 0 ? problems : null }
  })
}

/** Of these, what is here or comes with this import, as 'kind id'. */
async function knownIds(importId: number, needs: readonly Needed[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const kind of importKinds) {
    const ids = needs.flatMap((need) => (need.kind === kind ? need.id : []))
    const [here, coming] = await Promise.all([
      findByLegacyIds(tables[kind], ids),
      findReadyIds(importId, kind, ids),
    ])
    for (const id of [...here.keys(), ...coming]) known.add(`${kind} ${id}`)
  }
  return known
}

function missing(needs: readonly Needed[], known: ReadonlySet<string>): Problems {
  return Object.fromEntries(
    needs
      .filter(({ kind, id }) => !known.has(`${kind} ${id}`))
      .map(({ field, kind, id }) => [field, [`${names[kind]} nº ${id} não vem`]]),
  )
}
