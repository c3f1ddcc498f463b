import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { down, up } from '#db/migrations/0107-keep-changes-of-import-records.ts'
import { createDatabase } from '#tests/support/fresh-database.ts'

test('the migration removes the freight kind even after freight was imported', async () => {
  const own = await createDatabase(env.DATABASE_URL)
  const schema = new Kysely<unknown>({ dialect: new MysqlDialect({ pool: createPool(own.url) }) })
  try {
    const { insertId } = await own.db
      .insertInto('imports')
      .values({ source: 'frete.csv', content: 'freight' })
      .executeTakeFirstOrThrow()
    const record = { import_id: Number(insertId), pass: 1, place: 'linha 2', body: '{}' }
    await own.db
      .insertInto('import_records')
      .values([
        { ...record, kind: 'freight' },
        { ...record, kind: 'publications' },
      ])
      .execute()
    await down(schema)
    expect(await own.db.selectFrom('import_records').select('kind').execute()).toEqual([
      { kind: 'publications' },
    ])
    await up(schema)
  } finally {
    await schema.destroy()
    await own.drop()
  }
})
