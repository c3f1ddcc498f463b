import { type FuelType, isFuelType, unitAircraftSelection } from '#app/domain/accounts/aircraft.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { StaleCheck } from '#app/models/platform/optimistic-lock.server.ts'

export const maxAircraft = 500
export const aircraftPerPage = 50
const MAX_ORDERED_AIRCRAFT = 100

/** An aircraft of a customer. If an old order lacks a field, the field is null and the fuel is 0. */
export type Aircraft = {
  registration: string
  isForeign: boolean
  serialNumber: string | null
  fuel: FuelType
  nickname: string | null
}

export type StoredAircraft = Omit<Aircraft, 'fuel'> & { fuel: number }

type AircraftKey = { id: number; profileId: number }

/** Thrown if the customer already has another aircraft with this registration. */
export class DuplicateAircraft extends Error {
  override name = 'DuplicateAircraft'
}

export class FleetFull extends Error {
  override name = 'FleetFull'
}

const aircraftColumns = [
  'id',
  'registration',
  'is_foreign as isForeign',
  'serial_number as serialNumber',
  'fuel_type as fuel',
  'nickname',
] as const

export async function listAircraft({ profileId, page }: { profileId: number; page: number }) {
  const count = await countAircraft(profileId)
  const rows = await db
    .selectFrom('aircraft')
    .select(aircraftColumns)
    .where('profile_id', '=', profileId)
    .orderBy('registration')
    .limit(aircraftPerPage)
    .offset((page - 1) * aircraftPerPage)
    .execute()
  return { rows, count, pages: Math.max(1, Math.ceil(count / aircraftPerPage)) }
}

export function listFleet(profileId: number) {
  return db
    .selectFrom('aircraft')
    .select(aircraftColumns)
    .where('profile_id', '=', profileId)
    .orderBy('registration')
    .limit(maxAircraft)
    .execute()
}

/** Returns the aircraft, or undefined if it belongs to another customer. */
export function findAircraft(id: number, profileId: number) {
  return db
    .selectFrom('aircraft')
    .select(aircraftColumns)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
}

