import { mostLabels } from '#app/domain/shipments/label.ts'
import { db, type Reader, withTransaction } from '#app/models/platform/db.server.ts'
import { requestFile } from '#app/models/platform/prepared-file.server.ts'
import { listAddresses } from '#app/models/shipments/expedition-client.server.ts'
import { digestOf, type LabelRequest, labelOf } from '#app/models/shipments/label.server.ts'

export type ParcelLabelRequest = Omit<LabelRequest, 'profileIds'> & {
  /** at most a thousand */
  expeditionIds: readonly number[]
}

/**
 * Asks for the labels of some shipments as one file and gives its number; undefined when none of them has an address.
 * One label for each shipment, in the order of their numbers, also where two go to one person (F77, D46).
 */
export async function requestParcelLabels(request: ParcelLabelRequest): Promise<number | undefined> {
  const { userId, expeditionIds, style, sheet, start, fileName, back } = request
  if (expeditionIds.length > mostLabels) throw new RangeError(`too many labels: ${expeditionIds.length}`)
  return withTransaction(async (trx) => {
    const { recipients } = await listParcelRecipients(expeditionIds, trx)
    if (recipients.length === 0) return undefined
    const ids = recipients.map(({ expeditionId }) => expeditionId)
    const facts = { expeditionIds: ids, style, sheet, start, back, addresses: digestOf(recipients) }
    return requestFile(trx, { kind: 'labels', userId, facts, name: fileName, type: 'application/pdf' })
  })
}

/**
 * Whom some shipments go to, in the order of their numbers: at the address of a direct one, else at that of its first
 * order; and apart those without an address. Unknown ones and those that were given up are left out.
 */
export async function listParcelRecipients(
  expeditionIds: readonly number[],
  reader: Reader = db,
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
) {
  const parcels = await listParcels(expeditionIds, reader)
  const addresses = await listAddresses(
    parcels.flatMap(({ addressId }) => addressId ?? []),
    reader,
  )
  await onProgress(parcels.length, parcels.length)
  const placed = parcels.map(({ addressId, expeditionId, ...person }) => ({
    ...{ expeditionId, person },
    // An anonymised address has city and state alone.
    address: addresses.find(({ id, street }) => id === addressId && street !== ''),
  }))
  return {
    recipients: placed.flatMap(({ expeditionId, person, address }) => {
      if (!address) return []
      const { id: _, ...place } = address
      return [{ expeditionId, ...labelOf(person, place) }]
    }),
    withoutAddress: placed
      .filter(({ address }) => address === undefined)
      .map(({ expeditionId, person }) => ({ expeditionId, name: person.shownName ?? person.name })),
  }
}

async function listParcels(ids: readonly number[], reader: Reader) {
  const some = [0, ...ids]
  const [rows, orders] = [
    await reader
      .selectFrom('expeditions')
      .innerJoin('profiles', 'profiles.id', 'expeditions.profile_id')
      .where('expeditions.id', 'in', some)
      .where('cancelled_at', 'is', null)
      .select([
        'expeditions.id as expeditionId',
        'address_id',
        'profiles.id as profileId',
        'is_company as isCompany',
      ])
      .select(['name', 'shown_name as shownName', 'cpf', 'cnpj', 'phone'])
      .orderBy('expeditions.id')
      .execute(),
    await reader
      .selectFrom('expedition_orders')
      .innerJoin('orders', 'orders.id', 'order_id')
      .where('expedition_id', 'in', some)
      .select('expedition_id')
      .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
      .orderBy('orders.id')
      .execute(),
  ]
  return rows.map(({ address_id, ...row }) => ({
    ...row,
    addressId:
      address_id ?? orders.find((each) => each.expedition_id === row.expeditionId)?.addressId ?? null,
  }))
}
