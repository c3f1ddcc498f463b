import type { Request, RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { type Limit, nextAttemptAt } from '#app/domain/platform/rate-limit.ts'
import { reject } from './refusal.ts'

/** Networks remembered at once; the one that has been quiet longest is forgotten first. */
const MAX_NETWORKS = 10_000

type Options = {
  limit: Limit
  clientOf(request: Request): string
  /** called when a network reaches the limit */
  onLimit?: ((network: string, requestId: string) => void) | undefined
}

/**
 * Limits the public forms of a network that are answered 400, whatever page they went to: reading them takes the only
 * thread, and the limits of the pages count what was understood. Beyond the limit the forms of the network are answered
 * 429 unread. Counted in each process.
 */
export function refusedForms({ limit, clientOf, onLimit }: Options): RequestHandler {
  const refusals = new LRUCache<string, Date[]>({ max: MAX_NETWORKS })
  return (request, response, next) => {
    if (request.method !== 'POST' || /^\/admin(\/|$)/.test(request.path)) return next()
    const network = clientOf(request)
    const now = new Date()
    const until = nextAttemptAt(limit, refusals.get(network) ?? [], now)
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
