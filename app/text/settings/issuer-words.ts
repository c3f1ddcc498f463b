import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'

/** The payment gateway in sentences, with its article; its name alone. */
export const gatewayWords = {
  name: 'Asaas',
  the: 'a Asaas',
  of: 'da Asaas',
}

/** Who makes boletos, for staff. */
export const issuerWords: Readonly<Record<IssuerName, string>> = {
  'own-bank': 'Convênio com o banco',
  [gatewayName]: gatewayWords.name,
}
