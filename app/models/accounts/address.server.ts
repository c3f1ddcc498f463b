import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { findCityCode } from '#app/models/platform/postal-code.server.ts'

export const addressFields = [
  'zip_code',
  'street',
  'number',
  'complement',
  'province',
  'city',
  'state',
] as const

/** A Brazilian address. `zip_code` has eight digits, `state` has two letters, and `complement` may be empty. */
export type Address = Record<(typeof addressFields)[number], string>

/** Formats an address as a line for the history. */
export function formatAddressLine(address: Address | null | undefined): string | null {
  if (!address) return null
  const { street, number, complement, province, city, state, zip_code } = address
  const parts = [street, number, complement, province, city, state, zip_code]
  return parts.filter(Boolean).join(', ')
}

/** Inserts an address. Address rows never change because orders refer to them. */
export async function insertAddress(trx: Trx, address: Address): Promise<number> {
  const { zip_code, street, number, complement, province, city, state } = address
  const city_code = await findCityCode(address, trx)
  const insertion = await trx
    .insertInto('addresses')
    .values({ zip_code, street, number, complement, province, city, state, city_code })
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

export type AddressIds = { billing_address_id: number | null; shipping_address_id: number | null }
export type AddressRow = Address & { id: number }
export type AddressRows = { billing: AddressRow | undefined; shipping: AddressRow | undefined }

export async function findAddressRows(ids: AddressIds, reader: DbOrTrx = db): Promise<AddressRows> {
  const { billing_address_id: billingId, shipping_address_id: shippingId } = ids
  const addressIds = [billingId, shippingId].flatMap((id) => id ?? [])
  if (addressIds.length === 0) return { billing: undefined, shipping: undefined }
  const rows = await addressesByIdQuery.rows(reader, { ids: addressIds })
  const findRow = (id: number | null) => rows.find((row) => row.id === id)
  return { billing: findRow(billingId), shipping: findRow(shippingId) }
}

const addressesByIdQuery = compileQuery((value: ValueSlots<{ ids: readonly number[] }>) =>
  db
    .selectFrom('addresses')
    .select(['id', ...addressFields])
    .where('id', 'in', expandList(value('ids'))),
)

/** Returns addresses by id. Ignores null. */
export async function mapAddresses(ids: readonly (number | null)[]): Promise<Map<number | null, Address>> {
  const rows = await db
    .selectFrom('addresses')
    .select(['id', ...addressFields])
    .where('id', 'in', nonEmptyIds(ids.flatMap((id) => id ?? [])))
    .execute()
  return new Map(rows.map(({ id, ...address }) => [id, address]))
}

/** Returns the id of `currentRow` if it contains the same address. Inserts a new row otherwise. */
export async function reuseOrInsertAddress(
  trx: Trx,
  address: Address,
  currentRow: AddressRow | undefined,
): Promise<number> {
  return currentRow && isSameAddress(currentRow, address) ? currentRow.id : insertAddress(trx, address)
}

export function isSameAddress(
  address: Address | null | undefined,
  otherAddress: Address | null | undefined,
): boolean {
  if (!address || !otherAddress) return !address && !otherAddress
  return addressFields.every((field) => address[field] === otherAddress[field])
}

/**
 * Sets the profile's addresses. null removes an address; an omitted `shipping` stays unchanged. Deletes
 * replaced address rows that nothing else uses.
 */
export async function replaceAddresses(
  trx: Trx,
  profileId: number,
  { billing, shipping }: { billing: Address | null; shipping?: Address | null },
  currentAddresses?: AddressRows,
): Promise<AddressRows> {
  const before = currentAddresses ?? (await findAddressRows(await lockAddressIds(trx, profileId), trx))
  const after = {
    billing: await saveAddress(trx, billing, before.billing),
    shipping: shipping === undefined ? before.shipping : await saveAddress(trx, shipping, before.shipping),
  }
  const billingId = after.billing?.id ?? null
  const shippingId = after.shipping?.id ?? null
  await trx
    .updateTable('profiles')
    .set({ billing_address_id: billingId, shipping_address_id: shippingId })
    .where('id', '=', profileId)
    .execute()
  for (const row of [before.billing, before.shipping]) {
    const isReplaced = row !== undefined && row.id !== billingId && row.id !== shippingId
    if (isReplaced) await deleteUnusedAddress(trx, row.id)
  }
  return after
}

async function saveAddress(
  trx: Trx,
  address: Address | null,
  currentRow: AddressRow | undefined,
): Promise<AddressRow | undefined> {
  return address ? { ...address, id: await reuseOrInsertAddress(trx, address, currentRow) } : undefined
}

export async function clearAddresses(trx: Trx, profileId: number): Promise<void> {
  const { billing_address_id: billingId, shipping_address_id: shippingId } = await lockAddressIds(
    trx,
    profileId,
  )
  await trx
    .updateTable('profiles')
    .set({ billing_address_id: null, shipping_address_id: null })
    .where('id', '=', profileId)
    .execute()
  for (const id of [billingId, shippingId]) await deleteUnusedAddress(trx, id)
}

/** Deletes an address unless an order, shipment or profile uses it. */
export async function deleteUnusedAddress(trx: Trx, id: number | null): Promise<void> {
  if (id === null) return
  await trx
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .where(({ eb, or }) =>
              or([eb('orders.billing_address_id', '=', id), eb('orders.shipping_address_id', '=', id)]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('shipments').select('id').where('shipments.address_id', '=', id))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('profiles')
            .select('id')
            .where(({ eb, or }) =>
              or([eb('profiles.billing_address_id', '=', id), eb('profiles.shipping_address_id', '=', id)]),
            ),
        ),
      ),
    )
    .execute()
}

async function lockAddressIds(trx: Trx, profileId: number) {
  return trx
    .selectFrom('profiles')
    .select(['billing_address_id', 'shipping_address_id'])
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
