import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { getBoletoNumberLimit } from '#app/domain/charges/boleto-number.ts'
import { boletoMailRelease, tasksAfterRestore } from '#app/domain/platform/effect.ts'
import { calculateNumberAfterRestore, type Growth } from '#app/domain/reports/restore-margin.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { restoreMark } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import type { Manifest } from '#db/backup/manifest.ts'
import { readRestoreStage } from '#db/backup/mark.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { emptiedTables } from '#db/backup/tables.ts'
import { migrate } from '#db/migrate.ts'

type Db = Kysely<Database>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The number of days before the backup from which the growth of ids is estimated. */
const GROWTH_DAYS = 30
/** The number of remittances that may have followed the backup. A bank accepts gaps in their numbers. */
const REMITTANCES_SKIPPED = 100

export type RestoreResult = {
  epoch: string
  firstOrder: number
  /** number of effects that staff must confirm or drop */
  uncertain: number
  /** number of endpoints switched off, since the backup does not contain their secrets */
  endpointsWithoutSecret: number
  /** ranges without higher numbers, whose next number could not be raised */
  exhausted: string[]
}

/**
 * Turns a loaded database into a working shop: migrates it, skips ids and numbers that may be in use, begins
 * an epoch, and leaves effects that may have run to staff (D111, D112). Can be repeated. Throws BackupProblem
 * unless the database awaits this archive.
 */
