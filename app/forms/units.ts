import { z } from 'zod'
import {
  isBrazilianRegistration,
  isShopFuel,
  normaliseForeignRegistration,
  normaliseRegistration,
  normaliseSerialNumber,
  type ShopFuel,
} from '#app/domain/accounts/aircraft.ts'
import { repeatedAircraft, type UnitBlock } from '#app/domain/platform/units.ts'
import { messages, specified } from '#app/text/platform/messages.ts'

export type UnitData = {
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: ShopFuel | null
  photo: string | null
  isWanted: boolean // confirms a second copy for the same aircraft
  isKept: boolean // adds the aircraft to the customer's fleet
}

const sentUnit = z.object({
  prefix: z.string().optional(),
  foreign: z.string().optional(),
  again: z.string().optional(),
  serial: z.string().optional(),
  fuel: z.string().optional(),
  photo: z.string().optional(),
  keep: z.string().optional(),
})

type Sent = z.output<typeof sentUnit>

/** Returns the schema of units by key, which reports each fault at its field. */
export function unitsSchema(blocks: readonly UnitBlock[]): z.ZodType<Record<string, UnitData>> {
  const shape = Object.fromEntries(blocks.map(({ key }) => [key, sentUnit.optional()]))
  return z
    .object(shape)
    .optional()
    .transform((units, context) => {
      const report: Report = (key, field, message) =>
        context.addIssue({ code: 'custom', path: [key, field], message })
      // A unit without any field is undefined, but each missing field must be reported.
      const judgedUnits = blocks.map((block) => ({
        ...block,
        ...judge(block, units?.[block.key] ?? {}, report),
      }))
      for (const key of repeatedAircraft(judgedUnits)) report(key, 'prefix', messages.aircraftRepeated)
      return Object.fromEntries(judgedUnits.map(({ key, ...unit }) => [key, unit]))
    })
}

type Report = (key: string, field: keyof Sent, message: string) => void
export type Judged<Value> = { value: Value } | { fault: string }

function judge({ key, asksAircraft, asksPhoto, unit }: UnitBlock, block: Sent, report: Report): UnitData {
  const take = <Value>(field: keyof Sent, judgedValue: Judged<Value>): Value | null => {
    if ('value' in judgedValue) return judgedValue.value
    report(key, field, judgedValue.fault)
    return null
  }
  return {
    registration: asksAircraft ? take('prefix', judgeRegistration(block)) : null,
    isForeign: asksAircraft && block.foreign !== undefined,
    serialNumber: asksAircraft ? take('serial', judgeSerialNumber(block)) : null,
    fuel: asksAircraft ? take('fuel', judgeFuel(block)) : null,
    photo: asksPhoto ? take('photo', judgePhoto(block, unit)) : null,
    isWanted: block.again !== undefined,
    isKept: asksAircraft && block.keep !== undefined,
  }
}

/** Returns the stored form of a registration, which must be Brazilian unless `foreign` is ticked. */
export function judgeRegistration({ prefix = '', foreign }: Sent): Judged<string> {
  if (prefix.trim() === '') return { fault: specified.fieldRequired }
  if (foreign !== undefined) {
    const registration = normaliseForeignRegistration(prefix)
    return registration === null ? { fault: messages.foreignRegistrationWrong } : { value: registration }
  }
  const registration = normaliseRegistration(prefix)
  return registration !== null && isBrazilianRegistration(registration)
    ? { value: registration }
    : { fault: specified.registrationWrong }
}

export function judgeSerialNumber({ serial = '' }: Sent): Judged<string> {
  if (serial.trim() === '') return { fault: specified.fieldRequired }
  const value = normaliseSerialNumber(serial)
  return value === null ? { fault: messages.serialNumberWrong } : { value }
}

export function judgeFuel({ fuel }: Sent): Judged<ShopFuel> {
  const value = Number(fuel)
  return isShopFuel(value) ? { value } : { fault: specified.fieldRequired }
}

/** Returns the photo. The message about a missing photo differs between one per copy and one per item. */
function judgePhoto({ photo }: Sent, unit: number): Judged<string> {
  if (photo) return { value: photo }
  return { fault: unit > 0 ? specified.photoOfUnitRequired : specified.fieldRequired }
}
