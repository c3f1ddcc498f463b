import {
  type AircraftName,
  hasAircraft,
  normaliseRegistration,
  normaliseSerialNumber,
  type UnitAircraft,
} from '#app/domain/accounts/aircraft.ts'
import { limitQuantity } from '#app/domain/checkout/cart.ts'

type Fields = Record<string, string>

const addressPrefixes = ['billing.', 'shipping.']

/**
 * Merges the typed draft into the saved one at login. Blank fields replace nothing. A typed address replaces the whole
 * saved address if it has more than a postal code. A unit with saved fields stays as it was saved.
 */
export function mergeDrafts(savedFields: Fields, typedDraft: Fields): Fields {
  const typedFields = Object.entries(typedDraft).filter(([, text]) => text.trim() !== '')
  const replacedAddresses = addressPrefixes.filter((prefix) =>
    typedFields.some(([name]) => name.startsWith(prefix) && name !== `${prefix}zip_code`),
  )
  const hasPrefix = (prefixes: string[], name: string) => prefixes.some((prefix) => name.startsWith(prefix))
  const remainingFields = Object.entries(savedFields).filter(([name]) => !hasPrefix(replacedAddresses, name))
  const findUnitPrefix = (name: string) => /^unit\.[\d-]+/.exec(name)?.[0]
  const savedUnits = new Set(Object.keys(savedFields).map(findUnitPrefix).filter(Boolean))
  const mergedFields = typedFields
    .filter(([name]) => !hasPrefix(addressPrefixes, name) || hasPrefix(replacedAddresses, name))
    .filter(([name]) => !savedUnits.has(findUnitPrefix(name)))
  return Object.fromEntries([...remainingFields, ...mergedFields])
}

/**
 * Writes each aircraft that is bought again into a free unit, and returns the fields with the quantity that
 * they need. Typed units stay as they are, and their aircraft are not added once more.
 */
export function fillAircraft(
  fields: Fields,
  {
    publicationId,
    ownedCount,
    isDownload,
  }: { publicationId: number; ownedCount: number; isDownload: boolean },
  copies: readonly UnitAircraft[],
): { quantity: number; fields: Fields } {
  const getBlockPrefix = (index: number) => `unit.${publicationId}-${index + 1}.`
  const typedPrefixes = Array.from({ length: ownedCount }, (_, index) => getBlockPrefix(index)).filter(
    (blockPrefix) => hasTypedText(fields, blockPrefix),
  )
  const missingCopies = removeTypedCopies(
    copies.filter(hasAircraft),
    typedPrefixes.map((blockPrefix) => ({
      registration: normaliseTypedRegistration(fields[`${blockPrefix}prefix`] ?? ''),
      serialNumber: normaliseSerialNumber(fields[`${blockPrefix}serial`] ?? ''),
    })),
  )
  const quantity = limitQuantity(
    Math.max(ownedCount, copies.length, typedPrefixes.length + missingCopies.length),
    isDownload,
  )
  const freePrefixes = Array.from({ length: quantity }, (_, index) => getBlockPrefix(index)).filter(
    (blockPrefix) => !typedPrefixes.includes(blockPrefix),
  )
  const filledFields = freePrefixes.flatMap((blockPrefix, index) =>
    listAircraftFields(blockPrefix, missingCopies[index], missingCopies.slice(0, index)),
  )
  return { quantity, fields: { ...fields, ...Object.fromEntries(filledFields) } }
}

/**
 * Removes one copy for each typed aircraft. Further copies for the same aircraft remain. Copies without a registration
 * are compared by serial number.
 */
function removeTypedCopies(
  copies: readonly UnitAircraft[],
  typedAircraft: readonly AircraftName[],
): UnitAircraft[] {
  const unmatchedAircraft = [...typedAircraft]
  return copies.filter(({ registration, serialNumber }) => {
    const position = unmatchedAircraft.findIndex((typed) =>
      registration === null
        ? typed.serialNumber === serialNumber
        : typed.registration === normaliseTypedRegistration(registration),
    )
    if (position >= 0) unmatchedAircraft.splice(position, 1)
    return position < 0
  })
}

function normaliseTypedRegistration(text: string): string {
  return normaliseRegistration(text) ?? text.trim().toUpperCase()
}

function listAircraftFields(
  blockPrefix: string,
  copy: UnitAircraft | undefined,
  earlierCopies: UnitAircraft[],
): [string, string][] {
  if (!copy) return []
  const isRepeated =
    copy.registration !== null && earlierCopies.some(({ registration }) => registration === copy.registration)
  const texts: [string, string][] = [
    ['prefix', copy.registration ?? ''],
    ['serial', copy.serialNumber ?? ''],
    ['fuel', copy.fuel ? String(copy.fuel) : ''],
    ['foreign', copy.isForeign ? 'on' : ''],
    ['again', isRepeated ? 'on' : ''],
  ]
  return texts.filter(([, text]) => text !== '').map(([name, text]) => [`${blockPrefix}${name}`, text])
}

function hasTypedText(fields: Fields, blockPrefix: string): boolean {
  return Object.entries(fields).some(
    ([name, text]) => name.startsWith(blockPrefix) && name !== `${blockPrefix}keep` && text.trim() !== '',
  )
}
