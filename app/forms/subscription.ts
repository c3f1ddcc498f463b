import { z } from 'zod'
import { type FuelType, isFuelType } from '#app/domain/accounts/aircraft.ts'
import { type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { type SubscriptionStatus, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { optionalLines, optionalText } from '#app/forms/text-field.ts'
import { type Validation, validateRegistration, validateSerialNumber } from '#app/forms/units.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const sentFields = z.object({
  lock_version: z.coerce.number().int().min(0),
  status: z.string().optional(),
  due: z.string().optional(),
  due_seen: z.string().optional(),
  track_code: optionalText(40),
  expedition_date: z.string().optional(),
  notes: optionalLines(2000),
  prefix: z.string().optional(),
  foreign: z.string().optional(),
  serial: z.string().optional(),
  fuel: z.string().optional(),
})

/** States which fields were sent, because Conform turns an empty field into undefined, too. */
export type SubscriptionFields = { hasStatus: boolean; hasDue: boolean; hasDispatch: boolean }

/**
 * Returns the schema of changes by staff. Aircraft data may be missing, and the fuel may be "not informed".
 */
export function makeSubscriptionSchema({ hasStatus, hasDue, hasDispatch }: SubscriptionFields) {
  return sentFields.transform((form, context) => {
    const getValueOrReport = <Value>(
      path: keyof typeof form,
      validation: Validation<Value>,
    ): Value | undefined => {
      if ('value' in validation) return validation.value
      context.addIssue({ code: 'custom', path: [path], message: validation.fault })
      return undefined
    }
    const status = hasStatus ? getValueOrReport('status', parseStatus(form.status)) : undefined
    const due = hasDue ? getValueOrReport('due', parseDueDate(form)) : undefined
    const date = hasDispatch
      ? getValueOrReport('expedition_date', parseOptional(form.expedition_date, parseDay))
      : undefined
    const registration = getValueOrReport(
      'prefix',
      parseOptional(form.prefix, () => validateRegistration(form)),
    )
    const serial = getValueOrReport(
      'serial',
      parseOptional(form.serial, () => validateSerialNumber(form)),
    )
    const fuel = getValueOrReport('fuel', parseOptional(form.fuel, validateAnyFuel))
    return {
      lock_version: form.lock_version,
      status,
      due,
      dispatch: hasDispatch ? { date: date ?? null, trackCode: form.track_code || null } : undefined,
      notes: form.notes || null,
      aircraft: {
        registration: registration ?? null,
        isForeign: Boolean(registration) && form.foreign !== undefined,
        serialNumber: serial ?? null,
        fuel: fuel ?? null,
      },
    }
  })
}

function parseOptional<Value>(
  text: string | undefined,
  parse: (text: string) => Validation<Value>,
): Validation<Value | null> {
  return text?.trim() ? parse(text) : { value: null }
}

function parseStatus(text: string | undefined): Validation<SubscriptionStatus> {
  const status = Object.values(subscriptionStatus).find((knownStatus) => String(knownStatus) === text)
  return status === undefined ? { fault: specTexts.fieldRequired } : { value: status }
}

/** Parses the due date. Ignores an unchanged date, which would revert a renewal that was paid meanwhile. */
function parseDueDate({
  due,
  due_seen,
}: {
  due?: string
  due_seen?: string
}): Validation<CivilDate | undefined> {
  const dueDate = parseDay(due)
  return 'value' in dueDate && dueDate.value === due_seen ? { value: undefined } : dueDate
}

function parseDay(text = ''): Validation<CivilDate> {
  if (text === '') return { fault: specTexts.fieldRequired }
  const date = parseCivilDate(text)
  return date === null ? { fault: messages.dateWrong } : { value: date }
}

/** Validates the fuel. Staff may also choose "not informed". */
export function validateAnyFuel(text: string): Validation<FuelType> {
  const fuel = Number(text)
  return isFuelType(fuel) ? { value: fuel } : { fault: specTexts.fieldRequired }
}
