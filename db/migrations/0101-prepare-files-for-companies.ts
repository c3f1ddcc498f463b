import { type Kysely, sql } from 'kysely'

// user_id opens the file only while acting for this company; null: for the own account.
export async function up(db: Kysely<unknown>) {
  await sql`alter table prepared_files add column for_profile_id int unsigned null,
    add constraint prepared_files_for_profile_fk foreign key (for_profile_id) references profiles (id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table prepared_files drop foreign key prepared_files_for_profile_fk, drop column for_profile_id`.execute(
    db,
  )
}
