import { z } from 'zod'
import { type PostalCodeProvider, parseFoundAddress } from '#app/gateways/postal-code/postal-code.ts'
import { RemoteFault, requestJson } from '#app/gateways/request-json.server.ts'

const addressAnswer = z
  .object({
    cep: z.string(),
    street: z.string().nullish(),
    neighborhood: z.string().nullish(),
    city: z.string(),
    state: z.string(),
    ibge: z.unknown().optional(),
  })
  .transform(({ neighborhood, ibge, ...address }) => ({
    ...address,
    province: neighborhood,
    cityCode: ibge,
  }))

const refusalAnswer = z.object({
  name: z.literal('CepPromiseError'),
  errors: z.array(z.object({ message: z.string() })),
})

export function makeBrasilApiProvider(baseUrl: string): PostalCodeProvider {
  return {
    name: 'brasilapi',
    async lookUp(cep, timeoutMs) {
      const { status, body } = await requestJson(`${baseUrl}/api/cep/v2/${cep}`, { timeoutMs })
      if (status === 404 && isUnknownCode(body)) return 'unknown'
      if (status !== 200) throw new RemoteFault(`status-${status}`)
      const address = parseFoundAddress(addressAnswer.safeParse(body).data, cep)
      if (!address) throw new RemoteFault('malformed')
      return address
    },
  }
}

/** Returns true if a source reports an unknown code. 404 alone may also mean that the sources are down. */
function isUnknownCode(body: unknown): boolean {
  const parsedRefusal = refusalAnswer.safeParse(body)
  return (
    parsedRefusal.success &&
    parsedRefusal.data.errors.some(({ message }) => /n[aã]o encontrado/i.test(message))
  )
}
