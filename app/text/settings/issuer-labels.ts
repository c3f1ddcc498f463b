import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'

/** The payment gateway in sentences, with its article; its name alone. */
export const gatewayLabels = {
  name: 'Asaas',
  the: 'a Asaas',
  of: 'da Asaas',
}

/** Who makes boletos, for staff. */
export const issuerLabels: Readonly<Record<IssuerName, string>> = {
  'own-bank': 'Convênio com o banco',
  [gatewayName]: gatewayLabels.name,
}
