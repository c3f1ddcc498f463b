import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { compareChecksums, MigrationProblem, storeChecksums } from '#db/migration-checksums.ts'

const folder = findFolder()

const files = readdirSync(folder)
  .filter((name) => /^\d{4}-.*\.[jt]s$/.test(name))
  .sort()

/** Names in running order. Throws when two migrations have the same number. */
export const migrationNames: readonly string[] = files.map((file, index) => {
  const number = file.slice(0, 4)
  if (files[index - 1]?.startsWith(number)) throw new Error(`Two migrations have the number ${number}`)
  return file.replace(/\.[jt]s$/, '')
})

/** The schema level that this build requires (D113). */
export const newestMigration = migrationNames.at(-1) ?? ''

export async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = await Promise.all(
    files.map(async (file, index): Promise<[string, Migration]> => {
      const { href } = pathToFileURL(join(folder, file))
      return [migrationNames[index] ?? '', await import(/* @vite-ignore */ href)]
    }),
  )
  return Object.fromEntries(loaded)
}

/**
 * Migrates to the newest state or to `level`; returns the migrations that ran. Throws MigrationProblem when this
 * database was migrated by others than those of this build.
 */
export async function migrate<T>(db: Kysely<T>, level?: string): Promise<string[]> {
  const migrations = await loadMigrations()
  await renameOldMigrations(db)
  await compareChecksums(db, migrations)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (level ? migrator.migrateTo(level) : migrator.migrateToLatest())
  await storeChecksums(db, migrations)
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Migrations were written anew for 0.1.0, one per table. They make the tables that the last one before left. */
export const rewritten = { last: '0322-create-maintenance', now: '1103-link-renewal-lines' }

/** Returns true for the levels of builds before 0.1.0. */
export function isBeforeRewriting(level: string): boolean {
  return level < '1'
}

/** Name that a migration of before 0.1.0 has in this build. */
export function currentLevel(level: string): string {
  return level === rewritten.last ? rewritten.now : level
}

/** Notes the migrations of 0.1.0 as done in a database that has the tables of the last build before. */
async function renameOldMigrations<T>(db: Kysely<T>): Promise<void> {
  const { rows: tables } = await sql`select 1 from information_schema.tables
    where table_schema = database() and table_name = 'kysely_migration'`.execute(db)
  if (tables.length === 0) return
  const at = new Date().toISOString()
  const names = migrationNames.filter((name) => name <= rewritten.now)
  await db.transaction().execute(async (trx) => {
    // The lock makes a second migration wait, which then reads the new names.
    const { rows } = await sql<{
      name: string
    }>`select name from kysely_migration order by name for update`.execute(trx)
    const level = rows.at(-1)?.name ?? rewritten.now
    if (!isBeforeRewriting(level)) return
    if (level !== rewritten.last)
      throw new MigrationProblem(
        `the database is at ${level}, of a build before 0.1.0: migrate it with the last of those (${rewritten.last}) first`,
      )
    await sql`delete from kysely_migration`.execute(trx)
    const done = sql.join(names.map((name) => sql`(${name}, ${at})`))
    await sql`insert into kysely_migration (name, timestamp) values ${done}`.execute(trx)
  })
}

/** The folder lies beside this file; in a build also beside the folder of chunks (vite.tools.config.ts). */
function findFolder(): string {
  const found = ['migrations', '../migrations']
    .map((name) => join(import.meta.dirname, name))
    .find((path) => existsSync(path))
  if (!found) throw new Error(`No folder of migrations beside ${import.meta.dirname}`)
  return found
}
