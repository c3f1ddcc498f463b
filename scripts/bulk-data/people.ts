import { indexMissingPeople } from '#app/models/accounts/person-words.server.ts'
import { findNewestId, insertRows, pickValue } from './rows.ts'

const firstNames = ['Ana', 'Bento', 'Célia', 'Dário', 'Érica', 'Fábio', 'Graça', 'Hugo', 'Íris', 'João']
const lastNames = [
  'Almeida',
  'Brandão',
  'Conceição',
  'Duarte',
  'Esteves',
  'Falcão',
  'Gusmão',
  'Hélio',
  'Inventado',
]
const cities = ['Botucatu', 'Ribeirão Preto', 'Marília', 'Orlândia', 'Assis']

export type Person = { profileId: number; addressId: number; name: string; document: string }

export async function addPeople(count: number): Promise<Person[]> {
  const newestUserId = await findNewestId('users')
  const newestProfileId = await findNewestId('profiles')
  const newestAddressId = await findNewestId('addresses')
  const people = Array.from({ length: count }, (_, index) => ({
    userId: newestUserId + index + 1,
    profileId: newestProfileId + index + 1,
    addressId: newestAddressId + index + 1,
    isCompany: index % 3 === 0,
    name: `${pickValue(firstNames, index)} ${pickValue(lastNames, Math.floor(index / 7))} ${index + 1}`,
    document: String(10_000_000_000 + index).padStart(11, '0'),
  }))
  await insertRows('users', people, ({ userId }) => ({
    id: userId,
    email: `cliente-${userId}@muitos.test`,
    is_demonstration: true,
  }))
  await insertRows('addresses', people, ({ addressId }, index) => ({
    id: addressId,
    zip_code: '18600000',
    street: 'Rua das Hélices',
    number: String(index + 1),
    complement: '',
    province: 'Centro',
    city: pickValue(cities, index),
    state: 'SP',
  }))
  await insertRows('profiles', people, (person, index) => ({
    id: person.profileId,
    user_id: person.userId,
    is_company: person.isCompany,
    name: person.name,
    company_name: person.isCompany
      ? `${pickValue(lastNames, index)} Aviação Agrícola ${index + 1} Ltda.`
      : null,
    cpf: person.isCompany ? null : person.document,
    cnpj: person.isCompany ? `${person.document}000`.slice(0, 14) : null,
    ie: null,
    phone: `149${90_000_000 + index}`,
    billing_address_id: person.addressId,
    shipping_address_id: null,
  }))
  await indexMissingPeople()
  return people
}
