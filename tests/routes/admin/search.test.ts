import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeBankBoleto } from '#tests/factories/boletos.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

const fetchSearch = async (path: string, query: Record<string, string>) =>
  fetchPage(staff, `${path}?${new URLSearchParams(query)}`)

/** Gives a client the name, company, CNPJ, phone and e-mail that `searchTerms` find. */
async function giveSearchedData(profileId: number) {
  await db
    .updateTable('profiles')
    .set({ is_company: true, name: 'Helena Brandão de Almeida', company_name: 'Fazenda Asa Branca Ltda.' })
    .set({ cnpj: company.cnpj, cpf: null, phone: '16998761234' })
    .where('id', '=', profileId)
    .execute()
  await db
    .updateTable('users')
    .set({ email: `contato${profileId}@fazendaasabranca.test` })
    .where('id', 'in', (eb) => eb.selectFrom('profiles').select('user_id').where('id', '=', profileId))
    .execute()
  await withTransaction((trx) => indexPeople(trx, [profileId]))
}

/** Words and numbers that staff hear on the phone. Each finds the client. */
const searchTerms = [
  'Brandão',
  'branca asa',
  '99876-1234',
  '12.ABC.345/01DE-35',
  'asabranca',
  'de brandao helena',
]

test('four lists find a client by word, digits or part of the e-mail and show the query', async () => {
  const [searchedOrder, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const shipmentId = await makeShipment(searchedOrder)
  await makeShipment(otherOrder)
  await giveSearchedData(searchedOrder.profileId)
  const lists = [
    ['/admin/orders', `href="/admin/order/${searchedOrder.orderId}"`],
    ['/admin/users', `href="/admin/client/${searchedOrder.profileId}"`],
    ['/admin/expeditions', `href="/admin/expedition/${shipmentId}"`],
    ['/admin/signatures', `href="/admin/order/${searchedOrder.orderId}"`],
  ] as const
  for (const [path, link] of lists)
    for (const search of searchTerms) {
      const { html, text } = await fetchSearch(path, { search })
      expect.soft(html, `${path} ${search}`).toContain(link)
      expect.soft(html).toContain(`value="${search}"`)
      // The order has three copies, each of which is a row of /admin/signatures.
      expect.soft(text).toMatch(path === '/admin/signatures' ? /3 resultados/ : /1 resultado/)
    }
  const emptyPage = await fetchSearch('/admin/orders', { search: 'brandão zeppelin', status: '2' })
  expect(emptyPage.text).toContain('Nenhum resultado pode ser encontrado')
  expect(emptyPage.html).toContain('href="/admin/orders?status=2"')
  expect(emptyPage.text).toContain('Limpar a busca')
})

test('finds boletos, boletos awaiting a remittance, and payments by client or printed number', async () => {
  const [searchedBoleto, otherBoleto] = [await makeBankBoleto(), await makeBankBoleto()]
  await giveSearchedData(await getProfileId(await findBuyerUserId(searchedBoleto.orderId)))
  const payment = { source: 'bank-file', paidOn: toCivilDate(new Date()), creditedOn: null } as const
  const actor = { actorUserId: null, source: 'bank-file' }
  const listMatches = async (path: string, search: string) => {
    const { html } = await fetchSearch(path, { search })
    return [searchedBoleto, otherBoleto].filter(({ orderId }) =>
      html.includes(`href="/admin/order/${orderId}"`),
    )
  }
  for (const search of [...searchTerms, searchedBoleto.printed]) {
    expect.soft(await listMatches('/admin/boletos', search), search).toEqual([searchedBoleto])
    expect.soft(await listMatches('/admin/remittances', search), search).toEqual([searchedBoleto])
  }
  for (const { boletoId, orderId } of [searchedBoleto, otherBoleto])
    await receivePayment(
      { ...payment, eventKey: `bank/${orderId}`, boletoId, value: 100 },
      actor,
      payment.paidOn,
    )
  const openPayments = await db.selectFrom('payments').select('id').where('problem', 'is not', null).execute()
  expect(openPayments).toHaveLength(2)
  // The page shows open payments regardless of the search.
  await db.updateTable('payments').set({ resolved_at: new Date(), resolution: 'dismissed' }).execute()
  for (const search of [...searchTerms, searchedBoleto.printed])
    expect.soft(await listMatches('/admin/payments', search), search).toEqual([searchedBoleto])
  const emptyPage = await fetchSearch('/admin/payments', { search: 'zeppelin' })
  expect(emptyPage.html).toContain('Limpar a busca')
  const filteredPage = await fetchSearch('/admin/boletos', {
    search: 'zeppelin',
    status: String(boletoFilter.open),
    issuer: 'asaas',
  })
  expect(filteredPage.html).toContain(`href="/admin/boletos?status=${boletoFilter.open}&amp;issuer=asaas"`)
})

async function findBuyerUserId(orderId: number): Promise<number> {
  const { user_id } = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select('user_id')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return user_id
}

test('finds the mails to a client by name and by part of the address', async () => {
  const { profileId } = await makeCustomer()
  await giveSearchedData(profileId)
  const mail = { job: 'mail-order-received', subject_ref: '1', state: 'sent', user_id: null } as const
  await db
    .insertInto('mails')
    .values([
      {
        ...mail,
        to_address: `contato${profileId}@fazendaasabranca.test`,
        subject: 'Pedido recebido',
        outbox_id: 1,
      },
      { ...mail, to_address: 'outro@exemplo.test', subject: 'Outro pedido recebido', outbox_id: 2 },
    ])
    .execute()
  for (const search of ['Brandão', 'asabranca', 'helena almeida']) {
    const { text } = await fetchSearch('/admin/mails', { search })
    expect.soft(text, search).toContain(`contato${profileId}@fazendaasabranca.test`)
    expect.soft(text).not.toContain('outro@exemplo.test')
  }
})

test('finds clients by any word for an order, a shipment and a report, and counts the matches', async () => {
  for (let index = 0; index < 22; index++) await makeCustomer()
  const { profileId } = await makeCustomer()
  await giveSearchedData(profileId)
  for (const search of searchTerms) {
    const orderPage = await fetchSearch('/admin/create_order', { search })
    expect.soft(orderPage.html, search).toContain(`/admin/create_order?client=${profileId}"`)
    expect.soft(orderPage.text).toContain('1 cliente encontrado.')
    const shipmentPage = await fetchSearch('/admin/expedition/0', { client_search: search })
    expect.soft(shipmentPage.html, search).toContain(`/admin/expedition/0?client=${profileId}"`)
    const reportPage = await fetchSearch('/admin/report/expedition_list', { client_search: search })
    expect.soft(reportPage.html, search).toContain(`<option value="${profileId}"`)
  }
  const manyPage = await fetchSearch('/admin/create_order', { search: 'inventada' })
  expect(manyPage.text).toMatch(/São os 20 mais novos de 2[23]/)
  const emptyPage = await fetchSearch('/admin/create_order', { search: 'zeppelin' })
  expect(emptyPage.text).toContain('Nenhum cliente encontrado')
  expect(emptyPage.text).toContain('Limpar a busca')
})

test('the quick search redirects to a client by any word, and to an order by NF-e or boleto number', async () => {
  const { orderId, printed, ourNumber } = await makeBankBoleto()
  const profileId = await getProfileId(await findBuyerUserId(orderId))
  await giveSearchedData(profileId)
  await db.updateTable('orders').set({ nfe: '500777' }).where('id', '=', orderId).execute()
  const findRedirect = async (q: string) => (await fetchSearch('/admin/search', { q })).location
  for (const q of searchTerms) expect.soft(await findRedirect(q), q).toBe(`/admin/client/${profileId}`)
  for (const q of ['500777', 'NF-e 500777', '5007'])
    expect.soft(await findRedirect(q), q).toBe(`/admin/order/${orderId}`)
  for (const q of [printed, ourNumber])
    expect.soft(await findRedirect(q), q).toBe(`/admin/order/${orderId}#boletos`)
})

test('the quick search for a shared surname links to each client and to each client’s order', async () => {
  const [firstOrder, secondOrder] = [await makePaidOrder(), await makePaidOrder()]
  const shipmentId = await makeShipment(firstOrder)
  await db
    .updateTable('shipments')
    .set({ status: shipmentStatus.sent, send_date: '2026-11-05', track_code: trackCode })
    .where('id', '=', shipmentId)
    .execute()
  await giveSearchedData(firstOrder.profileId)
  await giveSearchedData(secondOrder.profileId)
  const { html, text } = await fetchSearch('/admin/search', { q: 'brandão' })
  expect(html).toContain('value="brandão"')
  for (const { profileId, orderId } of [firstOrder, secondOrder]) {
    expect.soft(html).toContain(`href="/admin/client/${profileId}"`)
    expect.soft(html).toContain(`href="/admin/order/${orderId}"`)
  }
  expect(text).toContain(`Pagamento confirmado; Enviado em 05/11/2026, ${trackCode}`)
})

test.each([
  ['a tracking code', trackCode],
  ['a tracking code in blocks', 'aa 12345678 5 br'],
])('%s redirects to the shipment', async (_, q) => {
  const shipmentId = await makeShipment(await makePaidOrder())
  await db.updateTable('shipments').set({ track_code: trackCode }).where('id', '=', shipmentId).execute()
  expect((await fetchSearch('/admin/search', { q })).location).toBe(`/admin/expedition/${shipmentId}`)
})

test('a number lists all kinds of records with that number, and a number after # opens the shipment', async () => {
  const order = await makePaidOrder()
  const shipmentId = await makeShipment(order)
  const sharedNumber = Math.max(order.orderId, order.profileId, shipmentId, order.manual) + 1_000
  await giveSameId(order, shipmentId, sharedNumber)
  expect((await fetchSearch('/admin/search', { q: `#${sharedNumber}` })).location).toBe(
    `/admin/expedition/${sharedNumber}`,
  )
  for (const q of [String(sharedNumber), `nº ${sharedNumber}`]) {
    const { html, status } = await fetchSearch('/admin/search', { q })
    expect.soft(status, q).toBe(200)
    for (const recordPath of ['order', 'client', 'expedition', 'signature', 'publication'])
      expect.soft(html, `${q} ${recordPath}`).toContain(`href="/admin/${recordPath}/${sharedNumber}"`)
  }
})

/** Sets the same id for an order, its client, its publication, its subscription and its shipment. */
async function giveSameId(
  order: Awaited<ReturnType<typeof makePaidOrder>>,
  shipmentId: number,
  sharedId: number,
) {
  const { orderId, profileId, manual, lineIds } = order
  await db.connection().execute(async (connection) => {
    await sql`set foreign_key_checks = 0`.execute(connection)
    await sql`update subscriptions set id = ${sharedId} where order_line_id = ${lineIds[0]}`.execute(
      connection,
    )
    await sql`update shipments set id = ${sharedId} where id = ${shipmentId}`.execute(connection)
    await sql`update publications set id = ${sharedId} where id = ${manual}`.execute(connection)
    await sql`update orders set id = ${sharedId}, profile_id = ${sharedId} where id = ${orderId}`.execute(
      connection,
    )
    await sql`update profiles set id = ${sharedId} where id = ${profileId}`.execute(connection)
    await sql`set foreign_key_checks = 1`.execute(connection)
  })
}

test('an internal order suggests a corrected publication search and preserves the selection', async () => {
  const { profileId } = await makeCustomer()
  const chosenId = await makePublication({ name: 'Outro manual' })
  const publicationId = await makePublication({ name: 'Manual do Ipanema', applicability: 'EMB-203' })
  const query = { client: String(profileId), 'item.0.publication': String(chosenId) }
  const misspelledPage = await fetchSearch('/admin/create_order', { ...query, search: 'ipanemma' })
  expect(misspelledPage.text).toContain('Você quis dizer')
  expect(misspelledPage.html).toContain('name="search_for" value="Ipanema"')
  const { location } = await fetchSearch('/admin/create_order', {
    ...query,
    search: 'ipanemma',
    search_for: 'Ipanema',
  })
  const foundPage = await fetchPage(staff, location ?? '')
  expect(foundPage.html).toContain(`name="add" value="${publicationId}"`)
  expect(foundPage.html).toContain(`name="item.0.publication" value="${chosenId}"`)
  expect((await fetchSearch('/admin/create_order', { ...query, search: 'emb203' })).text).toContain(
    '1 publicação encontrada.',
  )
})
