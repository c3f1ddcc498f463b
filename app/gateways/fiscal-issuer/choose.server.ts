import { env } from '#app/env.server.ts'
import type { FiscalIssuer } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import { focusNfe } from '#app/gateways/fiscal-issuer/focus-nfe.server.ts'

let issuer: FiscalIssuer | undefined

export function fiscalIssuer(): FiscalIssuer | undefined {
  issuer ??= env.FOCUS && focusNfe(env.FOCUS)
  return issuer
}
