import { beforeEach, expect, test } from 'vitest'
import { webhookEvents } from '#app/domain/settings/webhook.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { findEndpoint, listEndpoints } from '#app/models/settings/webhook-endpoint.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { listQueuedDeliveries, makeDelivery, makeEndpoint } from '#tests/factories/webhooks.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const webhooksPath = '/admin/settings/webhooks'
const endpointFields = {
  description: 'ERP',
  address: 'https://erp.example/avisos',
  order_paid: 'on',
  order_placed: 'on',
}

let admin: Visitor

beforeEach(async () => {
  await openShop()
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

const listSecrets = async () => {
  const rows = await db.selectFrom('webhook_endpoints').select('secret').execute()
  return rows.map(({ secret }) => secret)
}

async function findLockVersion(id: number) {
  return (await findEndpoint(id))?.lock_version ?? 0
}

test('a new endpoint shows its secret once, and a repeated form redirects to the endpoint', async () => {
  const emptyPage = await fetchPage(admin, `${webhooksPath}/0`)
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(emptyPage.html) ?? []
  const page = await fetchPage(admin, `${webhooksPath}/0`, { ...endpointFields, token })
  const [secret = ''] = await listSecrets()
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect([page.status, page.text.includes(secret)]).toEqual([200, true])
  const [endpoint] = await listEndpoints()
  expect(endpoint).toMatchObject({
    address: endpointFields.address,
    description: 'ERP',
    events: ['order.placed', 'order.paid'],
    isActive: true,
  })
  const secondPage = await fetchPage(admin, `${webhooksPath}/0`, { ...endpointFields, token })
  expect([secondPage.status, secondPage.location]).toEqual([303, `${webhooksPath}/${endpoint?.id}`])
  expect(await listSecrets()).toEqual([secret])
  for (const path of [
    webhooksPath,
    `${webhooksPath}/${endpoint?.id}`,
    `${webhooksPath}/${endpoint?.id}/secret`,
  ])
    expect((await fetchPage(admin, path)).html).not.toContain(secret)
})

test.each([
  [{ address: 'http://erp.example/' }, 'O endereço precisa começar com https://'],
  [{ address: 'https://erp.example:8443/' }, 'Só as portas 443 e 80 são aceitas'],
  [{ address: 'https://ana:senha@erp.example/' }, 'Não ponha usuário nem senha no endereço'],
  [{ address: 'erp' }, 'Endereço incorreto'],
  [{ address: `https://erp.example/${'x'.repeat(500)}` }, 'Use no máximo 500 caracteres'],
  [{ description: ' ' }, 'Descrição: Campo obrigatório'],
  [{ order_paid: '', order_placed: '' }, 'Escolha ao menos um evento'],
])('rejects %j at its field and returns the typed values', async (invalidField, message) => {
  const page = await fetchPage(admin, `${webhooksPath}/0`, {
    ...endpointFields,
    subscription_expired: '',
    ...invalidField,
    token: 'x',
  })
  expect(page.status).toBe(400)
  expect(page.text).toContain(message)
  if (!('description' in invalidField)) expect(page.html).toContain('value="ERP"')
  expect(await listSecrets()).toEqual([])
})

test('reports all errors of an endpoint at once', async () => {
  const page = await fetchPage(admin, `${webhooksPath}/0`, { description: '', address: '', token: 'x' })
  for (const expectedText of [
    'Descrição: Campo obrigatório',
    'Endereço: Campo obrigatório',
    'Escolha ao menos um evento',
  ])
    expect(page.text).toContain(expectedText)
})

test('rejects more endpoints than the maximum of twenty', async () => {
  for (let count = 0; count < 20; count++) await makeEndpoint()
  const page = await fetchPage(admin, `${webhooksPath}/0`, { ...endpointFields, token: 'x' })
  expect([page.status, page.text.includes('Já há 20 webhooks')]).toEqual([400, true])
  expect(await listSecrets()).toHaveLength(20)
})

test('saves a change with history, and a conflicting save shows both versions', async () => {
  const { id } = await makeEndpoint()
  const savedAnswer = await fetchPage(admin, `${webhooksPath}/${id}`, { ...endpointFields, lock_version: 0 })
  expect([savedAnswer.status, savedAnswer.location]).toEqual([303, `${webhooksPath}/${id}`])
  const conflictPage = await fetchPage(admin, `${webhooksPath}/${id}`, {
    ...endpointFields,
    description: 'BI',
    lock_version: 0,
  })
  expect(conflictPage.status).toBe(409)
  expect(conflictPage.text).toContain('Descrição: gravado “ERP”, digitado “BI”')
  const [, currentVersion = ''] = /name="lock_version" value="(\d+)"/.exec(conflictPage.html) ?? []
  await fetchPage(admin, `${webhooksPath}/${id}`, {
    ...endpointFields,
    description: 'BI',
    lock_version: currentVersion,
  })
  expect(await findEndpoint(id)).toMatchObject({ description: 'BI', events: ['order.placed', 'order.paid'] })
  expect((await listHistory('webhook', id)).map(({ action }) => action)).toEqual([
    'created',
    'changed',
    'changed',
  ])
  const page = await fetchPage(admin, `${webhooksPath}/${id}`)
  expect(page.text).toContain('Pedido feito, Pagamento do pedido confirmado')
})

test('creates and shows one new secret, even if the form is repeated', async () => {
  const { id, secret } = await makeEndpoint()
  const page = await fetchPage(admin, `${webhooksPath}/${id}/secret`, { lock_version: 0 })
  const [newSecret = ''] = await listSecrets()
  expect(newSecret).not.toBe(secret)
  expect(page.text).toContain(newSecret)
  const secondPage = await fetchPage(admin, `${webhooksPath}/${id}/secret`, { lock_version: 0 })
  expect([secondPage.status, secondPage.location]).toEqual([303, `${webhooksPath}/${id}`])
  expect(await listSecrets()).toEqual([newSecret])
})

test('pauses and resumes an endpoint, but not from an outdated page', async () => {
  const { id } = await makeEndpoint()
  for (const { intent, lock_version, isActiveAfter } of [
    { intent: 'pause', lock_version: 0, isActiveAfter: false },
    { intent: 'resume', lock_version: 0, isActiveAfter: false },
    { intent: 'resume', lock_version: 1, isActiveAfter: true },
  ]) {
    await fetchPage(admin, `${webhooksPath}/${id}/state`, { intent, lock_version })
    expect(await findEndpoint(id)).toMatchObject({ isActive: isActiveAfter })
  }
  expect(
    (await fetchPage(admin, `${webhooksPath}/${id}/state`, { intent: 'x', lock_version: 2 })).status,
  ).toBe(400)
  expect((await fetchPage(admin, `${webhooksPath}/${id}/state`, { intent: 'pause' })).status).toBe(400)
  expect(await findLockVersion(id)).toBe(2)
})

test('queues a test event, and the log shows its body', async () => {
  const { id } = await makeEndpoint()
  const answer = await fetchPage(admin, `${webhooksPath}/${id}/test`, {})
  expect(answer.location).toBe(`${webhooksPath}/${id}/deliveries`)
  expect(await listQueuedDeliveries()).toHaveLength(1)
  const logPage = await fetchPage(admin, `${webhooksPath}/${id}/deliveries`)
  expect(logPage.text).toContain('Teste')
  const [, deliveryId = ''] = /deliveries\/(\d+)"/.exec(logPage.html) ?? []
  const page = await fetchPage(admin, `${webhooksPath}/${id}/deliveries/${deliveryId}`)
  for (const expectedText of ['A enviar', '"type":"ping"', 'https://erp.example/avisos'])
    expect(page.text).toContain(expectedText)
})

test('the log of an endpoint filters by state, has pages and contains only its own deliveries', async () => {
  const { endpoint, id } = await makeDelivery()
  const time = new Date('2026-11-22T12:00:00Z')
  // The log contains 60 abandoned deliveries, a successful one, and the pending one of makeDelivery.
  const deliveryFields = { endpoint_id: endpoint.id, event: 'order.paid', body: '{}', created_at: time }
  const deliveries = Array.from({ length: 60 }, (_, index) => ({
    ...deliveryFields,
    event_id: `evt_${index}`,
    entity_id: index + 1,
    given_up_at: time,
    last_error: 'address refused: private',
  }))
  await db.insertInto('webhook_deliveries').values(deliveries).execute()
  await db
    .insertInto('webhook_deliveries')
    .values({ ...deliveryFields, event_id: 'evt_done', entity_id: 1, delivered_at: time })
    .execute()
  const fetchLog = (query: string) => fetchPage(admin, `${webhooksPath}/${endpoint.id}/deliveries${query}`)
  const readCount = async (query: string) =>
    /(\d+) avisos?\b/.exec((await fetchLog(query)).text.split('Filtrar')[1] ?? '')?.[1]
  expect([
    await readCount(''),
    await readCount('?status=1'),
    await readCount('?status=2'),
    await readCount('?status=3'),
  ]).toEqual(['62', '1', '1', '60'])
  expect((await fetchLog('?status=3')).text).toContain('o endereço é de uma rede interna')
  const links = (await fetchLog('?status=3&page=2')).html.match(/deliveries\/\d+"/g)
  expect(links).toHaveLength(10)
  expect((await fetchLog('?page=9')).location).toBe(`${webhooksPath}/${endpoint.id}/deliveries?page=2`)
  const otherEndpoint = await makeEndpoint()
  expect((await fetchPage(admin, `${webhooksPath}/${otherEndpoint.id}/deliveries/${id}`)).status).toBe(404)
})

test('a repeated form retries one delivery once, and another form retries all abandoned deliveries', async () => {
  const { endpoint, id } = await makeDelivery()
  const path = `${webhooksPath}/${endpoint.id}/deliveries`
  for (const _attempt of [1, 2]) await fetchPage(admin, `${path}/${id}`, { turn: 1 })
  expect(await listQueuedDeliveries()).toEqual([`${id}/1`, `${id}/2`])
  expect((await fetchPage(admin, path)).text).not.toContain('Enviar de novo')
  await db.updateTable('webhook_deliveries').set({ given_up_at: new Date() }).execute()
  expect((await fetchPage(admin, webhooksPath)).text).toContain('Não entregues')
  expect((await fetchPage(admin, '/admin/settings')).text).toContain('1 de 1 ativos; avisos não entregues: 1')
  expect((await fetchPage(admin, path)).text).toContain('Enviar de novo o que não foi entregue (1)')
  await fetchPage(admin, path, {})
  expect(await listQueuedDeliveries()).toEqual([`${id}/1`, `${id}/2`, `${id}/3`])
  expect((await fetchPage(admin, path)).text).toContain('A enviar')
})

test('removes an endpoint with its deliveries after a confirmation', async () => {
  const { endpoint } = await makeDelivery()
  expect((await fetchPage(admin, `${webhooksPath}/${endpoint.id}/removal`)).text).toContain(
    'Excluir este webhook?',
  )
  expect((await fetchPage(admin, `${webhooksPath}/${endpoint.id}/removal`, {})).location).toBe(webhooksPath)
  expect(await db.selectFrom('webhook_deliveries').select('id').execute()).toEqual([])
  for (const subpage of ['', '/secret', '/deliveries', '/removal'])
    expect((await fetchPage(admin, `${webhooksPath}/${endpoint.id}${subpage}`)).status).toBe(404)
})

test('every event has a checkbox in the form of an endpoint', async () => {
  const { html } = await fetchPage(admin, `${webhooksPath}/0`)
  expect(webhookEvents.filter((event) => !html.includes(`name="${event.replace('.', '_')}"`))).toEqual([])
})
