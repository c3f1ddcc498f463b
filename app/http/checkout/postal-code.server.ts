import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { env } from '#app/env.server.ts'
import { makeBrasilApiProvider } from '#app/gateways/postal-code/brasil-api.server.ts'
import { makePostalCodeLookup } from '#app/gateways/postal-code/lookup.server.ts'
import type { PostalCodeAnswer } from '#app/gateways/postal-code/postal-code.ts'
import { makeViaCepProvider } from '#app/gateways/postal-code/via-cep.server.ts'
import { cachePostalCode, findPostalCode } from '#app/models/platform/postal-code.server.ts'
import { messages } from '#app/text/platform/messages.ts'

const providers = [
  ...(env.VIACEP_URL ? [makeViaCepProvider(env.VIACEP_URL)] : []),
  ...(env.BRASILAPI_URL ? [makeBrasilApiProvider(env.BRASILAPI_URL)] : []),
]

/** Looks up a postal code; 'unknown' for invalid input. May take four seconds (docs/decisions). */
export const lookUpCep = makeCachedLookup(makePostalCodeLookup(providers))

export function makeCachedLookup(askProviders: (cep: string) => Promise<PostalCodeAnswer>) {
  return async (typedCode: string): Promise<PostalCodeAnswer> => {
    const cep = normaliseCep(typedCode)
    if (cep === null) return 'unknown'
    const knownCode = await findPostalCode(cep, new Date())
    if (knownCode) return knownCode
    const answer = await askProviders(cep)
    if (answer !== 'unavailable') await cachePostalCode(cep, answer, new Date())
    return answer
  }
}

const cepLabels = { unknown: messages.cepUnknown, unavailable: messages.cepUnavailable }

export function makeCepNotes(outcome: string | null): { billing?: string; shipping?: string } {
  const [, prefix, failure] = /^(billing|shipping)-(unknown|unavailable)$/.exec(outcome ?? '') ?? []
  const text = failure === 'unknown' || failure === 'unavailable' ? cepLabels[failure] : undefined
  if (text === undefined) return {}
  return prefix === 'billing' ? { billing: text } : { shipping: text }
}
