import { z } from 'zod'
import { type ReceivedRequest, type Reply, startFakeServer } from './fake-server.ts'

/** Price in reais and working days of a service, or an error in place of one of them. */
export type Offer = {
  price?: unknown
  priceError?: string
  days?: unknown
  termError?: string
}

export const account = { user: 'aeropub', accessCode: 'codigo-de-acesso', card: '0067599079' }

const digits = z.string().regex(/^\d+$/)
const cep = z.string().regex(/^\d{8}$/)
const route = z.object({
  coProduto: z.string().length(5),
  nuRequisicao: digits,
  cepOrigem: cep,
  cepDestino: cep,
})
const object = route.extend({
  psObjeto: digits,
  tpObjeto: z.enum(['1', '2', '3']),
  comprimento: digits,
  largura: digits,
  altura: digits,
  diametro: digits,
})
const priceBatch = z.object({ idLote: z.string(), parametrosProduto: z.array(object).min(1).max(5) })
const termBatch = z.object({ idLote: z.string(), parametrosPrazo: z.array(route).min(1).max(5) })

/**
 * Starts a fake of Correios' CWS: prices and delivery times in batches of at most five. A batch in which an item
 * has an error has the status 206.
 */
export async function startFakeCorreios() {
  const validTokens = new Set<string>()
  let tokenCount = 0
  const state = {
    offers: new Map<string, Offer>(),
    expiraEm: '2099-01-01T00:00:00',
    /** The status of responses to an expired token. */
    refusalStatus: 401,
    rejectsAllTokens: false,
    /** Rejects whole batches with this message. */
    batchError: '',
  }
  const server = await startFakeServer((request) => {
    if (request.path === '/token/v1/autentica/cartaopostagem') return replyWithToken(request)
    if (state.rejectsAllTokens || !validTokens.has(request.authorization.replace(/^Bearer /, '')))
      return { status: state.refusalStatus, body: { msgs: ['GTW-006: Token expirado'] } }
    if (state.batchError) return { status: 400, body: { msgs: [state.batchError] } }
    if (request.path === '/preco/v1/nacional') return replyWithPrices(request)
    if (request.path === '/prazo/v1/nacional') return replyWithTerms(request)
    return { status: 404, body: { msgs: ['GTW-001: Recurso não encontrado'] } }
  })

  function replyWithToken({ authorization, body }: ReceivedRequest): Reply {
    const credentials = Buffer.from(`${account.user}:${account.accessCode}`).toString('base64')
    if (authorization !== `Basic ${credentials}`)
      return { status: 401, body: { msgs: ['GTW-004: Não autorizado'] } }
    if (body !== JSON.stringify({ numero: account.card }))
      return { status: 400, body: { msgs: ['TOK-010: Cartão de postagem inválido'] } }
    tokenCount += 1
    validTokens.add(`token-${tokenCount}`)
    const card = { numero: account.card, contrato: '9912345678', dr: 74 }
    const content = { ambiente: 'PRODUCAO', id: account.user, cartaoPostagem: card }
    return { status: 201, body: { ...content, expiraEm: state.expiraEm, token: `token-${tokenCount}` } }
  }

  function replyWithPrices({ body }: ReceivedRequest): Reply {
    const batch = priceBatch.safeParse(JSON.parse(body))
    if (!batch.success) return { status: 400, body: { msgs: ['PRC-001: Parâmetros inválidos'] } }
    return replyInBatch(batch.data.parametrosProduto, ({ coProduto, nuRequisicao, psObjeto }) => {
      const offer = state.offers.get(coProduto)
      const txErro = offer ? offer.priceError : 'PRC-003: Serviço inexistente no contrato'
      if (txErro) return { coProduto, nuRequisicao, txErro }
      return { coProduto, nuRequisicao, psCobrado: psObjeto, inPesoCubico: 'N', pcFinal: offer?.price }
    })
  }

  function replyWithTerms({ body }: ReceivedRequest): Reply {
    const batch = termBatch.safeParse(JSON.parse(body))
    if (!batch.success) return { status: 400, body: { msgs: ['PRZ-001: Parâmetros inválidos'] } }
    return replyInBatch(batch.data.parametrosPrazo, ({ coProduto, nuRequisicao }) => {
      const offer = state.offers.get(coProduto)
      const txErro = offer ? offer.termError : 'PRZ-003: Serviço inexistente'
      if (txErro) return { coProduto, nuRequisicao, txErro }
      return { coProduto, nuRequisicao, prazoEntrega: offer?.days, entregaDomiciliar: 'S', txErro: '' }
    })
  }

  return {
    ...server,
    state,
    expireTokens: () => validTokens.clear(),
    listRequests: (path: RegExp) => server.requests.filter((request) => path.test(request.path)),
  }
}

function replyInBatch<Item>(items: Item[], quoteItem: (item: Item) => { txErro?: string }): Reply {
  const quotes = items.map(quoteItem)
  const hasError = quotes.some(({ txErro }) => txErro)
  return { status: hasError ? 206 : 200, body: quotes }
}
