import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { allowedQuantity } from '#app/domain/checkout/cart.ts'

type Fields = Record<string, string>

const addresses = ['billing.', 'shipping.']

/** Merges drafts at login: blanks replace no text; an address with more than its postal code is replaced whole. */
export function mergedDraft(saved: Fields, newer: Fields): Fields {
  const typed = Object.entries(newer).filter(([, text]) => text.trim() !== '')
  const replaced = addresses.filter((prefix) =>
    typed.some(([name]) => name.startsWith(prefix) && name !== `${prefix}zip_code`),
  )
  const isOf = (prefixes: string[], name: string) => prefixes.some((prefix) => name.startsWith(prefix))
  const kept = Object.entries(saved).filter(([name]) => !isOf(replaced, name))
  const blockOf = (name: string) => /^unit\.[\d-]+/.exec(name)?.[0]
  const savedBlocks = new Set(Object.keys(saved).map(blockOf).filter(Boolean))
  const taken = typed
    .filter(([name]) => !isOf(addresses, name) || isOf(replaced, name))
    .filter(([name]) => !savedBlocks.has(blockOf(name)))
  return Object.fromEntries([...kept, ...taken])
}

export type AircraftCopy = {
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: number | null
}

/** Fills a free unit with each aircraft bought again; typed data stays, and no aircraft is repeated. */
export function withAircraft(
  fields: Fields,
  { publicationId, held, isDownload }: { publicationId: number; held: number; isDownload: boolean },
  copies: readonly AircraftCopy[],
): { quantity: number; fields: Fields } {
  const block = (index: number) => `unit.${publicationId}-${index + 1}.`
  const typed = Array.from({ length: held }, (_, index) => block(index)).filter((each) =>
    isTypedIn(fields, each),
  )
  const missing = withoutNamed(
    copies.filter(({ registration }) => registration !== null),
    typed.map((each) => fields[`${each}prefix`] ?? ''),
  )
  const quantity = allowedQuantity(Math.max(held, copies.length, typed.length + missing.length), isDownload)
  const free = Array.from({ length: quantity }, (_, index) => block(index)).filter(
    (each) => !typed.includes(each),
  )
  const filled = free.flatMap((each, index) => fieldsOf(each, missing[index], missing.slice(0, index)))
  return { quantity, fields: { ...fields, ...Object.fromEntries(filled) } }
}

function withoutNamed(copies: readonly AircraftCopy[], registrations: readonly string[]): AircraftCopy[] {
  const named = registrations.map(plainRegistration)
  return copies.filter(({ registration }) => {
    const at = named.indexOf(plainRegistration(registration ?? ''))
    if (at >= 0) named.splice(at, 1)
    return at < 0
  })
}

function plainRegistration(text: string): string {
  return normaliseRegistration(text) ?? text.trim().toUpperCase()
}

function fieldsOf(block: string, copy: AircraftCopy | undefined, before: AircraftCopy[]): [string, string][] {
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
