import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  type Migration,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type QueryExecutorProvider,
  sql,
} from 'kysely'

/** A difference between the migrations of this build and those that ran in a database. */
export class MigrationProblem extends Error {}

/**
 * Returns the SHA-256 of the statements that `up` sends, so that comments and formatting may change. Only the
 * statements that change an empty database count, so that a migration may read what it has already done.
 */
export async function calculateMigrationChecksum({ up }: Pick<Migration, 'up'>): Promise<string> {
  const hash = createHash('sha256')
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
    log: ({ query }) => {
      if (/^\s*select\b/i.test(query.sql)) return
      hash.update(JSON.stringify([query.sql.replaceAll(/\s+/g, ' ').trim(), query.parameters]))
    },
  })
  await up(recorder)
  return hash.digest('hex')
}

/** Throws MigrationProblem if a migration that ran in this database was changed afterwards. */
export async function compareChecksums(
  db: QueryExecutorProvider,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  await sql`create table if not exists kysely_migration_checksum (
    name varchar(255) not null primary key, checksum char(64) not null
  )`.execute(db)
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from kysely_migration_checksum`.execute(db)
  for (const { name, checksum } of rows) {
    const migration = migrations[name]
    if (migration && (await calculateMigrationChecksum(migration)) !== checksum)
      throw new MigrationProblem(
        `${name} was changed after it ran in this database: restore its statements and add a migration for the change`,
      )
  }
}

/** Stores checksums of migrations that ran. Deletes those of migrations that were reverted. */
export async function storeChecksums(
  db: QueryExecutorProvider,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  // The tables may differ in collation, so their names are compared here. Another migration may run meanwhile
  // and stores its own row before its checksum, so checksums are read first.
  const storedNames = await readNames(db, 'kysely_migration_checksum')
  const migratedNames = await readNames(db, 'kysely_migration')
  const revertedNames = [...storedNames].filter((name) => !migratedNames.has(name))
  if (revertedNames.length > 0)
    await sql`delete from kysely_migration_checksum where name in (${sql.join(revertedNames)})`.execute(db)
  const checksumRows: ReturnType<typeof sql>[] = []
  for (const name of migratedNames) {
    const newMigration = storedNames.has(name) ? undefined : migrations[name]
    if (newMigration) checksumRows.push(sql`(${name}, ${await calculateMigrationChecksum(newMigration)})`)
  }
  if (checksumRows.length > 0)
    await sql`insert ignore into kysely_migration_checksum (name, checksum) values ${sql.join(checksumRows)}`.execute(
      db,
    )
}

async function readNames(db: QueryExecutorProvider, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
