import { env } from '#app/env.server.ts'
import type { FiscalIssuer } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import { makeFocusNfeIssuer } from '#app/gateways/fiscal-issuer/focus-nfe.server.ts'

let issuer: FiscalIssuer | undefined

export function findFiscalIssuer(): FiscalIssuer | undefined {
  issuer ??= env.FOCUS && makeFocusNfeIssuer(env.FOCUS)
  return issuer
}
