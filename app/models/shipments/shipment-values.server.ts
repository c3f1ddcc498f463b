import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { formatAddressLine } from '#app/models/accounts/address.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import { selectShippedContents } from '#app/models/shipments/shipped-revision.server.ts'

const MAX_CONTENTS_LENGTH = 500

/** Returns the values of a shipment. The history compares the values before and after a change. */
export async function readShipmentValues(trx: Trx, id: number) {
  const [row, lines] = await Promise.all([findRow(trx, id), selectShippedContents(trx, id).execute()])
  const newerLines = lines.filter((line) => line.sends_in_force)
  const { address_id, ...shipment } = row
  const [address] = await listAddresses(address_id === null ? [] : [address_id], trx)
  return {
    ...shipment,
    address: formatAddressLine(address),
    contents: joinLineNames(lines),
    newer: joinLineNames(newerLines),
  }
}

function findRow(trx: Trx, id: number) {
  return trx
    .selectFrom('shipments')
    .leftJoin('profiles as owner', 'owner.user_id', 'owner_user_id')
    .where('shipments.id', '=', id)
    .select(['type', 'status', 'value', 'note', 'track_code', 'send_date', 'complete_date', 'return_date'])
    .select(['owner.name as owner', 'address_id'])
    .executeTakeFirstOrThrow()
}

type Line = AircraftName & { order_id: number; name: string }

function joinLineNames(lines: readonly Line[]): string {
  const names = lines.map(({ order_id, name, registration, serialNumber }) =>
    [order_id, name, registration ?? serialNumber].filter((part) => part !== null).join(' '),
  )
  return names.join('; ').slice(0, MAX_CONTENTS_LENGTH)
}
