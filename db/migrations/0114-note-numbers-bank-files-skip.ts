import { type Kysely, sql } from 'kysely'

// Up to which number a return file moved ours on, because the bank knows numbers beyond them.
export async function up(db: Kysely<unknown>) {
  await sql`alter table bank_files add column numbers_through bigint unsigned null after line_count`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table bank_files drop column numbers_through`.execute(db)
}
