import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { enterIntent } from '#app/domain/platform/enter-intent.ts'
import type { AddressPrefix } from '#app/http/checkout/checkout-draft.server.ts'

const prefixes = ['billing', 'shipping'] as const
const otherFields = ['street', 'number', 'complement', 'province', 'city', 'state']

/** Returns the address whose button was pressed or, after Enter, the address that has only a postal code. */
export function readCepIntent(form: FormData): AddressPrefix | undefined {
  const intent = form.get('intent')
  if (intent !== enterIntent) return prefixes.find((prefix) => intent === `cep.${prefix}`)
  const readText = (name: string) => String(form.get(name) ?? '').trim()
  return prefixes.find(
    (prefix) =>
      normaliseCep(readText(`${prefix}.zip_code`)) !== null &&
      otherFields.every((name) => readText(`${prefix}.${name}`) === ''),
  )
}
