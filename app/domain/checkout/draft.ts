import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { limitQuantity } from '#app/domain/checkout/cart.ts'

type Fields = Record<string, string>

const addresses = ['billing.', 'shipping.']

/** Merges drafts at login. Blanks replace no text; an address beyond its postal code is replaced whole. */
export function mergeDrafts(savedFields: Fields, newer: Fields): Fields {
  const typedFields = Object.entries(newer).filter(([, text]) => text.trim() !== '')
  const replaced = addresses.filter((prefix) =>
    typedFields.some(([name]) => name.startsWith(prefix) && name !== `${prefix}zip_code`),
  )
  const hasPrefix = (prefixes: string[], name: string) => prefixes.some((prefix) => name.startsWith(prefix))
  const keptFields = Object.entries(savedFields).filter(([name]) => !hasPrefix(replaced, name))
  const findBlock = (name: string) => /^unit\.[\d-]+/.exec(name)?.[0]
  const savedBlocks = new Set(Object.keys(savedFields).map(findBlock).filter(Boolean))
  const takenFields = typedFields
    .filter(([name]) => !hasPrefix(addresses, name) || hasPrefix(replaced, name))
    .filter(([name]) => !savedBlocks.has(findBlock(name)))
  return Object.fromEntries([...keptFields, ...takenFields])
}

export type AircraftCopy = {
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: number | null
}

/** Adds each aircraft bought again to a free unit. Typed data stay, and no aircraft is repeated. */
export function fillAircraft(
  fields: Fields,
  {
    publicationId,
    ownedCount,
    isDownload,
  }: { publicationId: number; ownedCount: number; isDownload: boolean },
  copies: readonly AircraftCopy[],
): { quantity: number; fields: Fields } {
  const getBlockPrefix = (index: number) => `unit.${publicationId}-${index + 1}.`
  const typedPrefixes = Array.from({ length: ownedCount }, (_, index) => getBlockPrefix(index)).filter(
    (each) => isTypedIn(fields, each),
  )
  const missing = withoutNamed(
    copies.filter(({ registration }) => registration !== null),
    typedPrefixes.map((each) => fields[`${each}prefix`] ?? ''),
  )
  const quantity = limitQuantity(
    Math.max(ownedCount, copies.length, typedPrefixes.length + missing.length),
    isDownload,
  )
  const free = Array.from({ length: quantity }, (_, index) => getBlockPrefix(index)).filter(
    (each) => !typedPrefixes.includes(each),
  )
  const filledFields = free.flatMap((each, index) =>
    listFields(each, missing[index], missing.slice(0, index)),
  )
  return { quantity, fields: { ...fields, ...Object.fromEntries(filledFields) } }
}

function withoutNamed(copies: readonly AircraftCopy[], registrations: readonly string[]): AircraftCopy[] {
  const namedRegistrations = registrations.map(normaliseTyped)
  return copies.filter(({ registration }) => {
    const at = namedRegistrations.indexOf(normaliseTyped(registration ?? ''))
    if (at >= 0) namedRegistrations.splice(at, 1)
    return at < 0
  })
}

function normaliseTyped(text: string): string {
  return normaliseRegistration(text) ?? text.trim().toUpperCase()
}

function listFields(
  block: string,
  copy: AircraftCopy | undefined,
  before: AircraftCopy[],
): [string, string][] {
  if (!copy) return []
  const isAgain = before.some(({ registration }) => registration === copy.registration)
  const texts: [string, string][] = [
    ['prefix', copy.registration ?? ''],
    ['serial', copy.serialNumber ?? ''],
    ['fuel', copy.fuel ? String(copy.fuel) : ''],
    ['foreign', copy.isForeign ? 'on' : ''],
    ['again', isAgain ? 'on' : ''],
  ]
  return texts.filter(([, text]) => text !== '').map(([name, text]) => [`${block}${name}`, text])
}

function isTypedIn(fields: Fields, block: string): boolean {
  return Object.entries(fields).some(
    ([name, text]) => name.startsWith(block) && name !== `${block}keep` && text.trim() !== '',
  )
}
