import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import type { Company } from '#app/domain/settings/company.ts'
import { getInitialValues } from '#app/domain/settings/setting.ts'
import { type ShopRules, shop } from '#app/domain/settings/shop.ts'

export const company: Partial<Company> = {
  name: 'Aeropub Publicações Aeronáuticas Ltda. (empresa fictícia)',
  tradeName: 'Aeropub',
  cnpj: '99900100000131',
  street: 'Rua das Hélices',
  number: '202',
  complement: 'Hangar 3',
  province: 'Parque dos Aviadores',
  city: 'Botucatu',
  state: 'SP',
  zipCode: '18600000',
  phone: '(14) 3800-0202',
  email: 'atendimento@aeropub.test',
}

/** A fictitious agreement, so that nobody can pay its boletos. */
export const bankAgreement: BankAgreement = {
  bank: '001',
  agencyPrinted: '1234-3',
  accountPrinted: '123456-0',
  agreement: '9990001',
  wallet: '17',
  variation: '019',
}

export const shopRules: ShopRules = {
  ...getInitialValues(shop),
  boletoInstructions: ['Em caso de dúvida, fale com a loja antes de pagar.'],
}
