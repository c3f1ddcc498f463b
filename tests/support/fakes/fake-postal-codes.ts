import { type Reply, startFakeServer } from './fake-server.ts'

export type KnownCode = { street: string; province: string; city: string; state: string; ibge: string }

/** A postal code of a street, and the only postal code of a town. */
export const knownCodes: Record<string, KnownCode> = {
  '01001000': { street: 'Praça da Sé', province: 'Sé', city: 'São Paulo', state: 'SP', ibge: '3550308' },
  '18690000': { street: '', province: '', city: 'Itatinga', state: 'SP', ibge: '3523503' },
}

/** Starts a fake of ViaCEP: 200 with `erro` for an unknown code, 400 with HTML for a malformed one. */
export async function startFakeViaCep(errorValue: true | 'true' = 'true') {
  return startFakeServer(({ path }): Reply => {
    const cep = /^\/ws\/(\d{8})\/json\/$/.exec(path)?.[1]
    if (!cep) return { status: 400, type: 'text/html', body: '<h1>Http 400</h1>' }
    const address = knownCodes[cep]
    if (!address) return { body: { erro: errorValue } }
    return {
      body: {
        cep: `${cep.slice(0, 5)}-${cep.slice(5)}`,
        logradouro: address.street,
        complemento: 'lado ímpar',
        unidade: '',
        bairro: address.province,
        localidade: address.city,
        uf: address.state,
        ibge: address.ibge,
        ddd: '11',
      },
    }
  })
}

type Refusal = { message: string; service: string }

/** The errors in BrasilAPI's response for an unknown code. */
export const notFoundBySources: Refusal[] = [
  { message: 'CEP NAO ENCONTRADO', service: 'correios' },
  { message: 'Erro ao se conectar com o serviço WideNet.', service: 'widenet' },
]

/** The errors in BrasilAPI's response if all of its sources are down. Its status is 404, too. */
export const failedSources: Refusal[] = [
  { message: 'A autenticacao de null falhou!', service: 'correios' },
  { message: "Cannot read properties of undefined (reading 'replace')", service: 'viacep' },
  { message: 'Erro ao se conectar com o serviço WideNet.', service: 'widenet' },
]

export async function startFakeBrasilApi(options: { refusals: Refusal[] } = { refusals: notFoundBySources }) {
  return startFakeServer(({ path }): Reply => {
    const cep = /^\/api\/cep\/v2\/(\d{8})$/.exec(path)?.[1]
    if (!cep)
      return makeRefusal(
        400,
        'validation_error',
        'CEP deve conter exatamente 8 caracteres.',
        options.refusals,
      )
    const address = knownCodes[cep]
    if (!address)
      return makeRefusal(404, 'service_error', 'Todos os serviços de CEP retornaram erro.', options.refusals)
    return {
      body: {
        cep,
        state: address.state,
        city: address.city,
        neighborhood: address.province || null,
        street: address.street || null,
        service: 'open-cep',
        location: { type: 'Point', coordinates: {} },
      },
    }
  })
}

function makeRefusal(status: number, type: string, message: string, errors: Refusal[]): Reply {
  const namedErrors = errors.map((error) => ({ name: 'ServiceError', ...error }))
  return { status, body: { name: 'CepPromiseError', message, type, errors: namedErrors } }
}
