import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/admin/orders/new/create-order.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
const createOrderPath = '/admin/create_order'

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

const openForm = async (query: string) => (await staff.get(loader, `${createOrderPath}?${query}`)).data
const listOrders = () => db.selectFrom('orders').select(['id', 'total', 'status']).orderBy('id').execute()

/** Returns the redirect after pressing a button of this page. */
async function pressButton(query: string, buttonField: string) {
  const { location } = await staff.get(loader, `${createOrderPath}?${query}&${buttonField}`)
  return new URL(location ?? '', 'http://shop.test').search.slice(1)
}

async function reviewOrder(query: string) {
  const { token, validatedItems } = await openForm(query)
  const reviewedValues = validatedItems.items.map(({ value }, index): [string, number] => [
    `seen.${index}`,
    value,
  ])
  return { token, ...Object.fromEntries(reviewedValues) }
}

async function confirmOrder(query: string, overrides: Record<string, string> = {}) {
  return staff.post(action, `${createOrderPath}?${query}`, { ...(await reviewOrder(query)), ...overrides })
}

test('selects a client by search, and shows a message when nothing matches', async () => {
  const { email, profileId } = await makeCustomer()
  const page = await fetchPage(staff, `${createOrderPath}?search=${email}`)
  expect(page.html).toContain(`${createOrderPath}?client=${profileId}"`)
  expect((await fetchPage(staff, `${createOrderPath}?search=nobody`)).text).toContain(
    'Nenhum cliente encontrado',
  )
  expect((await staff.get(loader, `${createOrderPath}?client=999999`)).status).toBe(404)
})

test('adds items of a publication, removes any item except the first, or all items of the publication', async () => {
  const { profileId } = await makeCustomer()
  const id = await makePublication({ has_airplane_info: true })
  const clientQuery = `client=${profileId}`
  expect((await fetchPage(staff, `${createOrderPath}?${clientQuery}&search=zzz`)).text).toContain(
    'Nenhuma publicação encontrada!',
  )
  expect((await fetchPage(staff, `${createOrderPath}?${clientQuery}&search=manual`)).html).toContain(
    `name="add" value="${id}"`,
  )
  const queryOfOne = await pressButton(clientQuery, `add=${id}`)
  const queryOfTwo = await pressButton(`${queryOfOne}&item.0.prefix=PT-ABC`, `add=${id}`)
  const { state } = await openForm(queryOfTwo)
  expect(state.items).toMatchObject([
    { publication: id, price: 'normal', prefix: 'PT-ABC', fuel: '0' },
    { publication: id, prefix: '', fuel: '0' },
  ])
  const page = await fetchPage(staff, `${createOrderPath}?${queryOfTwo}`)
  expect(page.html).toContain('name="remove_item" value="1"')
  expect(page.html).not.toContain('name="remove_item" value="0"')
  expect((await openForm(await pressButton(queryOfTwo, 'remove_item=0'))).state.items).toHaveLength(2)
  expect((await openForm(await pressButton(queryOfTwo, 'remove_item=1'))).state.items).toMatchObject([
    { prefix: 'PT-ABC' },
  ])
  expect((await openForm(await pressButton(queryOfTwo, `remove=${id}`))).state.items).toEqual([])
})

