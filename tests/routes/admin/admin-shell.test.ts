import { beforeEach, expect, test } from 'vitest'
import { createFirstAdmin } from '#app/models/accounts/first-admin.server.ts'
import { findLinkState } from '#app/models/accounts/password-reset.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { summariseOpenEffects } from '#app/models/backoffice/outbox-admin.server.ts'
import { replaceFreightSteps } from '#app/models/checkout/freight.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordChange, recordHistory } from '#app/models/platform/history.server.ts'
import { addAllToOutbox } from '#app/models/platform/outbox.server.ts'
import { recordHeartbeat } from '#app/models/platform/worker-heartbeat.server.ts'
import { editSetting, getShopRules } from '#app/models/settings/setting.server.ts'
import { action as jobsAction } from '#app/routes/admin/system/jobs.tsx'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
let staffId: number

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer({ email: 'equipe@exemplo.test' })
  staffId = userId
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  staff = await loginAs({ userId })
})

test('an order number and a search with one match redirect to the record, and several orders of an aircraft are listed', async () => {
  const { orderId } = await makeOrder({ [await makeDownload({ name: 'Manual da Hélice' })]: 1 })
  await db.updateTable('order_lines').set({ airplane_registration: 'PT-FAB' }).execute()
  for (const text of [`pedido ${orderId}`, `Pedido nº ${orderId}`, `ped #${orderId}`])
    expect((await fetchPage(staff, `/admin/search?q=${encodeURIComponent(text)}`)).location).toBe(
      `/admin/order/${orderId}`,
    )
  const numberSearch = await fetchPage(staff, `/admin/search?q=${orderId}`)
  expect(numberSearch.location ?? numberSearch.text).toMatch(
    new RegExp(`(/admin/order/|Pedido nº )${orderId}`),
  )
  const findRedirect = async (text: string) => (await fetchPage(staff, `/admin/search?q=${text}`)).location
  for (const text of ['ptf', 'PT-FAB']) expect(await findRedirect(text)).toBe(`/admin/order/${orderId}`)
  expect(await findRedirect('equipe@')).toMatch(/^\/admin\/client\/\d+$/)
  expect(await findRedirect('h%C3%A9lice')).toMatch(/^\/admin\/publication\/\d+$/)
  await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('order_lines').set({ airplane_registration: 'PT-FAB' }).execute()
  expect((await fetchPage(staff, '/admin/search?q=ptf')).text).toContain('Pedidos da aeronave')
  expect((await fetchPage(staff, '/admin/search?q=zzzz')).text).toContain(
    'Nenhum resultado pode ser encontrado',
  )
  expect((await fetchPage(staff, '/admin/search?q=pedido%20999999')).status).toBe(200)
})

test('the history filters by record, person, day and words, has pages and exports the filtered entries', async () => {
  await withTransaction(async (trx) => {
    for (let id = 1; id <= 60; id++)
      await recordHistory(trx, { entity: 'order', entityId: id, action: 'paid', actorUserId: null })
    const change = { entity: 'publication', entityId: 7, actorUserId: staffId } as const
    await recordChange(trx, { ...change, before: { name: 'Antigo' }, after: { name: 'Edição "Água"' } })
  })
  const searchHistory = async (query: string) => (await fetchPage(staff, `/admin/history?${query}`)).text
  expect(await searchHistory('entity=publication')).toContain('Nome: Antigo → Edição "Água"')
  expect(await searchHistory('text=%22%C3%81gua%22')).toContain('Publicação nº 7')
  expect(await searchHistory('actor=equipe@')).not.toContain('Pedido nº 60')
  expect(await searchHistory('entity=order&number=12')).toMatch(/Pedido nº 12 /)
  expect(await searchHistory('from=2001-01-01&to=2001-01-02')).toContain('Nenhum resultado')
  const firstPage = await fetchPage(staff, '/admin/history')
  expect(firstPage.text).not.toContain('Pedido nº 5 ')
  const [, olderLink = ''] = /href="([^"]+)">Mais antigos/.exec(firstPage.html) ?? []
  expect((await fetchPage(staff, olderLink.replaceAll('&amp;', '&'))).text).toContain('Pedido nº 5 ')
  const csvFile = await fetchPage(staff, '/admin/history.csv?entity=order')
  expect(csvFile.html.trim().split('\n')).toHaveLength(61) // The heading and sixty entries.
})

