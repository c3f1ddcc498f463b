import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'
import { env } from '#app/env.server.ts'
import { asaasIssuer } from '#app/gateways/boleto-issuer/asaas.server.ts'
import type { BoletoIssuer, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'

export type IssuerSettings = {
  agreement: BankAgreement | undefined
  printed: { agencyAndCode: string; wallet: string }
}

export function issuerNamed(
  name: IssuerName,
  { agreement, printed }: IssuerSettings,
): BoletoIssuer | undefined {
  if (name === 'own-bank') return agreement && { name, agreement }
  return env.ASAAS && asaasIssuer(env.ASAAS, printed)
}

export function remoteIssuer(name: IssuerName): RemoteIssuer | undefined {
  const issuer = issuerNamed(name, { agreement: undefined, printed: { agencyAndCode: '', wallet: '' } })
  return issuer?.name === gatewayName ? issuer.remote : undefined
}
