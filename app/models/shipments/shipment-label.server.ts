import { maxLabels } from '#app/domain/shipments/label.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { requestFile } from '#app/models/platform/prepared-file.server.ts'
import { digestOf, type LabelRequest, labelOf } from '#app/models/shipments/label.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'

export type ShipmentLabelRequest = Omit<LabelRequest, 'profileIds'> & {
  /** at most a thousand */
  shipmentIds: readonly number[]
}

/** One label for each shipment, by id, even if two go to one person (F77, D46); undefined when none has an address. */
export async function requestShipmentLabels(request: ShipmentLabelRequest): Promise<number | undefined> {
  const { userId, shipmentIds, style, sheet, start, fileName, back } = request
  if (shipmentIds.length > maxLabels) throw new RangeError(`too many labels: ${shipmentIds.length}`)
  return withTransaction(async (trx) => {
    const { recipients } = await listShipmentRecipients(shipmentIds, trx)
    if (recipients.length === 0) return undefined
    const ids = recipients.map(({ shipmentId }) => shipmentId)
    const facts = { shipmentIds: ids, style, sheet, start, back, addresses: digestOf(recipients) }
    return requestFile(trx, { kind: 'labels', userId, facts, name: fileName, type: 'application/pdf' })
  })
}

/** Those without an address apart. Unknown and cancelled shipments are left out. */
export async function listShipmentRecipients(
  shipmentIds: readonly number[],
  reader: DbOrTrx = db,
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
) {
  const shipments = await listShipments(shipmentIds, reader)
  const addresses = await listAddresses(
    shipments.flatMap(({ addressId }) => addressId ?? []),
    reader,
  )
  await onProgress(shipments.length, shipments.length)
  const placed = shipments.map(({ addressId, shipmentId, ...person }) => ({
    ...{ shipmentId, person },
    // An anonymised address has city and state only.
    address: addresses.find(({ id, street }) => id === addressId && street !== ''),
  }))
  return {
    recipients: placed.flatMap(({ shipmentId, person, address }) => {
      if (!address) return []
      const { id: _, ...place } = address
      return [{ shipmentId, ...labelOf(person, place) }]
    }),
    withoutAddress: placed
      .filter(({ address }) => address === undefined)
      .map(({ shipmentId, person }) => ({ shipmentId, name: person.shownName ?? person.name })),
  }
}

async function listShipments(ids: readonly number[], reader: DbOrTrx) {
  const some = [0, ...ids]
  const [rows, orders] = [
    await reader
      .selectFrom('shipments')
      .innerJoin('profiles', 'profiles.id', 'shipments.profile_id')
      .where('shipments.id', 'in', some)
      .where('cancelled_at', 'is', null)
      .select([
        'shipments.id as shipmentId',
        'address_id',
        'profiles.id as profileId',
        'is_company as isCompany',
      ])
      .select(['name', 'shown_name as shownName', 'cpf', 'cnpj', 'phone'])
      .orderBy('shipments.id')
      .execute(),
    await reader
      .selectFrom('shipment_orders')
      .innerJoin('orders', 'orders.id', 'order_id')
      .where('shipment_id', 'in', some)
      .select('shipment_id')
      .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
      .orderBy('orders.id')
      .execute(),
  ]
  return rows.map(({ address_id, ...row }) => ({
    ...row,
    addressId: address_id ?? orders.find((each) => each.shipment_id === row.shipmentId)?.addressId ?? null,
  }))
}
