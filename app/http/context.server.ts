import type { AppLoadContext } from '@remix-run/node'

declare module '@remix-run/node' {
  /** Set by the HTTP server; empty under the framework's own server. */
  interface AppLoadContext {
    requestId?: string
    nonce?: string
    /** Rate-limit key: the client's network (networkOf), taken from trusted proxies only. */
    clientAddress?: string
    /** The browser did not return the cookie it was just given. */
    cookiesRefused?: boolean
  }
}

export type RequestArgs = { request: Request; context: AppLoadContext }
