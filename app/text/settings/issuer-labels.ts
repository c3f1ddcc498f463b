import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'

export const gatewayLabels = {
  name: 'Asaas',
  the: 'a Asaas',
  of: 'da Asaas',
}

export const issuerLabels: Readonly<Record<IssuerName, string>> = {
  'own-bank': 'Convênio com o banco',
  [gatewayName]: gatewayLabels.name,
}
