import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'
import { env } from '#app/env.server.ts'
import { asaasIssuer } from '#app/gateways/boleto-issuer/asaas.server.ts'
import type { BoletoIssuer, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'

/** What an issuer needs beside its secrets; `printed` is what a gateway's boletos show as agency and wallet. */
export type IssuerSettings = {
  agreement: BankAgreement | undefined
  printed: { agencyAndCode: string; wallet: string }
}

/** The issuer of a name, or undefined while what it needs is missing. */
export function issuerNamed(
  name: IssuerName,
  { agreement, printed }: IssuerSettings,
): BoletoIssuer | undefined {
  if (name === 'own-bank') return agreement && { name, agreement }
  return env.ASAAS && asaasIssuer(env.ASAAS, printed)
}

/** The issuer of a boleto that can be asked about it, whoever makes new ones; undefined while its access is missing. */
export function remoteIssuer(name: IssuerName): RemoteIssuer | undefined {
  const issuer = issuerNamed(name, { agreement: undefined, printed: { agencyAndCode: '', wallet: '' } })
  return issuer?.name === gatewayName ? issuer.remote : undefined
}
