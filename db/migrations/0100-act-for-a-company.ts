import { type Kysely, sql } from 'kysely'

// The company for which a session acts; null for its own account (D92).
export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column acting_member_id int unsigned null,
    add constraint sessions_acting_member_fk foreign key (acting_member_id) references company_members (id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop foreign key sessions_acting_member_fk, drop column acting_member_id`.execute(
    db,
  )
}
