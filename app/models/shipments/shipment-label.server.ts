import { sql } from 'kysely'
import { maxLabels } from '#app/domain/shipments/label.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { expireFile, requestFile } from '#app/models/platform/prepared-file.server.ts'
import { hashRecipients, type LabelRequest, toLabel } from '#app/models/shipments/label.server.ts'
import { shipmentAddressId } from '#app/models/shipments/shipment-address.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'

export type ShipmentLabelRequest = Omit<LabelRequest, 'profileIds'> & {
  /** at most a thousand */
  shipmentIds: readonly number[]
}

/** Requests a file with one label per shipment. Returns its id, or undefined if no shipment has an address. */
export async function requestShipmentLabels(request: ShipmentLabelRequest): Promise<number | undefined> {
  const { userId, shipmentIds, style, sheet, start, fileName, back } = request
  if (shipmentIds.length > maxLabels) throw new RangeError(`too many labels: ${shipmentIds.length}`)
  return withTransaction(async (trx) => {
    const { recipients } = await listShipmentRecipients(shipmentIds, trx)
    if (recipients.length === 0) return undefined
    const ids = recipients.map(({ shipmentId }) => shipmentId)
    await trx.updateTable('shipments').set({ label_at: new Date() }).where('id', 'in', ids).execute()
    const facts = { shipmentIds: ids, style, sheet, start, back, addresses: hashRecipients(recipients) }
    return requestFile(trx, { kind: 'labels', userId, facts, name: fileName, type: 'application/pdf' })
  })
}

/** Discards label files that contain one of these shipments. Callers use it after an address has changed. */
export async function discardLabels(trx: Trx, shipmentIds: readonly number[]): Promise<void> {
  const containsShipment = shipmentIds.map(
    (id) => sql<boolean>`json_contains(facts, ${String(id)}, '$.shipmentIds')`,
  )
  const files = await trx
    .selectFrom('prepared_files')
    .select('id')
    .where('kind', '=', 'labels')
    .where((eb) => eb.or(containsShipment))
    .execute()
  for (const { id } of files) await expireFile(trx, id)
}

/** Returns recipients and a list of shipments without an address. Omits unknown and cancelled shipments. */
export async function listShipmentRecipients(
  shipmentIds: readonly number[],
  reader: DbOrTrx = db,
  onProgress: (doneCount: number, totalCount: number) => Promise<void> = async () => {},
) {
  const shipments = await listShipments(shipmentIds, reader)
  const addressIds = shipments.flatMap(({ addressId }) => addressId ?? [])
  const addresses = await listAddresses(addressIds, reader)
  await onProgress(shipments.length, shipments.length)
  const labelData = shipments.map(({ addressId, shipmentId, ...person }) => ({
    shipmentId,
    person,
    // An anonymised address has only city and state, so it is omitted.
    address: addresses.find(({ id, street }) => id === addressId && street !== ''),
  }))
  const recipients = labelData.flatMap(({ shipmentId, person, address }) => {
    if (!address) return []
    const { id: _, ...labelAddress } = address
    return [{ shipmentId, ...toLabel(person, labelAddress) }]
  })
  const withoutAddress = labelData.flatMap(({ shipmentId, person, address }) =>
    address ? [] : [{ shipmentId, name: person.shownName ?? person.name }],
  )
  return { recipients, withoutAddress }
}

function listShipments(ids: readonly number[], reader: DbOrTrx) {
  return reader
    .selectFrom('shipments')
    .innerJoin('profiles', 'profiles.id', 'shipments.profile_id')
    .where('shipments.id', 'in', nonEmptyIds(ids))
    .where('cancelled_at', 'is', null)
    .select(['shipments.id as shipmentId', 'profiles.id as profileId', 'is_company as isCompany'])
    .select(['name', 'shown_name as shownName', 'cpf', 'cnpj', 'phone'])
    .select(shipmentAddressId.as('addressId'))
    .orderBy('shipments.id')
    .execute()
}
