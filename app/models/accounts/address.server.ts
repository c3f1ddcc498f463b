import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { findCityCode } from '#app/models/platform/postal-code.server.ts'

/** A Brazilian address: `zip_code` has eight digits, `state` two letters, `complement` may be empty. */
export type Address = {
  zip_code: string
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
}

export const addressFields = [
  'zip_code',
  'street',
  'number',
  'complement',
  'province',
  'city',
  'state',
] as const

/** Formats an address as one line for the history. */
export function formatAddressLine(address: Address | null | undefined): string | null {
  if (!address) return null
  const { street, number, complement, province, city, state, zip_code } = address
  return [street, number, complement, province, city, state, zip_code].filter(Boolean).join(', ')
}

/** Inserts an address. Address rows never change, because orders refer to them. */
export async function insertAddress(trx: Trx, address: Address): Promise<number> {
  const { zip_code, street, number, complement, province, city, state } = address
  const city_code = await findCityCode(address, trx)
  const result = await trx
    .insertInto('addresses')
    .values({ zip_code, street, number, complement, province, city, state, city_code })
    .executeTakeFirstOrThrow()
  return Number(result.insertId)
}

export type AddressIds = { billing_address_id: number | null; shipping_address_id: number | null }
export type AddressRow = Address & { id: number }
export type HeldAddresses = { billing: AddressRow | undefined; shipping: AddressRow | undefined }

export async function findAddressRows(ids: AddressIds, reader: DbOrTrx = db): Promise<HeldAddresses> {
  const { billing_address_id: billing, shipping_address_id: shipping } = ids
  const wantedIds = [billing, shipping].flatMap((id) => id ?? [])
  if (wantedIds.length === 0) return { billing: undefined, shipping: undefined }
  const rows = await addressesById.rows(reader, { ids: wantedIds })
  const findRow = (id: number | null) => rows.find((each) => each.id === id)
  return { billing: findRow(billing), shipping: findRow(shipping) }
}

const addressesById = compileQuery((value: ValueSlots<{ ids: readonly number[] }>) =>
  db
    .selectFrom('addresses')
    .select(['id', ...addressFields])
    .where('id', 'in', expandList(value('ids'))),
)

/** Returns the existing row if it contains the same address, else inserts a new row. */
export async function reuseOrInsertAddress(
  trx: Trx,
  address: Address,
  heldRow: AddressRow | undefined,
): Promise<number> {
  return heldRow && isSameAddress(heldRow, address) ? heldRow.id : insertAddress(trx, address)
}

export function isSameAddress(one: Address | null | undefined, other: Address | null | undefined): boolean {
  if (!one || !other) return !one && !other
  return addressFields.every((field) => one[field] === other[field])
}

/** Sets the addresses: null removes one, an omitted `shipping` is unchanged. Deletes unused rows. */
export async function replaceAddresses(
  trx: Trx,
  profileId: number,
  { billing, shipping }: { billing: Address | null; shipping?: Address | null },
  heldAddresses?: HeldAddresses,
): Promise<HeldAddresses> {
  const before = heldAddresses ?? (await findAddressRows(await lockAddressIds(trx, profileId), trx))
  const after = {
    billing: await saveAddress(trx, billing, before.billing),
    shipping: shipping === undefined ? before.shipping : await saveAddress(trx, shipping, before.shipping),
  }
  const keptIds = [after.billing?.id ?? null, after.shipping?.id ?? null] as const
  await trx
    .updateTable('profiles')
    .set({ billing_address_id: keptIds[0], shipping_address_id: keptIds[1] })
    .where('id', '=', profileId)
    .execute()
  for (const row of [before.billing, before.shipping])
    if (row && !keptIds.includes(row.id)) await deleteUnusedAddress(trx, row.id)
  return after
}

async function saveAddress(
  trx: Trx,
  address: Address | null,
  heldRow: AddressRow | undefined,
): Promise<AddressRow | undefined> {
  return address ? { ...address, id: await reuseOrInsertAddress(trx, address, heldRow) } : undefined
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
