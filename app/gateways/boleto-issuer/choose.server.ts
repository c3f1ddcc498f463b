import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'
import { env } from '#app/env.server.ts'
import { makeAsaasIssuer } from '#app/gateways/boleto-issuer/asaas.server.ts'
import type { BoletoIssuer, RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'

export type IssuerSettings = {
  agreement: BankAgreement | undefined
  printedFields: { agencyAndCode: string; wallet: string }
}

export function findIssuer(
  name: IssuerName,
  { agreement, printedFields }: IssuerSettings,
): BoletoIssuer | undefined {
  if (name === 'own-bank') return agreement && { name, agreement }
  return env.ASAAS && makeAsaasIssuer(env.ASAAS, printedFields)
}

export function findRemoteIssuer(name: IssuerName): RemoteIssuer | undefined {
  const issuer = findIssuer(name, { agreement: undefined, printedFields: { agencyAndCode: '', wallet: '' } })
  return issuer?.name === gatewayName ? issuer.remote : undefined
}
