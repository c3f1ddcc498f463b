import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  /** Set by the HTTP server; empty under the framework's own server. */
  interface AppLoadContext {
    requestId?: string
    nonce?: string
    /** The page is kept for everybody (D110): no nonce; its scripts' hashes by address instead. */
    scriptHashes?: Readonly<Record<string, string>>
    /** Rate-limit key: the client's network (networkOf), taken from trusted proxies only. */
    clientAddress?: string
    isOutage?: boolean
    mayLag?: boolean // GET or HEAD of nobody who has just sent a form (D121)
    /** The browser did not return the cookie it was just given. */
    cookiesRefused?: boolean
    /** Hears who is logged in, once that is known. */
    onViewer?(userId: number): void
  }
}

/** Rendered for nobody in particular, and kept: nothing in it may be of this request (D110). */
export function isKeptPage({ scriptHashes }: AppLoadContext): boolean {
  return scriptHashes !== undefined
}

export function attemptKey({ clientAddress = '', requestId }: AppLoadContext, email: string) {
  return { address: clientAddress, email, requestId }
}

export type RequestArgs = { request: Request; context: AppLoadContext }
