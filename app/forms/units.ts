import { z } from 'zod'
import {
  isBrazilianRegistration,
  isShopFuel,
  normaliseForeignRegistration,
  normaliseRegistration,
  normaliseSerialNumber,
  type ShopFuel,
} from '#app/domain/accounts/aircraft.ts'
import { listRepeatedAircraft, type UnitBlock } from '#app/domain/platform/units.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

export type UnitData = {
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: ShopFuel | null
  photo: string | null
  isRepeatConfirmed: boolean // confirms a second copy for the same aircraft
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
export function makeUnitsSchema(blocks: readonly UnitBlock[]): z.ZodType<Record<string, UnitData>> {
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
      for (const key of listRepeatedAircraft(judgedUnits)) report(key, 'prefix', messages.aircraftRepeated)
      return Object.fromEntries(judgedUnits.map(({ key, ...unit }) => [key, unit]))
    })
}

type Report = (key: string, field: keyof Sent, message: string) => void
export type Validation<Value> = { value: Value } | { fault: string }

function judge({ key, needsAircraft, needsPhoto, unit }: UnitBlock, block: Sent, report: Report): UnitData {
  const take = <Value>(field: keyof Sent, judgedValue: Validation<Value>): Value | null => {
    if ('value' in judgedValue) return judgedValue.value
    report(key, field, judgedValue.fault)
    return null
  }
  return {
    registration: needsAircraft ? take('prefix', validateRegistration(block)) : null,
    isForeign: needsAircraft && block.foreign !== undefined,
    serialNumber: needsAircraft ? take('serial', validateSerialNumber(block)) : null,
    fuel: needsAircraft ? take('fuel', validateFuel(block)) : null,
    photo: needsPhoto ? take('photo', judgePhoto(block, unit)) : null,
    isRepeatConfirmed: block.again !== undefined,
    isKept: needsAircraft && block.keep !== undefined,
  }
}

/** Returns the stored form of a registration, which must be Brazilian unless `foreign` is ticked. */
export function validateRegistration({ prefix = '', foreign }: Sent): Validation<string> {
  if (prefix.trim() === '') return { fault: specTexts.fieldRequired }
  if (foreign !== undefined) {
    const registration = normaliseForeignRegistration(prefix)
    return registration === null ? { fault: messages.foreignRegistrationWrong } : { value: registration }
  }
  const registration = normaliseRegistration(prefix)
  return registration !== null && isBrazilianRegistration(registration)
    ? { value: registration }
    : { fault: specTexts.registrationWrong }
}

export function validateSerialNumber({ serial = '' }: Sent): Validation<string> {
  if (serial.trim() === '') return { fault: specTexts.fieldRequired }
  const value = normaliseSerialNumber(serial)
  return value === null ? { fault: messages.serialNumberWrong } : { value }
}

export function validateFuel({ fuel }: Sent): Validation<ShopFuel> {
  const value = Number(fuel)
  return isShopFuel(value) ? { value } : { fault: specTexts.fieldRequired }
}

/** Returns the photo. The message about a missing photo differs between one per copy and one per item. */
function judgePhoto({ photo }: Sent, unit: number): Validation<string> {
  if (photo) return { value: photo }
  return { fault: unit > 0 ? specTexts.photoOfUnitRequired : specTexts.fieldRequired }
}
