import { cepNotes } from '#app/http/checkout/checkout.server.ts'
import { type AddressPrefix, fillAddress, savedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { lookUpCep } from '#app/http/checkout/postal-code.server.ts'
import { findCheckoutProfile } from '#app/models/accounts/user.server.ts'

type Fields = Record<string, string>
export type FilledAddresses = { fields: Fields; notes: { billing?: string; shipping?: string } }

export async function savedAddresses(profileId: number): Promise<Fields> {
  return savedFields({}, await findCheckoutProfile(profileId))
}

export function typedFields(form: FormData): Fields {
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

/** Fills the blank address fields from the postal code (F45) without saving; `notes` say when nothing was found. */
export async function fillFromCep(form: FormData, prefix: AddressPrefix): Promise<FilledAddresses> {
  const fields = typedFields(form)
  const found = await lookUpCep(fields[`${prefix}.zip_code`] ?? '')
  if (typeof found === 'string') return { fields, notes: cepNotes(`${prefix}-${found}`) }
  return { fields: fillAddress(fields, prefix, found), notes: {} }
}