/** Adds an aircraft to the fleet. A repeat changes nothing. Throws DuplicateAircraft or FleetFull. */
export async function addAircraft(profileId: number, aircraft: Aircraft): Promise<void> {
  try {
    await withTransaction(async (trx) => {
      await lockFleet(trx, profileId)
      await trx
        .insertInto('aircraft')
        .values({ profile_id: profileId, ...toAircraftRow(aircraft) })
        .execute()
      if ((await countAircraft(profileId, trx)) > maxAircraft) throw new FleetFull()
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const knownAircraft = await findByRegistration(profileId, aircraft.registration)
    if (!knownAircraft || !isSameAircraft(knownAircraft, aircraft)) throw new DuplicateAircraft()
  }
}

/** Updates the aircraft. Returns 'missing' if the aircraft is another customer's. Throws DuplicateAircraft. */
export async function changeAircraft(
  { id, profileId }: AircraftKey,
  aircraft: Aircraft,
  check?: StaleCheck<StoredAircraft>,
): Promise<'changed' | 'same' | 'missing'> {
  try {
    return await withTransaction(async (trx) => {
      const before = await lockAircraft(trx, { id, profileId })
      if (!before) return 'missing'
      check?.(before)
      if (isSameAircraft(before, aircraft)) return 'same'
      await trx.updateTable('aircraft').set(toAircraftRow(aircraft)).where('id', '=', id).execute()
      return 'changed'
    })
  } catch (error) {
    throw isDuplicate(error) ? new DuplicateAircraft() : error
  }
}

/** Removes an aircraft from the fleet but not from orders. Returns false if the fleet lacks it. */
export function removeAircraft(key: AircraftKey, check?: StaleCheck<StoredAircraft>): Promise<boolean> {
  return withTransaction(async (trx) => {
    const before = await lockAircraft(trx, key)
    if (!before) return false
    check?.(before)
    await trx.deleteFrom('aircraft').where('id', '=', key.id).execute()
    return true
  })
}

function lockAircraft(trx: Trx, { id, profileId }: AircraftKey) {
  return trx
    .selectFrom('aircraft')
    .select(aircraftColumns)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns the aircraft of orders that the fleet lacks, with the data of the newest order. */
export async function listOrderedAircraft(profileId: number, registration?: string): Promise<Aircraft[]> {
  const newestLines = db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('aircraft', (join) =>
      join
        .onRef('aircraft.registration', '=', 'order_lines.airplane_registration')
        .on('aircraft.profile_id', '=', profileId),
    )
    .where('orders.profile_id', '=', profileId)
    .where('airplane_registration', 'is not', null)
    .where('aircraft.id', 'is', null)
    .$if(registration !== undefined, (lines) => lines.where('airplane_registration', '=', registration ?? ''))
    .groupBy('airplane_registration')
    .select((eb) => eb.fn.max('order_lines.id').as('lineId'))
    .orderBy('airplane_registration')
    .limit(MAX_ORDERED_AIRCRAFT)
  const lines = await db
    .selectFrom(newestLines.as('newest'))
    .innerJoin('order_lines', 'order_lines.id', 'newest.lineId')
    .select(unitAircraftSelection)
    .orderBy('airplane_registration')
    .execute()
  return lines.map((line) => ({
    ...line,
    registration: line.registration ?? '',
    fuel: isFuelType(line.fuel) ? line.fuel : 0,
    nickname: null,
  }))
}

/** Adds an order's aircraft to the fleet up to the limit. A full fleet does not fail the order. */
export async function addMissingAircraft(
  trx: Trx,
  profileId: number,
  aircraft: readonly Aircraft[],
): Promise<void> {
  if (aircraft.length === 0) return
  await lockFleet(trx, profileId)
  const fleet = await trx
    .selectFrom('aircraft')
    .select('registration')
    .where('profile_id', '=', profileId)
    .execute()
  const fleetRegistrations = new Set(fleet.map(({ registration }) => registration))
  const aircraftByRegistration = new Map(aircraft.map((item) => [item.registration, item]))
  const missingAircraft = [...aircraftByRegistration.values()].filter(
    ({ registration }) => !fleetRegistrations.has(registration),
  )
  const freePlaces = Math.max(0, maxAircraft - fleetRegistrations.size)
  const addedAircraft = missingAircraft.slice(0, freePlaces)
  const rows = addedAircraft.map((item) => ({ profile_id: profileId, ...toAircraftRow(item) }))
  if (rows.length > 0) await trx.insertInto('aircraft').values(rows).execute()
}

/** Adds an aircraft from the customer's orders to the fleet. Returns false if no order contains the aircraft. */
export async function addOrderedAircraft(profileId: number, registration: string): Promise<boolean> {
  if (await findByRegistration(profileId, registration)) return true
  const [aircraft] = await listOrderedAircraft(profileId, registration)
  if (!aircraft) return false
  await addAircraft(profileId, aircraft)
  return true
}

function findByRegistration(profileId: number, registration: string) {
  return db
    .selectFrom('aircraft')
    .select(aircraftColumns)
    .where('profile_id', '=', profileId)
    .where('registration', '=', registration)
    .executeTakeFirst()
}

/** Locks the profile because concurrent additions must not exceed the limit. */
async function lockFleet(trx: Trx, profileId: number) {
  await trx.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute()
}

async function countAircraft(profileId: number, reader: DbOrTrx = db): Promise<number> {
  const { count } = await reader
    .selectFrom('aircraft')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  return count
}

function toAircraftRow({ registration, isForeign, serialNumber, fuel, nickname }: Aircraft) {
  return { registration, is_foreign: isForeign, serial_number: serialNumber, fuel_type: fuel, nickname }
}

function isSameAircraft(aircraft: StoredAircraft, otherAircraft: StoredAircraft): boolean {
  const serialiseDetails = ({ registration, isForeign, serialNumber, fuel, nickname }: StoredAircraft) =>
    JSON.stringify([registration, isForeign, serialNumber, fuel, nickname])
  return serialiseDetails(aircraft) === serialiseDetails(otherAircraft)
}
