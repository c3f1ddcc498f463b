import { z } from 'zod'
import { type PostalCodeProvider, parseFoundAddress } from '#app/gateways/postal-code/postal-code.ts'
import { RemoteFault, requestJson } from '#app/gateways/request-json.server.ts'

/** A missing code returns 200 with `erro`, formerly a boolean and now a string. */
const unknownCodeAnswer = z.object({ erro: z.union([z.literal('true'), z.literal(true)]) })

const addressAnswer = z
  .object({
    cep: z.string(),
    logradouro: z.string().nullish(),
    bairro: z.string().nullish(),
    localidade: z.string(),
    uf: z.string(),
    ibge: z.unknown().optional(),
  })
  .transform(({ cep, logradouro, bairro, localidade, uf, ibge }) => ({
    cep,
    street: logradouro,
    province: bairro,
    city: localidade,
    state: uf,
    cityCode: ibge,
  }))

/** Returns the provider. It expects eight digits, so malformed codes (400 with HTML) cannot occur. */
export function makeViaCepProvider(baseUrl: string): PostalCodeProvider {
  return {
    name: 'viacep',
    async lookUp(cep, timeoutMs) {
      const { status, body } = await requestJson(`${baseUrl}/ws/${cep}/json/`, { timeoutMs })
      if (status !== 200) throw new RemoteFault(`status-${status}`)
      if (unknownCodeAnswer.safeParse(body).success) return 'unknown'
      const address = parseFoundAddress(addressAnswer.safeParse(body).data, cep)
      if (!address) throw new RemoteFault('malformed')
      return address
    },
  }
}
