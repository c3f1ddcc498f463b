import type { Insertable } from 'kysely'
import type { Address } from '#app/models/accounts/address.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Collects address rows with ids. A repeated address gets another row, as in the shop. */
export class AddressBook {
  readonly rows: Insertable<Database['addresses']>[] = []

  add(address: Address): number {
    const id = this.rows.length + 1
    this.rows.push({ id, ...address })
    return id
  }
}
