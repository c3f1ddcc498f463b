import { type Kysely, sql } from 'kysely'

// A CHECK whose condition is unknown (NULL) passes, so the first wording let a subscription without a price in.
export async function up(db: Kysely<unknown>) {
  await sql`alter table publications
    drop constraint publications_renewal_price,
    add constraint publications_price_signature check (
      (is_signature = 0 and price_signature is null) or (is_signature <> 0 and coalesce(price_signature, 0) > 0)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table publications
    drop constraint publications_price_signature,
    add constraint publications_renewal_price check (is_signature = 0 or price_signature > 0)`.execute(db)
}
