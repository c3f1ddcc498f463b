import { expect, test } from 'vitest'
import { db } from '#app/models/db.server.ts'
import { loader } from '#app/routes/manage.tsx'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'
import { pageFor } from './whole-shop.ts'

test('a visitor meets the login wall, which leads back', async () => {
  expect((await new Visitor().get(loader, '/manage')).data).toBeNull()
  const page = await pageFor(new Visitor(), '/manage')
  expect(page.text).toContain('Você precisa estar logado')
  expect(page.html).toContain('href="/login?redirectTo=%2Fmanage"')
})

test('only the owner sees what was bought, once it is paid', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload({ name: 'Boletim 7' })]: 1 })
  const [owner, stranger] = [await loginAs({ userId }), await loginAs(await makeCustomer())]
  expect((await owner.get(loader, '/manage')).data?.rows).toEqual([])
  await db.updateTable('orders').set({ status: 2 }).where('id', '=', orderId).execute()
  expect((await owner.get(loader, '/manage')).data?.rows).toMatchObject([{ orderId, name: 'Boletim 7' }])
  expect((await stranger.get(loader, '/manage')).data?.rows).toEqual([])
})

test('somebody who bought nothing is told so', async () => {
  const page = await pageFor(await loginAs(await makeCustomer()), '/manage')
  expect(page.text).toContain('Nenhuma publicação encontrada')
})
