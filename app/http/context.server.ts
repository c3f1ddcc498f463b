import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  /** What the HTTP edge hands over with a request; empty under the framework's own server. */
  interface AppLoadContext {
    requestId?: string
    nonce?: string
    /** The client's network (networkOf) as far as the configured proxies may be believed: what limits count by. */
    clientAddress?: string
    /** The browser did not bring the cookie it was given a moment ago. */
    cookiesRefused?: boolean
  }
}

/** What every loader and action of ours takes from Remix. */
export type RequestArgs = { request: Request; context: AppLoadContext }
