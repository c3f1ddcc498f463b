import { cepNotes } from '#app/http/checkout.server.ts'
import { type AddressPrefix, fillAddress, savedFields } from '#app/http/checkout-draft.server.ts'
import { lookUpCep } from '#app/http/postal-code.server.ts'
import { findCheckoutProfile } from '#app/models/accounts/user.server.ts'

type Fields = Record<string, string>
/** The form with what a look-up of a postal code put in, and what came of it, by address. */
export type FilledAddresses = { fields: Fields; notes: { billing?: string; shipping?: string } }

/** The customer's addresses as the fields of their form, with what may be replaced by another postal code's address. */
export async function savedAddresses(profileId: number): Promise<Fields> {
  return savedFields({}, await findCheckoutProfile(profileId))
}

/** Every text of a sent form, so that it comes back as it was. */
export function typedFields(form: FormData): Fields {
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

/** Looks a postal code of the form up and puts its address where nothing was typed (F45); nothing is kept yet. */
export async function fillFromCep(form: FormData, prefix: AddressPrefix): Promise<FilledAddresses> {
  const fields = typedFields(form)
  const found = await lookUpCep(fields[`${prefix}.zip_code`] ?? '')
  if (typeof found === 'string') return { fields, notes: cepNotes(`${prefix}-${found}`) }
  return { fields: fillAddress(fields, prefix, found), notes: {} }
}
