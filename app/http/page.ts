import { type UIMatch, useLocation } from '@remix-run/react'
import { createContext, useContext } from 'react'
import type { StaffSection } from '#app/http/backoffice/staff-sections.ts'
import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'

export type PageResponse = {
  status: number
  nonce: string
  scriptHashes?: Readonly<Record<string, string>>
  requestId: string
  /** true for a 503 caused by overload, not by an outage */
  isBusy?: boolean
}

const ResponseContext = createContext<PageResponse>({ status: 200, nonce: '', requestId: '' })
export const ResponseProvider = ResponseContext.Provider
export const useResponse = () => useContext(ResponseContext)

export function useScript(src: string) {
  const { nonce, scriptHashes } = useResponse()
  return { src, ...(scriptHashes ? { integrity: scriptHashes[src] } : { nonce }) }
}

export function useCurrentPath(): string {
  const { pathname, search } = useLocation()
  return `${pathname}${search}`
}

type ListPlace = { search?: string; page?: number }

/** The `handle` of a route. The title may depend on loader data. */
export type PageHandle<Data = unknown> = {
  title: string | ((data: Data) => string)
  list?: (data: Data) => ListPlace
  description?: string | ((data: Data) => string)
  /** path for search engines, which do not index pages without one */
  canonical?: string | ((data: Data) => string)
  previewImage?: (data: Data) => string
  /** returns the seconds after which a browser without scripts reloads the page */
  refreshAfter?: (data: Data) => number | undefined
  /** true if scripts open some links or questions as dialogs */
  hasDialogs?: boolean
  hasPasskeys?: boolean
  section?: StaffSection
  help?: HelpTopic | ((data: Data | undefined) => HelpTopic)
}

type PageMatch = UIMatch & { handle: PageHandle }

export function describePage(matches: readonly UIMatch[]) {
  const match = matches.findLast(isPageMatch)
  if (!match)
    return {
      title: 'Aeropub',
      description: undefined,
      canonical: undefined,
      refreshAfter: undefined,
      previewImage: undefined,
      hasDialogs: false,
      hasPasskeys: false,
      section: undefined,
      help: undefined,
    }
  const { title, list, description, canonical, refreshAfter, previewImage } = match.handle
  const { hasDialogs = false, hasPasskeys = false, section, help } = match.handle
  const listPlace = match.data ? list?.(match.data) : undefined
  const titleText = formatListTitle(resolveText(title, match.data) ?? 'Aeropub', listPlace)
  return {
    title: titleText === 'Aeropub' ? titleText : `${titleText} · Aeropub`,
    description: resolveText(description, match.data),
    canonical: resolveText(canonical, match.data),
    previewImage: match.data ? previewImage?.(match.data) : undefined,
    refreshAfter: match.data ? refreshAfter?.(match.data) : undefined,
    hasDialogs,
    hasPasskeys,
    section,
    help: typeof help === 'function' ? help(match.data) : help,
  }
}

function resolveText(text: PageHandle['title'] | undefined, data: unknown): string | undefined {
  if (typeof text !== 'function') return text
  return data ? text(data) : undefined
}

function formatListTitle(title: string, { search, page = 1 }: ListPlace = {}): string {
  const titleWithSearch = search ? `${title}: busca por “${search}”` : title
  return page > 1 ? `${titleWithSearch}, página ${page}` : titleWithSearch
}

function isPageMatch(match: UIMatch): match is PageMatch {
  return typeof match.handle === 'object' && match.handle !== null && 'title' in match.handle
}
