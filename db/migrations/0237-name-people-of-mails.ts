import { type Kysely, sql } from 'kysely'

// These mails went to addresses without an account; user_id lets them be deleted with the person.
export async function up(db: Kysely<unknown>) {
  await sql`update mails
    join contact_messages on contact_messages.id = cast(mails.subject_ref as unsigned)
    set mails.user_id = contact_messages.user_id
    where mails.job = 'acknowledge-contact-message' and mails.user_id is null`.execute(db)
  await sql`update mails
    join company_members on company_members.id = cast(substring_index(mails.subject_ref, '/', 1) as unsigned)
    join profiles on profiles.id = company_members.profile_id
    set mails.user_id = profiles.user_id
    where mails.job = 'send-invitation' and mails.user_id is null`.execute(db)
}

export async function down() {}
