import type { UIMatch } from '@remix-run/react'
import { createContext, useContext } from 'react'

/** What the answer around the page is, known to the server alone. */
export type Answer = {
  status: number
  nonce: string
  requestId: string
  /** a 503 because too much was asked at once, not because something is away */
  isBusy?: boolean
}

const AnswerContext = createContext<Answer>({ status: 200, nonce: '', requestId: '' })
export const AnswerProvider = AnswerContext.Provider
export const useAnswer = () => useContext(AnswerContext)

/** What a route says about its page in `handle`. The title may depend on what the loader gave. */
export type PageHandle<Data = unknown> = {
  title: string | ((data: Data) => string)
  description?: string
  /** Seconds after which a browser without scripts loads the page again, or undefined. */
  refreshAfter?: (data: Data) => number | undefined
}

type PageMatch = UIMatch & { handle: PageHandle }

/** Title, description and refresh time of the innermost route that says something. */
export function describePage(matches: readonly UIMatch[]) {
  const match = matches.findLast(isPageMatch)
  if (!match) return { title: 'Aeropub', description: undefined, refreshAfter: undefined }
  const { title, description, refreshAfter } = match.handle
  const text = typeof title === 'function' ? (match.data ? title(match.data) : 'Aeropub') : title
  return {
    title: text === 'Aeropub' ? text : `${text} · Aeropub`,
    description,
    refreshAfter: match.data ? refreshAfter?.(match.data) : undefined,
  }
}

function isPageMatch(match: UIMatch): match is PageMatch {
  return typeof match.handle === 'object' && match.handle !== null && 'title' in match.handle
}
