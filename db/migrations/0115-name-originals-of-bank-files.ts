import { type Kysely, sql } from 'kysely'

// "stored" is a word MySQL reserves; what the table was made with stays as it landed.
export async function up(db: Kysely<unknown>) {
  await sql`alter table bank_files rename column \`stored\` to stored_name`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table bank_files rename column stored_name to \`stored\``.execute(db)
}