test('the history formats amounts, weights, states and switches, on the page and in its file', async () => {
  const rules = await getShopRules()
  const saveContext = { seenVersion: 0, actorUserId: staffId }
  await editSetting('shop', { ...rules, offersFreightToBeAgreed: true }, saveContext)
  await editSetting('shop', { ...rules, offersFreightToBeAgreed: false }, { ...saveContext, seenVersion: 1 })
  const freightSteps = [{ max_weight_kg: 5, value: 2490, days: 4 }]
  await replaceFreightSteps({ region: 'SE', service: 'PAC' }, freightSteps, saveContext)
  await withTransaction(async (trx) => {
    const publication = { entity: 'publication', entityId: 1, actorUserId: staffId } as const
    const fieldsBefore = { price: 12000, is_signature: true, weight: 1250 }
    await recordChange(trx, {
      ...publication,
      before: fieldsBefore,
      after: { price: 13000, is_signature: false, weight: 900 },
    })
    const details = { source: 'staff', from: 1 }
    await recordHistory(trx, { entity: 'order', entityId: 5, action: 'paid', actorUserId: staffId, details })
  })
  const expectedTexts = [
    'Preço de compra: R$ 120,00 → R$ 130,00',
    'Assinatura: sim → não',
    'Peso: 1,25 kg → 0,9 kg',
    'Oferecer frete “À Combinar”: sim → não',
    'R$ 24,90, 4 dias',
    'PAC, Sudeste, até 5 kg:',
    'Por: equipe',
    'Antes: Pagamento pendente',
  ]
  const pageText = (await fetchPage(staff, '/admin/history')).text
  const fileText = (await fetchPage(staff, '/admin/history.csv')).html
  for (const expectedText of expectedTexts) {
    expect(pageText).toContain(expectedText)
    expect(fileText).toContain(expectedText)
  }
  for (const setting of ['shop', 'freight?region=SE&service=PAC'])
    expect((await fetchPage(staff, `/admin/settings/${setting}`)).text).toMatch(/sim → não|R\$ 24,90, 4 dias/)
})

/**
 * Creates a customer whose account id and profile id differ. The ids continue from earlier tests and may be
 * equal; then an account without a profile makes them differ.
 */
async function makeCustomerWithTwoNumbers() {
  const customer = await makeCustomer()
  if (customer.userId !== customer.profileId) return customer
  await db.insertInto('users').values({ email: 'sem-cadastro@exemplo.test', password_hash: null }).execute()
  return makeCustomer()
}

test('the history identifies a user by the profile number, not the account id', async () => {
  const { userId, profileId } = await makeCustomerWithTwoNumbers()
  await withTransaction(async (trx) => {
    const change = { entity: 'user', entityId: userId, actorUserId: staffId } as const
    await recordChange(trx, { ...change, before: { name: 'Ana' }, after: { name: 'Beatriz' } })
    await recordHistory(trx, { entity: 'order', entityId: profileId, action: 'paid', actorUserId: null })
    await recordHistory(trx, { entity: 'order', entityId: userId, action: 'paid', actorUserId: null })
  })
  const searchHistory = async (query: string) => (await fetchPage(staff, `/admin/history${query}`)).text
  for (const query of [`entity=user&number=${profileId}`, `number=${profileId}`]) {
    expect(await searchHistory(`?${query}`)).toContain(`Usuário nº ${profileId} `)
    expect(await searchHistory(`.csv?${query}`)).toContain(`;Usuário nº ${profileId};`)
  }
  expect(await searchHistory(`?number=${profileId}`)).toContain(`Pedido nº ${profileId} `)
  expect(await searchHistory(`?entity=user&number=${userId}`)).not.toContain('Beatriz')
  expect(await searchHistory(`?number=${userId}`)).not.toContain('Beatriz')
})

test('a rejected task shows its reason and is retried with a history entry; a finished task is not', async () => {
  await recordHeartbeat({
    worker: 'abc',
    host: 'oficina',
    pid: 7,
    startedAt: new Date(),
    lanes: ['work', 'mail'],
    queues: null,
    schedules: [{ name: 'sweep', next: new Date() }],
  })
  await db
    .insertInto('outbox')
    .values({
      job: 'issue-boleto',
      subject: '77',
      last_error: 'no bank agreement in the settings',
      refused_at: new Date(),
    })
    .execute()
  const { id } = await db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', '77')
    .executeTakeFirstOrThrow()
  const page = await fetchPage(staff, '/admin/jobs')
  for (const expectedText of ['Falta o convênio bancário', 'oficina', 'O Redis não respondeu', 'Limpeza'])
    expect(page.text).toContain(expectedText)
  expect(page.text).not.toContain('no bank agreement')
  await staff.post(jobsAction, '/admin/jobs', { retry: id })
  const retriedJob = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(retriedJob).toMatchObject({ refused_at: null, published_at: null, requeues: 1 })
  expect((await fetchPage(staff, '/admin/history?entity=job')).text).toContain('Tentado de novo')
  await db.updateTable('outbox').set({ done_at: new Date() }).where('id', '=', id).execute()
  await staff.post(jobsAction, '/admin/jobs', { retry: 'all' })
  expect(
    (await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).requeues,
  ).toBe(1)
})

