import { type Kysely, sql } from 'kysely'

// Until now packing lists named the revision sold, so that is what left.
export async function up(db: Kysely<unknown>) {
  await sql`update expedition_lines
    join expeditions on expeditions.id = expedition_lines.expedition_id
    join order_lines on order_lines.id = expedition_lines.order_line_id
    set expedition_lines.sent_version = order_lines.version
    where expeditions.times_sent > 0`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`update expedition_lines set sent_version = null`.execute(db)
}