test("shows an item's error at its field before the review", async () => {
  const { profileId } = await makeCustomer()
  const id = await makePublication({ name: 'Placares', has_airplane_info: true })
  const query = `client=${profileId}&item.0.publication=${id}&item.0.prefix=errado&item.0.fuel=0&step=review`
  const { validatedItems } = await openForm(query)
  expect(validatedItems.errors).toEqual({
    'item.0.prefix': ['Prefixo incorreto'],
    'item.0.serial': ['Campo obrigatório'],
  })
  const page = await fetchPage(staff, `${createOrderPath}?${query}`)
  expect(page.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(page.text).toContain('Placares, Prefixo: Prefixo incorreto')
  expect(page.html).toContain('href="#campo-item-0-prefix"')
  expect((await confirmOrder(query)).status).toBe(400)
  expect(await listOrders()).toEqual([])
})

test('the review shows the whole order, and confirming twice creates one order', async () => {
  const { profileId } = await makeCustomer()
  const id = await makePublication()
  const query = `client=${profileId}&item.0.publication=${id}&item.1.publication=${id}&item.1.price=free&step=review`
  const page = await fetchPage(staff, `${createOrderPath}?${query}`)
  expect(page.text).toMatch(/Total \(Pedido Interno, sem frete\) R\$ 80,00/)
  const { token } = await openForm(query)
  const answers = [await confirmOrder(query, { token }), await confirmOrder(query, { token })]
  const [order] = await listOrders()
  expect(await listOrders()).toMatchObject([{ total: 80_00, status: orderStatus.pendingPayment }])
  for (const answer of answers) expect(answer.location).toBe(`/admin/order/${order?.id}`)
})

test('creates an equal order within ten minutes only after confirmation (D20)', async () => {
  const { profileId } = await makeCustomer()
  const query = `client=${profileId}&item.0.publication=${await makePublication()}&step=review`
  await confirmOrder(query)
  const [firstOrder] = await listOrders()
  const page = await fetchPage(staff, `${createOrderPath}?${query}`, await reviewOrder(query))
  expect(page.status).toBe(400)
  expect(page.text).toContain(`Você já fez o pedido nº ${firstOrder?.id}. Criar outro?`)
  expect(page.html).toContain(`name="repeats" value="${firstOrder?.id}"`)
  expect(await listOrders()).toHaveLength(1)
  expect((await confirmOrder(query, { repeats: String(firstOrder?.id) })).status).toBe(303)
  expect(await listOrders()).toHaveLength(2)
})

test('an order of only free items is confirmed as a courtesy', async () => {
  const { profileId } = await makeCustomer()
  const query = `client=${profileId}&item.0.publication=${await makePublication()}&item.0.price=free&step=review`
  expect((await fetchPage(staff, `${createOrderPath}?${query}`)).text).toContain('Confirmar cortesia')
  await confirmOrder(query)
  expect(await listOrders()).toMatchObject([{ total: 0, status: orderStatus.confirmed }])
})

test('rejects a price changed after the review and shows the new price', async () => {
  const { profileId } = await makeCustomer()
  const query = `client=${profileId}&item.0.publication=${await makePublication()}&step=review`
  // As if the review had shown R$ 79,00.
  const answer = await confirmOrder(query, { 'seen.0': '7900' })
  expect(answer.status).toBe(400)
  expect(answer.data.texts).toEqual([
    'ATENÇÃO: Não foi possivel criar seu pedido',
    'O preço desta publicação mudou para R$ 80,00. Confira e confirme.',
  ])
})

test('the client’s name links to the client page, not to the form of the account', async () => {
  const { profileId } = await makeCustomer()
  const { html } = await fetchPage(staff, `${createOrderPath}?client=${profileId}`)
  expect(html).toContain(`href="/admin/client/${profileId}"`)
  expect(html).not.toContain(`href="/admin/user/${profileId}"`)
})

test('reports a client without a billing address, with a link to the form of the account', async () => {
  const { profileId } = await makeCustomer()
  const query = `client=${profileId}&item.0.publication=${await makePublication()}&step=review`
  const withoutAddress = { billing_address_id: null }
  await db.updateTable('profiles').set(withoutAddress).where('id', '=', profileId).execute()
  const incompleteText = (await fetchPage(staff, `${createOrderPath}?${query}`)).text
  expect(incompleteText).toMatch(
    /Cadastro incompleto O pedido precisa do endereço de cobrança e do CPF ou CNPJ/,
  )
  const answer = await confirmOrder(query)
  expect(answer.data).toMatchObject({ isIncomplete: true })
  const page = await fetchPage(staff, `${createOrderPath}?${query}`)
  expect(page.html).toContain(`href="/admin/user/${profileId}"`)
})

test('renews a subscription in its window only once and only at the renewal price', async () => {
  const customer = await makeCustomer()
  const due = addDays(toCivilDate(new Date()), 10)
  const { id, publicationId } = await makeSubscription(customer, { due, registration: 'PT-ABC' })
  const itemQuery = `client=${customer.profileId}&item.0.publication=${publicationId}`
  expect((await fetchPage(staff, `${createOrderPath}?${itemQuery}`)).text).toContain(`nº ${id} · PT-ABC, até`)
  const reviewWithError = await openForm(`${itemQuery}&item.0.renews=${id}&step=review`)
  expect(reviewWithError.validatedItems.errors).toHaveProperty(['item.0.renews'])
  const renewalQuery = `${itemQuery}&item.0.renews=${id}&item.0.price=signature&step=review`
  const twoRenewalsQuery = `${renewalQuery}&item.1.publication=${publicationId}&item.1.renews=${id}&item.1.price=signature`
  expect((await openForm(twoRenewalsQuery)).validatedItems.errors).toHaveProperty(['item.1.renews'])
  await confirmOrder(renewalQuery)
  expect((await listOrders()).at(-1)).toMatchObject({ total: 60_00 })
})

test('orders a publication twice for one aircraft only after confirmation', async () => {
  const { profileId } = await makeCustomer()
  const id = await makePublication({ has_airplane_info: true })
  const otherPublication = await makePublication({ has_airplane_info: true })
  const makeItem = (index: number, publication: number, registration: string) =>
    `&item.${index}.publication=${publication}&item.${index}.prefix=${registration}&item.${index}.serial=1&item.${index}.fuel=0`
  const differentTitlesQuery = `client=${profileId}${makeItem(0, id, 'PT-ABC')}${makeItem(1, otherPublication, 'PT-ABC')}`
  expect((await openForm(`${differentTitlesQuery}&step=review`)).validatedItems.errors).toEqual({})
  const sameAircraftQuery = `client=${profileId}${makeItem(0, id, 'PT-ABC')}${makeItem(1, id, 'ptabc')}`
  expect((await fetchPage(staff, `${createOrderPath}?${sameAircraftQuery}`)).text).not.toContain(
    'Mais de um exemplar',
  )
  const page = await fetchPage(staff, `${createOrderPath}?${sameAircraftQuery}&step=review`)
  expect(page.text).toContain('Esta aeronave já está em outra unidade.')
  expect(page.html).toContain('name="item.1.again"')
  expect((await confirmOrder(`${sameAircraftQuery}&step=review`)).status).toBe(400)
  expect(await listOrders()).toEqual([])
  const confirmedQuery = `${sameAircraftQuery}&item.1.again=on`
  expect((await fetchPage(staff, `${createOrderPath}?${confirmedQuery}`)).html).toMatch(
    /name="item\.1\.again"[^>]*checked/,
  )
  await confirmOrder(`${confirmedQuery}&step=review`)
  expect(await listOrders()).toMatchObject([{ total: 160_00 }])
})

test('the review shows subscriptions in force for the same aircraft', async () => {
  const customer = await makeCustomer()
  const due = addDays(toCivilDate(new Date()), 100)
  const { id, publicationId } = await makeSubscription(customer, { due, registration: 'PT-ABC' })
  const aircraft = { has_airplane_info: true }
  await db.updateTable('publications').set(aircraft).where('id', '=', publicationId).execute()
  const itemQuery = `client=${customer.profileId}&item.0.publication=${publicationId}&item.0.serial=1&item.0.fuel=0`
  const reviewPage = await fetchPage(
    staff,
    `${createOrderPath}?${itemQuery}&item.0.prefix=PT-ABC&step=review`,
  )
  expect(reviewPage.text).toMatch(new RegExp(`O cliente já tem em vigor nº ${id}: .*, PT-ABC, até`))
  const otherAircraftPage = await fetchPage(
    staff,
    `${createOrderPath}?${itemQuery}&item.0.prefix=PT-XYZ&step=review`,
  )
  expect(otherAircraftPage.text).toContain('4. Revisão')
  expect(otherAircraftPage.text).not.toContain('já tem em vigor')
})

test('a form without client, items or a known publication creates no order', async () => {
  const { profileId } = await makeCustomer()
  for (const query of ['', `client=${profileId}`, `client=${profileId}&item.0.publication=999`])
    expect((await staff.post(action, `${createOrderPath}?${query}`, { token: 'x' })).status).toBe(400)
  expect(await listOrders()).toEqual([])
})

test('adds 21 copies of seven titles in two page loads, with one price per title', async () => {
  const { profileId } = await makeCustomer()
  const ids: number[] = []
  for (let index = 0; index < 7; index++)
    ids.push(
      await makePublication({
        name: `Caderneta ${index}`,
        price: 10_00,
        price_signature: 7_00,
        is_signature: true,
      }),
    )
  const foundPage = await fetchPage(staff, `${createOrderPath}?client=${profileId}&search=caderneta`)
  for (const id of ids) expect(foundPage.html).toContain(`name="quantity.${id}"`)
  const quantityQuery = ids.map((id) => `quantity.${id}=3`).join('&')
  const addedAnswer = await staff.get(
    loader,
    `${createOrderPath}?client=${profileId}&search=caderneta&${quantityQuery}`,
  )
  const formQuery = new URL(addedAnswer.location ?? '', 'http://shop.test').search.slice(1)
  expect((await openForm(formQuery)).state.items).toHaveLength(21)
  expect((await fetchPage(staff, `${createOrderPath}?${formQuery}`)).text).toContain(
    'Total até aqui (21 exemplares) R$ 210,00',
  )
  const [firstTitle = 0, secondTitle = 0, thirdTitle = 0] = ids
  const changes = `quantity.${firstTitle}=1&price.${secondTitle}=signature&price.${thirdTitle}=free&quantity.${ids[3]}=0`
  const reviewAnswer = await staff.get(loader, `${createOrderPath}?${formQuery}&${changes}&step=review`)
  const reviewQuery = new URL(reviewAnswer.location ?? '', 'http://shop.test').search.slice(1)
  const page = await fetchPage(staff, `${createOrderPath}?${reviewQuery}`)
  // In reais: 1 × 10 of the first title, 3 × 7 of the second, and 9 × 10 of the last three.
  expect(page.text).toMatch(/Total \(Pedido Interno, sem frete\) R\$ 121,00/)
  await confirmOrder(reviewQuery)
  expect(await listOrders()).toMatchObject([{ total: 121_00 }])
})

test('an unchanged price of a title leaves the prices of its copies, and a changed price replaces them', async () => {
  const { profileId } = await makeCustomer()
  const id = await makePublication()
  const queryOfTwo = `client=${profileId}&item.0.publication=${id}&item.0.price=normal&item.1.publication=${id}`
  const listPricesAfter = async (fields: string) => {
    const { location } = await staff.get(loader, `${createOrderPath}?${queryOfTwo}&quantity.${id}=2${fields}`)
    const { state } = await openForm(new URL(location ?? '', 'http://shop.test').search.slice(1))
    return state.items.map(({ price }) => price)
  }
  const unchangedPrice = `&price.${id}=normal&price_before.${id}=normal`
  expect(await listPricesAfter(`&item.1.price=free${unchangedPrice}`)).toEqual(['normal', 'free'])
  expect(await listPricesAfter(`&item.1.price=normal&price.${id}=free&price_before.${id}=normal`)).toEqual([
    'free',
    'free',
  ])
  // `price_before` is empty if the copies have different prices.
  expect(await listPricesAfter(`&item.1.price=free&price.${id}=normal&price_before.${id}=`)).toEqual([
    'normal',
    'normal',
  ])
  const mixedPage = await fetchPage(staff, `${createOrderPath}?${queryOfTwo}&item.1.price=free`)
  expect(mixedPage.html).toContain(`name="price_before.${id}" value=""`)
  expect(mixedPage.text).toContain('Total até aqui (2 exemplares) R$ 80,00')
})

test('removing a copy preserves the changed quantity of another title', async () => {
  const { profileId } = await makeCustomer()
  const [id, otherId] = [await makePublication(), await makePublication()]
  const items = `item.0.publication=${id}&item.1.publication=${id}&item.2.publication=${otherId}`
  const query = `client=${profileId}&${items}&quantity.${id}=2&quantity.${otherId}=3`
  const { state } = await openForm(await pressButton(query, 'remove_item=1'))
  expect(state.items.map(({ publication }) => publication)).toEqual([id, otherId, otherId, otherId])
})

test('adds the quantity in the field, by default one, up to the forty items of an order', async () => {
  const { profileId } = await makeCustomer()
  const id = await makePublication()
  const clientQuery = `client=${profileId}&search=manual`
  expect(
    (await openForm(await pressButton(`${clientQuery}&quantity.${id}=2`, `add=${id}`))).state.items,
  ).toHaveLength(2)
  expect((await openForm(await pressButton(clientQuery, `add=${id}`))).state.items).toHaveLength(1)
  expect(
    (await openForm(await pressButton(`${clientQuery}&quantity.${id}=x`, `add=${id}`))).state.items,
  ).toHaveLength(1)
  expect(
    (await openForm(await pressButton(`${clientQuery}&quantity.${id}=99`, `add=${id}`))).state.items,
  ).toHaveLength(40)
})
