import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  /** set by the HTTP server; empty under Remix's own server */
  interface AppLoadContext {
    requestId?: string
    nonce?: string
    /** hashes of a cached page's scripts by address, because the page has no nonce */
    scriptHashes?: Readonly<Record<string, string>>
    /** key of rate limits: the client's network, which only trusted proxies may report */
    clientAddress?: string
    isOutage?: boolean
    isLagAllowed?: boolean // true for a GET or HEAD of a person who has not just sent a form
    /** true if the browser did not return a cookie that it received */
    cookiesRefused?: boolean
    /** called when the user is identified */
    onViewer?(userId: number): void
  }
}

/** Returns true for a cached page, which everybody sees, so it must not depend on this request. */
export function isCachedPage({ scriptHashes }: AppLoadContext): boolean {
  return scriptHashes !== undefined
}

export function makeAttemptKey({ clientAddress = '', requestId }: AppLoadContext, email: string) {
  return { address: clientAddress, email, requestId }
}

export type RequestArgs = { request: Request; context: AppLoadContext }
