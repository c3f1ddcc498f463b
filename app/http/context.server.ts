import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  /** set by the HTTP server; empty under the framework's own server */
  interface AppLoadContext {
    requestId?: string
    nonce?: string
    /** set for a cached page: the hashes of its scripts by address, as it has no nonce */
    scriptHashes?: Readonly<Record<string, string>>
    /** rate-limit key: the client's network (networkOf), taken only from trusted proxies */
    clientAddress?: string
    isOutage?: boolean
    mayLag?: boolean // a GET or HEAD of a person who has not just sent a form
    /** the browser did not return the cookie it was just given */
    cookiesRefused?: boolean
    /** called when the user is known */
    onViewer?(userId: number): void
  }
}

/** Cached pages are the same for everybody, so they must contain nothing of this request. */
export function isKeptPage({ scriptHashes }: AppLoadContext): boolean {
  return scriptHashes !== undefined
}

export function attemptKey({ clientAddress = '', requestId }: AppLoadContext, email: string) {
  return { address: clientAddress, email, requestId }
}

export type RequestArgs = { request: Request; context: AppLoadContext }
