import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'

export const bankAgreement = {
  bank: '001',
  agencyPrinted: '1234-3',
  accountPrinted: '56789-0',
  agreement: '7654321',
  wallet: '17',
  variation: '019',
} as const

/** Writes the settings and the freight table that a shop needs in order to sell. */
export async function openShop() {
  await saveSetting('company', {
    name: 'Aeropub de Teste Ltda.',
    tradeName: 'Aeropub',
    cnpj: '11222333000181',
    street: 'Rua Inventada',
    number: '1',
    province: 'Centro',
    city: 'Botucatu',
    state: 'SP',
    zipCode: '18600000',
    phone: '(14) 3333-0000',
    email: 'atendimento@aeropub.test',
  })
  await saveSetting('bankAgreement', bankAgreement)
  await db
    .insertInto('shipping_rates')
    .values([
      { service: 'PAC', region: 'SE', max_weight_kg: 1, value: 22_50, days: 6 },
      { service: 'PAC', region: 'SE', max_weight_kg: 5, value: 35_90, days: 6 },
      { service: 'SEDEX', region: 'SE', max_weight_kg: 1, value: 41_00, days: 2 },
      { service: 'SEDEX', region: 'SE', max_weight_kg: 5, value: 63_70, days: 2 },
    ])
    .execute()
}
