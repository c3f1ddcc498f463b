import { type Kysely, sql } from 'kysely'

// A document may be on several profiles: staff are told which, and find them by it.
export async function up(db: Kysely<unknown>) {
  await sql`alter table profiles
    add key profiles_partner (is_partner),
    add key profiles_cpf (cpf),
    add key profiles_cnpj (cnpj)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table profiles drop key profiles_partner, drop key profiles_cpf, drop key profiles_cnpj`.execute(
    db,
  )
}
