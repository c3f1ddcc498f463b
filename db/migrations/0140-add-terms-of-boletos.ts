import { type Kysely, sql } from 'kysely'

// Percentages in hundredths, interest per month, or in centavos per day where the bank counts days (D69).
// payable_until: last day on which the bank accepts it; null when the agreement decides.
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos
    add column fine_percent smallint unsigned not null default 0,
    add column interest_percent smallint unsigned not null default 0,
    add column interest_per_day int unsigned null,
    add column discount_value bigint unsigned not null default 0,
    add column discount_until date null,
    add column acceptance_days tinyint unsigned null,
    add column protest_days tinyint unsigned not null default 0,
    add column payable_until date null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos
    drop column fine_percent,
    drop column interest_percent,
    drop column interest_per_day,
    drop column discount_value,
    drop column discount_until,
    drop column acceptance_days,
    drop column protest_days,
    drop column payable_until`.execute(db)
}
