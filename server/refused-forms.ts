import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { calculateNextAttempt, type Limit } from '#app/domain/platform/rate-limit.ts'
import { reject } from './refusal.ts'

const MAX_NETWORKS = 10_000

type Options = {
  limit: Limit
  clientOf(request: Request): string
  onLimit?: ((network: string, requestId: string) => void) | undefined
}

/** Answers 429 to a network's public forms after too many 400s, since parsing uses the only thread. */
export function makeRefusedForms({ limit, clientOf: findClient, onLimit }: Options): RequestHandler {
  const refusals = new LRUCache<string, Date[]>({ max: MAX_NETWORKS })
  return (request, response, next) => {
    if (request.method !== 'POST' || /^\/admin(\/|$)/.test(request.path)) return next()
    const network = findClient(request)
    const now = new Date()
    const until = calculateNextAttempt(limit, refusals.get(network) ?? [], now)
    if (until) {
      const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
      response.set('Retry-After', String(seconds))
      return reject(response, 429, words)
    }
    response.once('finish', () => {
      if ((response.locals.refusedStatus ?? response.statusCode) !== 400) return
      const before = refusals.get(network) ?? []
      const all = [new Date(), ...before].slice(0, limit.max)
      refusals.set(network, all)
      if (before.length < limit.max && all.length === limit.max)
        onLimit?.(network, String(response.locals.requestId))
    })
    next()
  }
}

const words = {
  title: 'Muitos formulários com erro',
  text: 'Chegaram da sua rede muitos formulários que a loja não pôde aceitar. Tente de novo em alguns minutos.',
}
