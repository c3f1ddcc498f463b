import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { calculateNextAttempt, type Limit } from '#app/domain/platform/rate-limit.ts'
import { reject } from './refusal.ts'

const MAX_NETWORKS = 10_000

type Options = {
  limit: Limit
  findClient(request: Request): string
  onLimit?: ((network: string, requestId: string) => void) | undefined
}

/** Answers 429 to a network's public forms after too many with errors (400): parsing occupies the thread. */
export function makeRefusedForms({ limit, findClient, onLimit }: Options): RequestHandler {
  const refusalsByNetwork = new LRUCache<string, Date[]>({ max: MAX_NETWORKS })
  return (request, response, next) => {
    if (request.method !== 'POST' || /^\/admin(\/|$)/.test(request.path)) return next()
    const network = findClient(request)
    const now = new Date()
    const nextAttemptAt = calculateNextAttempt(limit, refusalsByNetwork.get(network) ?? [], now)
    if (nextAttemptAt) {
      const seconds = Math.ceil((nextAttemptAt.getTime() - now.getTime()) / 1_000)
      response.set('Retry-After', String(seconds))
      return reject(response, 429, limitText)
    }
    response.once('finish', () => {
      if ((response.locals.refusedStatus ?? response.statusCode) !== 400) return
      const earlierRefusals = refusalsByNetwork.get(network) ?? []
      const recentRefusals = [new Date(), ...earlierRefusals].slice(0, limit.max)
      refusalsByNetwork.set(network, recentRefusals)
      if (earlierRefusals.length < limit.max && recentRefusals.length === limit.max)
        onLimit?.(network, String(response.locals.requestId))
    })
    next()
  }
}

const limitText = {
  title: 'Muitos formulários com erro',
  text: 'Chegaram da sua rede muitos formulários que a loja não pôde aceitar. Tente de novo em alguns minutos.',
}