test('creates and replaces the link of the first administrator, and rejects another e-mail', async () => {
  const firstAdmin = await createFirstAdmin(' Dona@Exemplo.test ')
  if (typeof firstAdmin === 'string') throw new Error(firstAdmin)
  expect(await findLinkState(firstAdmin.token)).toBe('live')
  const secondLink = await createFirstAdmin('dona@exemplo.test')
  expect(typeof secondLink).toBe('object')
  expect(await findLinkState(firstAdmin.token)).toBe('over')
  expect(await createFirstAdmin('outra@exemplo.test')).toBe('exists')
})

test.each([
  ['/admin/today', 'Hoje', 'page'],
  ['/admin', 'Gerenciar andamento', 'page'],
  ['/admin/', 'Gerenciar andamento', 'page'],
  ['/admin/signatures', 'Gerenciar andamento', 'true'],
  ['/admin/orders', 'Pedidos', 'page'],
  ['/admin/review', 'Pedidos', 'true'],
  ['/admin/create_order', 'Pedidos', 'true'],
  ['/admin/expeditions/waiting', 'Expedições', 'true'],
  ['/admin/user/0', 'Clientes', 'true'],
  ['/admin/messages', 'Clientes', 'true'],
  ['/admin/mails', 'Configurações', 'true'],
  ['/admin/jobs', 'Configurações', 'true'],
  ['/admin/history', 'Configurações', 'true'],
  ['/admin/remittances', 'Recebimentos', 'true'],
  ['/admin/report/paid_orders/', 'Relatórios', 'true'],
  ['/admin/settings/shop', 'Configurações', 'true'],
])('%s marks only the section "%s" as open (%s)', async (path, label, currentValue) => {
  const { html } = await fetchPage(staff, path)
  const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
  const openSections = [...header.matchAll(/aria-current="(\w+)"[^>]*>([^<]+)</g)].map(
    ([, current, name]) => [current, name],
  )
  // The page contains the menu twice, for a wide screen and for a phone.
  expect(openSections).toEqual([
    [currentValue, label],
    [currentValue, label],
  ])
})

test('the back-office header has its menus before the target of the skip link', async () => {
  const { html } = await fetchPage(staff, '/admin/orders')
  for (const shopLink of ['Comprar publicação', 'Carrinho', 'Contato'])
    expect.soft(html).not.toContain(shopLink)
  const mainPosition = html.indexOf('<main')
  expect(mainPosition).toBeGreaterThan(html.lastIndexOf('aria-label="Administração"'))
  expect(mainPosition).toBeGreaterThan(html.indexOf('id="ir-para"'))
  expect(html).toContain('action="/logout"')
  expect((await fetchPage(staff, '/admin/order/999999')).html).toContain('aria-label="Administração"')
  expect((await fetchPage(staff, '/publications')).html).toContain('Comprar publicação')
})

test('the summary of effects counts due effects as open and later effects as held', async () => {
  await withTransaction(async (trx) => {
    const inAnHour = new Date(Date.now() + 3_600_000)
    await addAllToOutbox(trx, 'deliver-webhook', ['1/1', '1/2'], inAnHour)
    await addAllToOutbox(trx, 'deliver-webhook', ['2/1'])
  })
  expect(await summariseOpenEffects()).toMatchObject([{ job: 'deliver-webhook', open: 1, held: 2 }])
})

test('the mails of an order include those of its boleto, but not of another boleto', async () => {
  const { orderId } = await makeOrder({ [await makeDownload({})]: 1 })
  await giveBoleto(orderId)
  const boleto = await db.selectFrom('boletos').select('id').executeTakeFirstOrThrow()
  const otherBoletoId = boleto.id + 1
  const mailSubjects = [
    ['mail-boleto-due', boleto.id],
    ['mail-order-unpaid', orderId],
    ['mail-boleto-due', otherBoletoId],
  ] as const
  const to_address = 'a@exemplo.test'
  const mails = mailSubjects.map(([job, subject], index) => ({
    outbox_id: index + 1,
    job,
    subject_ref: String(subject),
    to_address,
    subject: 'Assunto',
    state: 'sent',
    attempts: 1,
  }))
  await db.insertInto('mails').values(mails).execute()
  const { rows } = await listMails({ page: 1, search: String(orderId) })
  expect(rows.map(({ job, subject_ref }) => [job, Number(subject_ref)])).toEqual([
    ['mail-order-unpaid', orderId],
    ['mail-boleto-due', boleto.id],
  ])
})
