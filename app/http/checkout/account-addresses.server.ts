import { type AddressPrefix, fillAddress, getSavedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { lookUpCep, makeCepNotes } from '#app/http/checkout/postal-code.server.ts'
import { type Address, addressFields } from '#app/models/accounts/address.server.ts'

type Fields = Record<string, string>
export type FillResult = { fields: Fields; notes: { billing?: string; shipping?: string } }

type Addresses = Record<AddressPrefix, Address | null | undefined>

/** Returns a text for every field of the address form. */
export function getAddressTexts({ billing, shipping }: Addresses): Fields {
  const blank = ['billing', 'shipping'].flatMap((prefix) =>
    addressFields.map((name) => [`${prefix}.${name}`, ''] as const),
  )
  const profile = { billing: toPlainAddress(billing), shipping: toPlainAddress(shipping), phone: null }
  const { 'buyer.phone': _, ...texts } = getSavedFields({}, profile)
  return { ...Object.fromEntries(blank), ...texts }
}

function toPlainAddress(address: Address | null | undefined): Address | undefined {
  if (!address) return undefined
  const { zip_code, street, number, complement, province, city, state } = address
  return { zip_code, street, number, complement, province, city, state }
}

export function readAddressFields(form: FormData): Fields {
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

/** Fills blank fields by the postal code without saving. `notes` report that the look-up failed. */
export async function fillAddressFromCep(form: FormData, prefix: AddressPrefix): Promise<FillResult> {
  const fields = readAddressFields(form)
  const answer = await lookUpCep(fields[`${prefix}.zip_code`] ?? '')
  if (typeof answer === 'string') return { fields, notes: makeCepNotes(`${prefix}-${answer}`) }
  return { fields: fillAddress(fields, prefix, answer), notes: {} }
}
