import { type Kysely, sql } from 'kysely'

// The free field of the bar code (positions 20 to 44) has the agreement a boleto was made under.
export async function up(db: Kysely<unknown>) {
  await sql`update boletos set number_range = concat(bank, '/', case bank
      when '001' then substring(barcode, 26, 7)
      when '341' then concat_ws('/', substring(barcode, 32, 4), substring(barcode, 36, 5), substring(barcode, 20, 3))
      else concat_ws('/', substring(barcode, 20, 4), substring(barcode, 37, 7), substring(barcode, 24, 2))
    end)
    where issuer = 'own-bank'`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`update boletos set number_range = null`.execute(db)
}
