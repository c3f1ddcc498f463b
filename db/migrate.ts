import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, type Migration, Migrator } from 'kysely'

const folder = findFolder()

const files = readdirSync(folder)
  .filter((name) => /^\d{4}-.*\.[jt]s$/.test(name))
  .sort()

/** Names in the order in which they run. Throws when two have one number. */
export const migrationNames: readonly string[] = files.map((file, index) => {
  const number = file.slice(0, 4)
  if (files[index - 1]?.startsWith(number)) throw new Error(`Two migrations have the number ${number}`)
  return file.replace(/\.[jt]s$/, '')
})

/** The level of the schema that this build needs (D113). */
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

/** Migrates to the newest state or to `level`; returns the migrations that ran. */
export async function migrate<T>(db: Kysely<T>, level?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } })
  const { error, results } = await (level ? migrator.migrateTo(level) : migrator.migrateToLatest())
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** The folder lies beside this file; in a build also beside the folder of chunks (vite.tools.config.ts). */
function findFolder(): string {
  const found = ['migrations', '../migrations']
    .map((name) => join(import.meta.dirname, name))
    .find((path) => existsSync(path))
  if (!found) throw new Error(`No folder of migrations beside ${import.meta.dirname}`)
  return found
}
