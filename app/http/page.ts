import type { UIMatch } from '@remix-run/react'
import { createContext, useContext } from 'react'

export type Answer = {
  status: number
  nonce: string
  requestId: string
  /** 503 from overload rather than an outage */
  isBusy?: boolean
}

const AnswerContext = createContext<Answer>({ status: 200, nonce: '', requestId: '' })
export const AnswerProvider = AnswerContext.Provider
export const useAnswer = () => useContext(AnswerContext)

/** Route `handle`; the title may depend on loader data. */
export type PageHandle<Data = unknown> = {
  title: string | ((data: Data) => string)
  description?: string
  /** Seconds until a browser without scripts reloads the page. */
  refreshAfter?: (data: Data) => number | undefined
}

type PageMatch = UIMatch & { handle: PageHandle }

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
