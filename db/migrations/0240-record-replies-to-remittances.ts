import { type Kysely, sql } from 'kysely'

// The bank's answer to a whole remittance, given before it reads the boletos.
export async function up(db: Kysely<unknown>) {
  await sql`alter table remittances
    add column reply varchar(20) character set ascii null,
    add column reply_text varchar(1000) null,
    add column replied_at datetime(3) null,
    add key remittances_refusal (reply, refused_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table remittances
    drop key remittances_refusal,
    drop column reply,
    drop column reply_text,
    drop column replied_at`.execute(db)
}
