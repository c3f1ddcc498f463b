import type { Trx } from '#app/models/db.server.ts'

/** An address in Brazil; zip_code is eight digits, state two letters, complement may be empty. */
export type Address = {
  zip_code: string
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
}

/** Writes an address and gives its id. Rows are never changed, so an order's address stays what it was. */
export async function insertAddress(trx: Trx, address: Address): Promise<number> {
  const { zip_code, street, number, complement, province, city, state } = address
  const made = await trx
    .insertInto('addresses')
    .values({ zip_code, street, number, complement, province, city, state })
    .executeTakeFirstOrThrow()
  return Number(made.insertId)
}
