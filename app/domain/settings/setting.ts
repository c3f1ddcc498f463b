import type { Field, Rights } from '#app/domain/settings/field.ts'

/** The ids of the settings in the history. The history stores them, so an id never changes. */
export const settingIds = {
  company: 1,
  bankAgreement: 2,
  shop: 3,
  statusFile: 4,
  freight: 5,
  issuer: 6,
  firstSteps: 7,
  appearance: 8,
  pix: 21,
  pixCheck: 22,
  charges: 14,
  fiscal: 9,
  taxDefaults: 10,
} as const

export type SettingName = keyof typeof settingIds

type Fields<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> }

/** A setting. The sequence of `fields` is the stored sequence. */
export type Setting<Values> = Rights & { name: SettingName; fields: Fields<Values> }

export type SettingValues<Declared> = Declared extends Setting<infer Values> ? Values : never

type Versions<Values> = { stored: Values; typed: Values }

export function defineSetting<Values>(setting: Setting<Values>): Setting<Values> {
  return setting
}

/** Adds initial values to the stored values. Returns undefined if a required value is missing or a value is invalid. */
export function completeValues<Values>(
  { fields }: Setting<Values>,
  storedValues: { readonly [Name in keyof Values]?: unknown },
): Values | undefined {
  const values: Partial<Values> = {}
  for (const name in fields) {
    const value = storedValues[name] === undefined ? fields[name].initial : storedValues[name]
    if (!fields[name].isValue(value)) return undefined
    if (value !== undefined) values[name] = value
  }
  return isComplete(fields, values) ? values : undefined
}

function isComplete<Values>(fields: Fields<Values>, values: Partial<Values>): values is Values {
  for (const name in fields) if (!fields[name].isValue(values[name])) return false
  return true
}

export function getInitialValues<Values>(setting: Setting<Values>): Values {
  const values = completeValues(setting, {})
  if (!values) throw new Error(`Setting ${setting.name} has a field without an initial value`)
  return values
}

/** Returns the typed values, but the stored value of each field that only superusers may change. */
export function restoreRestricted<Values>(
  { fields }: Setting<Values>,
  { stored, typed }: Versions<Values>,
): Values {
  const restrictedValues: Partial<Values> = {}
  for (const name in fields) if (fields[name].for === 'superuser') restrictedValues[name] = stored[name]
  return { ...typed, ...restrictedValues }
}

/** Returns true if a changed field requires a recent identity check. */
export function isProofNeeded<Values>(
  { fields }: Setting<Values>,
  { stored, typed }: Versions<Values>,
): boolean {
  for (const name in fields) {
    const { needsProof, format } = fields[name]
    if (needsProof && format(stored[name]) !== format(typed[name])) return true
  }
  return false
}

/** Returns the name in forms: 'boleto_due_days' for 'boletoDueDays'. */
export function toFormName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
