import { type Kysely, sql } from 'kysely'

// Accounts that used a mailed link to their present address are proved, and staff, whom an administrator chose.
// Others stay unproved: that costs one click before an invitation, while a wrongly assumed proof would leave a
// stranger's colleagues in an account that is recovered later.
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column email_proved_at datetime(3) null`.execute(db)
  await sql`update users set email_proved_at = created_at where is_staff = 1 or is_superuser = 1`.execute(db)
  await sql`update users
    join (
      select entity_id as user_id, max(created_at) as at from history
      where entity = 'user' and action in ('password-changed-by-link', 'email-changed')
      group by entity_id
    ) links on links.user_id = users.id
    left join (
      select user_id, max(created_at) as at from email_changes group by user_id
    ) moves on moves.user_id = users.id
    set users.email_proved_at = links.at
    where users.email_proved_at is null and (moves.at is null or links.at >= moves.at)`.execute(db)
  await sql`update users
    join (
      select user_id, email, max(accepted_at) as at from company_members
      group by user_id, email
    ) accepted on accepted.user_id = users.id and accepted.email = users.email
    set users.email_proved_at = accepted.at
    where users.email_proved_at is null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table users drop column email_proved_at`.execute(db)
}
