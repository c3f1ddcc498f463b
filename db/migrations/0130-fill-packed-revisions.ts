import { type Kysely, sql } from 'kysely'

// What left is in the box; what has not left was packed when its shipment was made, with the revision in force then.
export async function up(db: Kysely<unknown>) {
  await sql`update expedition_lines
    join expeditions on expeditions.id = expedition_lines.expedition_id
    join order_lines on order_lines.id = expedition_lines.order_line_id
    set expedition_lines.packed_version = coalesce(
      expedition_lines.sent_version,
      if(order_lines.is_signature or expedition_lines.sends_in_force, (
        select revisions.version from revisions
        where revisions.publication_id = order_lines.publication_id
          and revisions.created_at <= expeditions.created_at
        order by revisions.created_at desc, revisions.id desc limit 1), null),
      order_lines.version)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`update expedition_lines set packed_version = null`.execute(db)
}
