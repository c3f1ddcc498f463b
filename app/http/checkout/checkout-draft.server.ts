import { type FoundAddress, formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import type { findCheckoutProfile } from '#app/models/accounts/user.server.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'

const OMITTED_NAME_PATTERN =
  /^(checkout_token|intent|terms|repeats|website|buyer\.password|warned\..*|filled\..*|(seen|seen_shipping)(\[|\.|_|$).*)/
const MAX_DRAFT_VALUE_LENGTH = 400
/** The most characters of all names and values. A cart of 99 copies with aircraft needs 30,000. */
const MAX_DRAFT_LENGTH = 100_000
const lookedUpFields = ['street', 'province', 'city', 'state'] as const

export type AddressPrefix = 'billing' | 'shipping'
type Fields = Record<string, string>
type Profile = Pick<Awaited<ReturnType<typeof findCheckoutProfile>>, 'billing' | 'shipping' | 'phone'>

/** Returns the draft without passwords. Keeps units that only `formerDraft` has, because another tab may show them. */
export function makeDraft(form: FormData, formerDraft: Fields = {}, blocks = listFormBlocks(form)): Fields {
  const isPreserved = ([name]: [string, string]) => {
    const block = findBlock(name)
    return block === undefined ? name.startsWith('filled.') : !blocks.has(block)
  }
  const draft: Fields = Object.fromEntries(Object.entries(formerDraft).filter(isPreserved))
  let remainingLength = MAX_DRAFT_LENGTH
  for (const [name, value] of form) {
    if (typeof value !== 'string' || OMITTED_NAME_PATTERN.test(name) || name.length > 60) continue
    const text = value.slice(0, MAX_DRAFT_VALUE_LENGTH).replace(/\p{Surrogate}$/u, '')
    remainingLength -= name.length + text.length
    if (remainingLength < 0) break
    draft[name] = text
  }
  return draft
}

export function listFormBlocks(form: FormData) {
  return new Set([...form.keys()].map(findBlock))
}

function findBlock(name: string): string | undefined {
  return /^unit\.[\d-]+/.exec(name)?.[0]
}

/** Fills blank fields, and fields that an earlier look-up has filled, with the address found by its postal code. */
export function fillAddress(draft: Fields, prefix: AddressPrefix, foundAddress: FoundAddress): Fields {
  const filledFields = lookedUpFields.flatMap((field): [string, string][] => {
    const name = `${prefix}.${field}`
    const text = draft[name]?.trim() ?? ''
    const isTyped = text !== '' && text !== draft[`filled.${name}`]
    if (isTyped) return []
    return [
      [name, foundAddress[field]],
      [`filled.${name}`, foundAddress[field]],
    ]
  })
  return { ...draft, ...Object.fromEntries(filledFields) }
}

/** Returns the draft, with fields that are blank in it filled from the account. */
export function getSavedFields(draft: Fields, profile: Profile | undefined): Fields {
  if (!profile) return draft
  const { billing, shipping, phone } = profile
  const typedFields = Object.fromEntries(Object.entries(draft).filter(([, text]) => text.trim() !== ''))
  return {
    'buyer.phone': formatPhoneText(phone),
    ship_elsewhere: shipping ? 'on' : 'off',
    ...typedFields,
    ...fillAddressTexts('billing', typedFields, billing),
    ...fillAddressTexts('shipping', typedFields, shipping),
  }
}

/**
 * Returns the typed address if it has more than the account's postal code, otherwise the account's address, but never
 * a mixture of both.
 */
function fillAddressTexts(
  prefix: AddressPrefix,
  typedFields: Fields,
  knownAddress: Profile['billing'],
): Fields {
  const typedAddress = Object.entries(typedFields).filter(([name]) => name.startsWith(`${prefix}.`))
  const cep = normaliseCep(typedFields[`${prefix}.zip_code`] ?? '')
  const isOtherCep = cep !== null && cep !== knownAddress?.zip_code
  const hasMoreThanCep = typedAddress.some(([name]) => name !== `${prefix}.zip_code`)
  if (!knownAddress || isOtherCep || hasMoreThanCep) return Object.fromEntries(typedAddress)
  const texts = Object.entries({ ...knownAddress, zip_code: formatCep(knownAddress.zip_code) })
  return Object.fromEntries([
    ...texts.map(([name, text]) => [`${prefix}.${name}`, text]),
    // Another postal code may replace these texts because a postal code filled them in.
    ...lookedUpFields.map((name) => [`filled.${prefix}.${name}`, knownAddress[name]]),
  ])
}