export async function finishRestore(
  databaseUrl: string,
  manifest: Manifest,
  { now = new Date(), isReplaySkipped = false } = {},
): Promise<RestoreResult> {
  await requireLoaded(databaseUrl, manifest, isReplaySkipped)
  const db = connect(databaseUrl, { connections: 2, queryTimeoutMs: HOUR_MS, acquireTimeoutMs: 10_000 })
  try {
    await migrate(db)
    for (const name of emptiedTables) await sql`delete from ${sql.table(name)}`.execute(db)
    const ageDays = Math.max(0, now.getTime() - manifest.snapshotAt.getTime()) / DAY_MS
    const backupAge = { snapshotAt: manifest.snapshotAt, ageDays }
    const earlierRestore = await db
      .selectFrom('restores')
      .select(['epoch', 'first_order'])
      .where('archive', '=', manifest.id)
      .executeTakeFirst()
    let exhausted: string[] = []
    if (!earlierRestore) {
      await raiseIds(db, backupAge)
      exhausted = await raiseBoletoNumbers(db, backupAge)
      await raiseRemittanceNumber(db)
    }
    const endpointsWithoutSecret = await switchOffEndpoints(db)
    await sql`update catalogue_version set stamp = ${randomBytes(16).toString('hex')}`.execute(db)
    if (!earlierRestore) await holdEffects(db, now)
    const { epoch, firstOrder } = earlierRestore
      ? { epoch: earlierRestore.epoch, firstOrder: earlierRestore.first_order }
      : await beginEpoch(db, manifest, now)
    const { uncertain } = await db
      .selectFrom('outbox')
      .where('uncertain_at', 'is not', null)
      .where('done_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('uncertain'))
      .executeTakeFirstOrThrow()
    await sql`drop table ${sql.table(restoreMark)}`.execute(db)
    return { epoch, firstOrder, uncertain: Number(uncertain), endpointsWithoutSecret, exhausted }
  } finally {
    await db.destroy()
  }
}

/** Throws unless this archive was loaded completely; a half-filled database looks like any shop. */
async function requireLoaded(
  databaseUrl: string,
  manifest: Manifest,
  isReplaySkipped: boolean,
): Promise<void> {
  const stage = await readRestoreStage(databaseUrl, manifest)
  if (stage === 'loading' || stage === 'replaying')
    throw new BackupProblem(
      `${stage === 'loading' ? 'the restore' : 'the replay'} was cut off: begin anew with an empty database`,
    )
  if (stage === 'before-replay' && !isReplaySkipped)
    throw new BackupProblem(
      'the binary log was not replayed: npm run replay -- FILE, or --finish --without-replay to lose what came after the backup',
    )
}

type BackupAge = { snapshotAt: Date; ageDays: number }

/** Raises the next ids, since addresses and documents may contain ids that were given after the backup. */
async function raiseIds(db: Db, { snapshotAt, ageDays }: BackupAge): Promise<void> {
  const datedTables = new Set(await listTables(db, 'created_at'))
  for (const name of await listTables(db, null)) {
    const nextId = await findNextId(db, name)
    // Without dates, all rows count as added within the last `GROWTH_DAYS` days.
    const growth = datedTables.has(name)
      ? await measureGrowth(db, name, 'id', snapshotAt)
      : { rows: nextId, days: GROWTH_DAYS }
    const raisedId = calculateNumberAfterRestore(nextId, growth, ageDays)
    await sql`alter table ${sql.table(name)} auto_increment = ${sql.lit(raisedId)}`.execute(db)
  }
}

/** Returns the tables with an auto-increment id; unless `column` is null, only tables with that column. */
async function listTables(db: Db, column: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    where c.table_schema = database() and c.column_name = 'id' and c.extra like '%auto_increment%'
      and (${column} is null or exists (select 1 from information_schema.columns d
        where d.table_schema = database() and d.table_name = c.table_name and d.column_name = ${column}))
    order by c.table_name`.execute(db)
  return rows.map(({ name }) => name)
}

async function findNextId(db: Db, table: string): Promise<number> {
  // `show create` is always current. MySQL caches information_schema for a day.
  const { rows } = await sql<{ Create: string }>`show create table ${sql.table(table)}`.execute(db)
  const definition = Object.values(rows[0] ?? {}).map(String)
  const [, next = '1'] = /\bAUTO_INCREMENT=(\d+)/i.exec(definition.at(-1) ?? '') ?? []
  return Number(next)
}

/** Returns how many rows were added in the last `GROWTH_DAYS` days, and the days since the first of them. */
async function measureGrowth(db: Db, table: string, column: string, until: Date): Promise<Growth> {
  const from = new Date(until.getTime() - GROWTH_DAYS * DAY_MS)
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*) as count, min(created_at) as first from ${sql.table(table)}
    where created_at >= ${from} and ${sql.ref(column)} is not null`.execute(db)
  const { count = 0, first = null } = rows[0] ?? {}
  const days = first ? (until.getTime() - first.getTime()) / DAY_MS : GROWTH_DAYS
  return { rows: Number(count), days }
}

/** Raises the next boleto numbers; lower ones count as used (D67). Returns the ranges without numbers. */
async function raiseBoletoNumbers(db: Db, { snapshotAt, ageDays }: BackupAge): Promise<string[]> {
  const growth = await measureGrowth(db, 'boletos', 'our_number', snapshotAt)
  const { rows } = await sql<{ name: string; highest: number }>`
    select name, cast(max(highest) as unsigned) as highest from (
      select number_range as name, next_number - 1 as highest from boleto_numbers
      union all
      select number_range, max(cast(our_number as unsigned)) from boletos
        where number_range is not null group by number_range) given
    group by name order by name`.execute(db)
  const exhaustedRanges: string[] = []
  for (const { name, highest } of rows) {
    const limit = getBoletoNumberLimit(name)
    const nextNumber = Math.min(calculateNumberAfterRestore(Number(highest) + 1, growth, ageDays), limit + 1)
    if (nextNumber > limit) exhaustedRanges.push(name)
    const numbers = { next_number: nextNumber, given_through: nextNumber - 1, updated_at: new Date() }
    await db
      .insertInto('boleto_numbers')
      .values({ number_range: name, ...numbers })
      .onDuplicateKeyUpdate(numbers)
      .execute()
  }
  return exhaustedRanges
}

/** Raises the next remittance number, since a bank accepts each number only once. */
async function raiseRemittanceNumber(db: Db): Promise<void> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'bankAgreement')
    .executeTakeFirst()
  const { last: lastSequence } = await db
    .selectFrom('remittances')
    .select((eb) => eb.fn.max<number | null>('sequence').as('last'))
    .executeTakeFirstOrThrow()
  const agreement = setting ? JSON.parse(setting.value) : null
  if (!agreement) return
  const nextRemittance =
    Math.max(agreement.nextRemittance ?? 1, Number(lastSequence ?? 0) + 1) + REMITTANCES_SKIPPED
  await db
    .updateTable('settings')
    .set((eb) => ({
      value: JSON.stringify({ ...agreement, nextRemittance }),
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('name', '=', 'bankAgreement')
    .execute()
}

/** Switches off endpoints without a secret in the backup, since no receiver could verify signatures. */
async function switchOffEndpoints(db: Db): Promise<number> {
  const endpoints = await db.selectFrom('webhook_endpoints').select('id').where('secret', '=', '').execute()
  for (const { id } of endpoints)
    await db
      .updateTable('webhook_endpoints')
      .set((eb) => ({
        secret: `whsec_${randomBytes(24).toString('base64')}`,
        old_secret: null,
        old_secret_until: null,
        is_active: false,
        lock_version: eb('lock_version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  return endpoints.length
}

/** Releases open effects that may run twice and leaves all others to staff (D112). */
async function holdEffects(db: Db, now: Date): Promise<void> {
  await holdBoletoMails(db, now)
  const openEffects = db.updateTable('outbox').where('done_at', 'is', null).where('refused_at', 'is', null)
  await openEffects
    .set({ uncertain_at: now, refused_at: now, lease_until: null, provider: null, last_error: null })
    .where('job', 'not in', tasksAfterRestore)
    .execute()
  await openEffects
    .set({ published_at: null, lease_until: null, provider: null })
    .where('job', 'in', tasksAfterRestore)
    .execute()
}

/** Leaves to staff mails of the hour before the backup that probably contained a boleto now lost. */
async function holdBoletoMails(db: Db, now: Date): Promise<void> {
  const { cause, mail } = boletoMailRelease
  await db
    .insertInto('outbox')
    .ignore()
    .columns(['job', 'subject', 'uncertain_at', 'refused_at'])
    .expression(
      db
        .selectFrom('outbox')
        .innerJoin('orders', (join) => join.on(sql`orders.id`, '=', sql`cast(outbox.subject as unsigned)`))
        .where('job', '=', cause)
        .where('done_at', 'is', null)
        .where('refused_at', 'is', null)
        .where('boleto_announced_at', 'is', null)
        .select([
          sql.val(mail).as('job'),
          'subject',
          sql.val(now).as('uncertain_at'),
          sql.val(now).as('refused_at'),
        ]),
    )
    .execute()
}

/** Stores the restore with a new epoch and the first ids of orders and effects after it. */
async function beginEpoch(db: Db, manifest: Manifest, now: Date) {
  const epoch = randomBytes(4).toString('hex')
  const [firstOrder, first_event] = [await findNextId(db, 'orders'), await findNextId(db, 'outbox')]
  await db
    .insertInto('restores')
    .values({
      archive: manifest.id,
      epoch,
      snapshot_at: manifest.snapshotAt,
      restored_at: now,
      first_event,
      first_order: firstOrder,
    })
    .execute()
  return { epoch, firstOrder }
}
