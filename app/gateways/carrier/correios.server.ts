import { z } from 'zod'
import { maxShipmentKg, type ShippingOption } from '#app/domain/checkout/shipping.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import { type Carrier, CarrierUnavailable, type Shipment } from '#app/gateways/carrier/carrier.ts'
import {
  type CorreiosAccount,
  type CorreiosTokens,
  makeCorreiosTokens,
} from '#app/gateways/carrier/correios-token.server.ts'
import { type RemoteAnswer, RemoteFault, requestJson } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'
import { traceCall } from '#app/signals.server.ts'

/** The contract's five-digit code of a service, and the name that buyers see. */
export type CorreiosService = { code: string; name: string }

type Access = CorreiosAccount & { services: CorreiosService[] }
type Options = {
  /** returns the sender's postal code, eight digits */
  findOrigin: () => Promise<string | undefined>
  totalMs?: number
  breaker?: Breaker
  now?: () => number
}
type QuoteContext = { url: string; tokens: CorreiosTokens; deadline: number }
type RequestBodies = { price: unknown; term: unknown }
type Answers = { price: RemoteAnswer; term: RemoteAnswer }
const quotedItem = z.object({ coProduto: z.string(), txErro: z.string().nullish() })
const pricedItem = quotedItem.extend({ pcFinal: z.string().optional() })
const timedItem = quotedItem.extend({ prazoEntrega: z.number().int().min(0).max(365).optional() })
const refusedBatch = z.object({ msgs: z.array(z.string()).min(1) })

/** Requests prices and times from CWS in two batches. Throws CarrierUnavailable after `totalMs`. */
export function makeCorreiosCarrier(access: Access, options: Options): Carrier {
  const { findOrigin, totalMs = 4_000, breaker = createBreaker({ name: 'correios' }), now } = options
  const tokens = makeCorreiosTokens(access, now)
  return {
    async quote(shipment) {
      if (shipment.weightKg > maxShipmentKg) return []
      const origin = await findOrigin()
      if (origin === undefined) throw new CarrierUnavailable('no-origin')
      if (!breaker.isClosed()) throw new CarrierUnavailable('paused')
      const quoteContext = { url: access.url, tokens, deadline: performance.now() + totalMs }
      try {
        const answers = await traceCall('correios', () =>
          requestQuotes(quoteContext, makeRequestBodies(access.services, origin, shipment)),
        )
        const offeredOptions = readOptions(access.services, answers)
        breaker.succeeded()
        return offeredOptions
      } catch (error) {
        if (!(error instanceof RemoteFault)) throw error
        breaker.failed()
        throw new CarrierUnavailable(error.reason)
      }
    },
  }
}

/** Returns the request bodies. CWS requires numbers as text, the weight in grams, and type 2 for a box. */
function makeRequestBodies(
  services: CorreiosService[],
  origin: string,
  { cep, weightKg, box }: Shipment,
): RequestBodies {
  const serviceRoutes = services.map(({ code }, index) => ({
    coProduto: code,
    nuRequisicao: String(index + 1),
    cepOrigem: origin,
    cepDestino: cep,
  }))
  const packageFields = {
    psObjeto: String(weightKg * 1000),
    tpObjeto: '2',
    comprimento: String(box.length),
    largura: String(box.width),
    altura: String(box.height),
    diametro: String(box.diameter),
  }
  return {
    price: { idLote: '1', parametrosProduto: serviceRoutes.map((route) => ({ ...route, ...packageFields })) },
    term: { idLote: '1', parametrosPrazo: serviceRoutes },
  }
}

/**
 * Requests prices and delivery times. If the token is rejected, repeats both requests once with a new token.
 */
async function requestQuotes(quoteContext: QuoteContext, bodies: RequestBodies): Promise<Answers> {
  const getRemainingMs = () => quoteContext.deadline - performance.now()
  const requestWithToken = async (token: string): Promise<Answers> => {
    const headers = { Authorization: `Bearer ${token}` }
    const post = (path: string, json: unknown) =>
      requestJson(`${quoteContext.url}${path}`, {
        method: 'POST',
        headers,
        json,
        timeoutMs: getRemainingMs(),
      })
    const [price, term] = await Promise.all([
      post('/preco/v1/nacional', bodies.price),
      post('/prazo/v1/nacional', bodies.term),
    ])
    return { price, term }
  }
  const token = await quoteContext.tokens.get(getRemainingMs())
  const firstAnswers = await requestWithToken(token)
  if (!isTokenRefused(firstAnswers)) return firstAnswers
  const secondAnswers = await requestWithToken(await quoteContext.tokens.get(getRemainingMs(), token))
  if (isTokenRefused(secondAnswers)) throw new RemoteFault('token-refused')
  return secondAnswers
}

function isTokenRefused({ price, term }: Answers): boolean {
  return [price, term].some(({ status }) => status === 401 || status === 403)
}

function readOptions(services: CorreiosService[], { price, term }: Answers): ShippingOption[] {
  const prices = readItems(price, pricedItem)
  const terms = readItems(term, timedItem)
  return services
    .flatMap(({ code, name }): ShippingOption[] => {
      const value = parseReais(prices.get(code)?.pcFinal ?? '')
      const days = terms.get(code)?.prazoEntrega
      // Freight is never free, so a price of zero is an error of the carrier.
      if (!value || days === undefined) return []
      return [{ service: name, value, days, estimated: false }]
    })
    .sort((left, right) => left.value - right.value)
}

/** Returns the offered items by service. A batch that was rejected with a reason counts as empty, not as an outage. */
function readItems<Item extends z.infer<typeof quotedItem>>(
  { status, body }: RemoteAnswer,
  schema: z.ZodType<Item>,
): Map<string, Item> {
  if (status === 429 || status >= 500) throw new RemoteFault(`status-${status}`)
  const batchRefusal = refusedBatch.safeParse(body)
  if (batchRefusal.success) {
    log.warn({ status, codes: batchRefusal.data.msgs.map(findErrorCode) }, 'carrier: batch refused')
    return new Map()
  }
  if (status !== 200 && status !== 206) throw new RemoteFault(`status-${status}`)
  if (!Array.isArray(body)) throw new RemoteFault('malformed')
  const offeredItems = body.flatMap((rawItem: unknown) => parseOfferedItem(rawItem, schema))
  return new Map(offeredItems.map((offeredItem) => [offeredItem.coProduto, offeredItem]))
}

function parseOfferedItem<Item extends z.infer<typeof quotedItem>>(
  rawItem: unknown,
  schema: z.ZodType<Item>,
): Item[] {
  const parsedItem = schema.safeParse(rawItem)
  if (parsedItem.success && !parsedItem.data.txErro) return [parsedItem.data]
  const code = parsedItem.success ? findErrorCode(parsedItem.data.txErro ?? '') : 'unreadable'
  log.info({ service: parsedItem.data?.coProduto, code }, 'carrier: service not offered')
  return []
}

/** Returns only the code, such as 'PRZ-008', because the text after it may quote the request. */
function findErrorCode(message: string): string {
  return /^\s*([A-Z]{2,4}-\d{1,4})\b/.exec(message)?.[1] ?? 'unnamed'
}
