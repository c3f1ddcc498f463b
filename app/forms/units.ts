import { z } from 'zod'
import {
  isBrazilianRegistration,
  isShopFuel,
  normaliseForeignRegistration,
  normaliseRegistration,
  normaliseSerialNumber,
  type ShopFuel,
  type UnitAircraft,
} from '#app/domain/accounts/aircraft.ts'
import { listRepeatedAircraft, type UnitBlock } from '#app/domain/platform/units.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

export type UnitData = UnitAircraft<ShopFuel> & {
  photo: string | null
  isRepeatConfirmed: boolean // confirms a second copy for the same aircraft
  isKept: boolean // adds the aircraft to the customer's fleet
}

const unitFields = z.object({
  prefix: z.string().optional(),
  foreign: z.string().optional(),
  again: z.string().optional(),
  serial: z.string().optional(),
  fuel: z.string().optional(),
  photo: z.string().optional(),
  keep: z.string().optional(),
})

type UnitFields = z.output<typeof unitFields>

/** Returns the schema of units by key, which reports each fault at its field. */
export function makeUnitsSchema(blocks: readonly UnitBlock[]): z.ZodType<Record<string, UnitData>> {
  const shape = Object.fromEntries(blocks.map(({ key }) => [key, unitFields.optional()]))
  return z
    .object(shape)
    .optional()
    .transform((units, context) => {
      const reportFault: ReportFault = (key, field, message) =>
        context.addIssue({ code: 'custom', path: [key, field], message })
      // A unit without any field is undefined, but each missing field must be reported.
      const parsedUnits = blocks.map((block) => ({
        ...block,
        ...parseUnit(block, units?.[block.key] ?? {}, reportFault),
      }))
      for (const key of listRepeatedAircraft(parsedUnits))
        reportFault(key, 'prefix', messages.aircraftRepeated)
      return Object.fromEntries(parsedUnits.map(({ key, ...unit }) => [key, unit]))
    })
}

type ReportFault = (key: string, field: keyof UnitFields, message: string) => void
export type Validation<Value> = { value: Value } | { fault: string }

function parseUnit(
  { key, needsAircraft, needsPhoto, unit }: UnitBlock,
  fields: UnitFields,
  reportFault: ReportFault,
): UnitData {
  const getValueOrReport = <Value>(field: keyof UnitFields, validation: Validation<Value>): Value | null => {
    if ('value' in validation) return validation.value
    reportFault(key, field, validation.fault)
    return null
  }
  return {
    registration: needsAircraft ? getValueOrReport('prefix', validateRegistration(fields)) : null,
    isForeign: needsAircraft && fields.foreign !== undefined,
    serialNumber: needsAircraft ? getValueOrReport('serial', validateSerialNumber(fields)) : null,
    fuel: needsAircraft ? getValueOrReport('fuel', validateFuel(fields)) : null,
    photo: needsPhoto ? getValueOrReport('photo', parsePhoto(fields, unit)) : null,
    isRepeatConfirmed: fields.again !== undefined,
    isKept: needsAircraft && fields.keep !== undefined,
  }
}

/** Returns the stored form of a registration, which must be Brazilian unless `foreign` is ticked. */
export function validateRegistration({ prefix = '', foreign }: UnitFields): Validation<string> {
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

export function validateSerialNumber({ serial = '' }: UnitFields): Validation<string> {
  if (serial.trim() === '') return { fault: specTexts.fieldRequired }
  const value = normaliseSerialNumber(serial)
  return value === null ? { fault: messages.serialNumberWrong } : { value }
}

export function validateFuel({ fuel }: UnitFields): Validation<ShopFuel> {
  const value = Number(fuel)
  return isShopFuel(value) ? { value } : { fault: specTexts.fieldRequired }
}

/** Returns the photo. An item has one photo per copy (`unit` 1, 2, …) or one photo in all (`unit` 0). */
function parsePhoto({ photo }: UnitFields, unit: number): Validation<string> {
  if (photo) return { value: photo }
  const isPhotoOfCopy = unit > 0
  return { fault: isPhotoOfCopy ? specTexts.photoOfUnitRequired : specTexts.fieldRequired }
}
