import { expect, test } from 'vitest'
import { findClientIds, findClientIdsByText, listClientsToChoose } from '#app/models/client-search.server.ts'
import { db } from '#app/models/db.server.ts'
import { findClients } from '#app/models/expedition-client.server.ts'
import { listExpeditions } from '#app/models/expedition-list.server.ts'
import { findOrderIds } from '#app/models/order-search.server.ts'
import { listPeople } from '#app/models/quick-jump.server.ts'
import { listSubscriptionsForStaff } from '#app/models/staff-subscription-list.server.ts'
import { listUsers } from '#app/models/user-list.server.ts'
import { makeExpedition, makePaidOrder } from '#tests/factories/expeditions.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'

const firm = {
  is_company: true,
  name: 'Zuleica Única',
  company_name: 'Hélices Únicas Ltda.',
  cnpj: company.cnpj,
}

/** A company with an order, its units and a shipment. */
async function buyer() {
  const order = await makePaidOrder()
  await db
    .updateTable('profiles')
    .set({ ...firm, cpf: '11144477735' })
    .where('id', '=', order.profileId)
    .execute()
  await db
    .updateTable('users')
    .set({ email: 'zuleica_1@exemplo.test' })
    .where('id', '=', order.userId)
    .execute()
  return { ...order, expeditionId: await makeExpedition(order) }
}

const texts = [
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

test('a client is found alike wherever staff search for one', async () => {
  await makeCustomer()
  const { profileId, orderId, expeditionId } = await buyer()
  const unitsOf = async (search: string) =>
    listSubscriptionsForStaff({
      ...{ search, status: undefined, sort: 'id', direction: 'descending', page: 1, today: '2026-11-21' },
    })
  for (const search of texts) {
    expect(await findClientIds(search), search).toEqual([profileId])
    expect((await findOrderIds(search.trim())).ids, search).toEqual([orderId])
    expect((await listPeople(search)).map(({ id }) => id)).toEqual([profileId])
    expect((await findClients(search)).map(({ id }) => id)).toEqual([profileId])
    expect((await listClientsToChoose(search)).map(({ id }) => id)).toEqual([profileId])
    const list = { status: undefined, sort: 'id', direction: 'descending', page: 1 } as const
    expect((await listUsers({ ...list, search })).rows.map(({ id }) => id)).toEqual([profileId])
    expect((await listExpeditions({ ...list, search })).rows.map(({ id }) => id)).toEqual([expeditionId])
    expect((await unitsOf(search)).rows.map((unit) => unit.profileId)).toEqual([
      profileId,
      profileId,
      profileId,
    ])
  }
})

test("a number is the client's, but not where it is that of something else", async () => {
  const { profileId } = await buyer()
  expect(await findClientIds(String(profileId))).toEqual([profileId])
  expect(await findClientIds(`#${profileId}`)).toEqual([profileId])
  expect(await findClientIdsByText(String(profileId))).toEqual([])
})

test('what stands for any letter in a pattern stands for itself', async () => {
  await buyer()
  for (const search of ['', '  ', '%', '_uleica', 'zuleica%', 'zuleicax1@', '\\'])
    expect(await findClientIds(search), search).toEqual([])
})
