import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { compareChecksums, MigrationProblem, storeChecksums } from '#db/migration-checksums.ts'

const migrationsFolder = findMigrationsFolder()

const migrationFiles = readdirSync(migrationsFolder)
  .filter((name) => /^\d{4}-.*\.[jt]s$/.test(name))
  .sort()

/** Names in running sequence. Throws if two migrations have the same number. */
export const migrationNames: readonly string[] = migrationFiles.map((file, index) => {
  const number = file.slice(0, 4)
  if (migrationFiles[index - 1]?.startsWith(number))
    throw new Error(`Two migrations have the number ${number}`)
  return file.replace(/\.[jt]s$/, '')
})

/** The migration that this build requires (D113). */
export const newestMigration = migrationNames.at(-1) ?? ''

export async function loadMigrations(): Promise<Record<string, Migration>> {
  const namedMigrations = await Promise.all(
    migrationFiles.map(async (file, index): Promise<[string, Migration]> => {
      const { href } = pathToFileURL(join(migrationsFolder, file))
      return [migrationNames[index] ?? '', await import(/* @vite-ignore */ href)]
    }),
  )
  return Object.fromEntries(namedMigrations)
}

/**
 * Migrates to the newest state or to `level`. Returns the migrations that ran. Throws MigrationProblem if
 * others than those of this build migrated this database.
 */
export async function migrate<T>(db: Kysely<T>, level?: string): Promise<string[]> {
  const migrations = await loadMigrations()
  await renameOldMigrations(db)
  await compareChecksums(db, migrations)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (level ? migrator.migrateTo(level) : migrator.migrateToLatest())
  // After an error too, for the migrations that ran before it.
  await storeChecksums(db, migrations)
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * Migrations were rewritten for 0.1.0. Those up to `lastAfter` create the same tables as the old ones up to
 * `lastBefore`.
 */
export const rewrittenLevels = { lastBefore: '0322-create-maintenance', lastAfter: '1103-link-renewal-lines' }

/** Returns true for migrations of builds before 0.1.0, whose numbers begin with 0. */
export function isBeforeRewriting(level: string): boolean {
  return level < '1'
}

/** Returns the name in this build of a migration from before 0.1.0. */
export function getCurrentLevel(level: string): string {
  return level === rewrittenLevels.lastBefore ? rewrittenLevels.lastAfter : level
}

/** Records the migrations of 0.1.0 as done in a database that has the tables of the last build before 0.1.0. */
async function renameOldMigrations<T>(db: Kysely<T>): Promise<void> {
  const { rows: tables } = await sql`select 1 from information_schema.tables
    where table_schema = database() and table_name = 'kysely_migration'`.execute(db)
  if (tables.length === 0) return
  const timestamp = new Date().toISOString()
  const names = migrationNames.filter((name) => name <= rewrittenLevels.lastAfter)
  await db.transaction().execute(async (trx) => {
    // The lock makes a second migration wait, which then reads the new names.
    const { rows } = await sql<{
      name: string
    }>`select name from kysely_migration order by name for update`.execute(trx)
    const level = rows.at(-1)?.name ?? rewrittenLevels.lastAfter
    if (!isBeforeRewriting(level)) return
    if (level !== rewrittenLevels.lastBefore)
      throw new MigrationProblem(
        `the database is at ${level}, of a build before 0.1.0: migrate it with the last of those (${rewrittenLevels.lastBefore}) first`,
      )
    await sql`delete from kysely_migration`.execute(trx)
    const migrationRows = sql.join(names.map((name) => sql`(${name}, ${timestamp})`))
    await sql`insert into kysely_migration (name, timestamp) values ${migrationRows}`.execute(trx)
  })
}

/** Returns the folder of migrations, which is beside this file, or in a build beside the folder of chunks. */
function findMigrationsFolder(): string {
  const migrationsFolder = ['migrations', '../migrations']
    .map((name) => join(import.meta.dirname, name))
    .find((path) => existsSync(path))
  if (!migrationsFolder) throw new Error(`No folder of migrations beside ${import.meta.dirname}`)
  return migrationsFolder
}
