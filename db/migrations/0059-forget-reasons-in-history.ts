import { type Kysely, sql } from 'kysely'

// The order has the reason of a rejection; the history, which nobody changes, says only that there is one.
export async function up(db: Kysely<unknown>) {
  await sql`update history set details = json_set(json_remove(details, '$.reason'), '$.hasReason', 1)
    where entity = 'order' and action = 'rejected' and json_extract(details, '$.reason') is not null`.execute(
    db,
  )
}

export async function down(_db: Kysely<unknown>) {}
