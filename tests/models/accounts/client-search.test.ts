import { expect, test } from 'vitest'
import { listClientsToChoose } from '#app/models/accounts/client-search.server.ts'
import { findPeople, findPeopleByText } from '#app/models/accounts/people-search.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { listPeople } from '#app/models/backoffice/quick-jump.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { findClients } from '#app/models/shipments/shipment-client.server.ts'
import { listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment } from '#tests/factories/shipments.ts'

const companyProfile = {
  is_company: true,
  name: 'Zuleica Única',
  company_name: 'Hélices Únicas Ltda.',
  cnpj: company.cnpj,
}

/** Creates a company with an order, its units and a shipment. */
async function makeBuyer() {
  const order = await makePaidOrder()
  await db
    .updateTable('profiles')
    .set({ ...companyProfile, cpf: '11144477735' })
    .where('id', '=', order.profileId)
    .execute()
  await db
    .updateTable('users')
    .set({ email: 'zuleica_1@exemplo.test' })
    .where('id', '=', order.userId)
    .execute()
  await withTransaction((trx) => indexPeople(trx, [order.profileId]))
  return { ...order, shipmentId: await makeShipment(order) }
}

const searches = [
  'unica',
  'Únicas helices',
  'ltda zule',
  'leica_1@',
  'exemplo.test zuleica',
  'zuleica u',
  'HELICES ÚNICAS',
  ' Zuleica_1@Exemplo',
  '12.abc.345/01de-35',
  '12ABC34501DE35',
  '12 abc 345 01de 35',
  '111.444.777-35',
  '111444777 35',
  '11144477735',
]

test('every client search of staff finds the same client', async () => {
  await makeCustomer()
  const { profileId, orderId, shipmentId } = await makeBuyer()
  const listUnits = async (search: string) =>
    listSubscriptionsForStaff({
      search,
      status: undefined,
      sort: 'id',
      direction: 'descending',
      page: 1,
      today: '2026-11-21',
    })
  for (const search of searches) {
    const listQuery = { status: undefined, sort: 'id', direction: 'descending', page: 1, search } as const
    expect((await findPeople(search)).ids, search).toEqual([profileId])
    expect(
      (await listStaffOrders(listQuery, 1)).rows.map(({ id }) => id),
      search,
    ).toEqual([orderId])
    expect((await listPeople(search)).map(({ id }) => id)).toEqual([profileId])
    expect((await findClients(search)).rows.map(({ id }) => id)).toEqual([profileId])
    expect((await listClientsToChoose(search)).rows.map(({ id }) => id)).toEqual([profileId])
    expect((await listUsers(listQuery)).rows.map(({ id }) => id)).toEqual([profileId])
    expect((await listShipments(listQuery)).rows.map(({ id }) => id)).toEqual([shipmentId])
    expect((await listUnits(search)).rows.map((unit) => unit.profileId)).toEqual([
      profileId,
      profileId,
      profileId,
    ])
  }
})

test('finds a client by its number, but not where only text is searched', async () => {
  const { profileId } = await makeBuyer()
  expect((await findPeople(String(profileId))).ids).toEqual([profileId])
  expect((await findPeople(`#${profileId}`)).ids).toEqual([profileId])
  expect((await findPeopleByText(String(profileId))).ids).toEqual([])
})

test('treats wildcards in a search as plain characters', async () => {
  await makeBuyer()
  for (const search of ['', '  ', '%', '_', 'zuleica_%1@', 'zuleicax1@', '\\'])
    expect((await findPeople(search)).ids, search).toEqual([])
})
