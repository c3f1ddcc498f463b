import { z } from 'zod'
import type { ShopFuel } from '#app/domain/accounts/aircraft.ts'
import { optionalText } from '#app/forms/text-field.ts'
import {
  type Validation,
  validateFuel,
  validateRegistration,
  validateSerialNumber,
} from '#app/forms/units.ts'

/** An aircraft of the fleet as it is stored. */
type AircraftData = {
  registration: string
  isForeign: boolean
  serialNumber: string
  fuel: ShopFuel
  nickname: string | null
}

const sentFields = z.object({
  prefix: z.string().optional(),
  foreign: z.string().optional(),
  serial: z.string().optional(),
  fuel: z.string().optional(),
  nickname: optionalText(60),
})

/** Validates an aircraft as the checkout does (F40–F42, D24, D63), and its name for the customer. */
export const aircraftSchema = sentFields.transform((form, context): AircraftData => {
  const getValidOrReport = <Value>(path: keyof typeof form, validation: Validation<Value>) => {
    if ('value' in validation) return validation
    context.addIssue({ code: 'custom', path: [path], message: validation.fault })
    return undefined
  }
  const registration = getValidOrReport('prefix', validateRegistration(form))
  const serial = getValidOrReport('serial', validateSerialNumber(form))
  const fuel = getValidOrReport('fuel', validateFuel(form))
  if (!registration || !serial || !fuel) return z.NEVER
  return {
    registration: registration.value,
    isForeign: form.foreign !== undefined,
    serialNumber: serial.value,
    fuel: fuel.value,
    nickname: form.nickname || null,
  }
})
