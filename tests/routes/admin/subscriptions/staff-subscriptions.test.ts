import { beforeEach, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { calculateRenewedDue, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findShipment } from '#app/models/shipments/shipment.server.ts'
import { markDelivered, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { expireSubscriptions } from '#app/models/subscriptions/subscription-expiry.server.ts'
import { action, loader } from '#app/routes/admin/subscriptions/subscription.tsx'
import { loader as listLoader } from '#app/routes/admin/subscriptions/subscriptions.tsx'
import { loader as fileLoader } from '#app/routes/admin/subscriptions/subscriptions-export.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { loadSubscription, makeSubscription } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const distantDue = addDays(today, 200)
let staff: Visitor
let staffId: number

beforeEach(async () => {
  staffId = await makeStaff()
  staff = await loginAs({ userId: staffId })
})

const formatPath = (id: number) => `/admin/signature/${id}`
const openForm = async (id: number) => (await staff.get(loader, formatPath(id), { id: String(id) })).data
const sendForm = (id: number, fields: Fields) =>
  staff.post(action, formatPath(id), fields, { id: String(id) })

/** Sends the form of the page, with changes in some fields. */
async function saveUnit(id: number, changes: Fields = {}) {
  return sendForm(id, { ...(await makeForm(id)), ...changes })
}

/** Returns the fields that the page of the unit would send unchanged. */
async function makeForm(id: number): Promise<Fields> {
  const { unit, saved, status, fields } = await openForm(id)
  const { status: code, due, due_seen, track_code, expedition_date, ...texts } = saved
  return {
    lock_version: unit.lock_version,
    ...texts,
    ...(status.options.length > 0 ? { status: code } : {}),
    ...(fields.hasDue ? { due, due_seen } : {}),
    ...(fields.hasDispatch ? { track_code, expedition_date } : {}),
  }
}

async function makeDownloadUnit(due = distantDue) {
  return (await makeSubscription(await makeCustomer(), { due, registration: 'PT-ABC' })).id
}

/** Creates an order with a sent shipment: two one-off copies and a subscription, all printed. */
async function makeSentUnits() {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  await markSent(shipment, { date: '2026-11-05', trackCode }, byStaff)
  const units = await db.selectFrom('subscriptions').select('id').orderBy('id').execute()
  return { shipment, ids: units.map(({ id }) => id) }
}

type PackedOrder = { orderId: number; shipment: number }

async function findUnit(publicationId: number) {
  const unit = db.selectFrom('subscriptions').select('id').where('publication_id', '=', publicationId)
  return (await unit.executeTakeFirstOrThrow()).id
}

test('saves notes, aircraft and due date, and the history shows the new values', async () => {
  const id = await makeDownloadUnit()
  const due = addDays(distantDue, 10)
  const answer = await saveUnit(id, { due, notes: 'Ligar antes', prefix: 'ptxyz', fuel: '0', serial: '' })
  expect(answer.status).toBe(303)
  expect(await loadSubscription(id)).toMatchObject({
    due,
    notes: 'Ligar antes',
    status: subscriptionStatus.downloadReleased,
    lock_version: 1,
  })
  const { unit, history } = await openForm(id)
  expect(unit).toMatchObject({ registration: 'PT-XYZ', serialNumber: null, fuel: 0, isForeign: false })
  expect(history[0]?.changes.map(({ label, to }) => [label, to])).toEqual(
    expect.arrayContaining([
      ['Prefixo', 'PT-XYZ'],
      ['Combustível', 'Não informado'],
      ['Observações', 'Ligar antes'],
      ['Número de série', null],
    ]),
  )
  expect((await listHistoryForStaff('subscription', id))[0]).toMatchObject({ action: 'changed' })
})

test('shows errors at their fields and returns the typed values', async () => {
  const id = await makeDownloadUnit()
  const answer = await saveUnit(id, { due: '2026-02-30', prefix: 'PT-QQQ', expedition_date: 'x' })
  expect(answer.status).toBe(400)
  expect(answer.data.reply).toMatchObject({
    error: { due: ['Data incorreta'], prefix: ['Prefixo incorreto'] },
    initialValue: { due: '2026-02-30', prefix: 'PT-QQQ' },
  })
  expect((await loadSubscription(id)).lock_version).toBe(0)
})

test('a conflicting save shows both versions, preserves typed values and can be repeated', async () => {
  const id = await makeDownloadUnit()
  const secondForm = { ...(await makeForm(id)), notes: 'do segundo' }
  await saveUnit(id, { notes: 'do primeiro' })
  const rejectedPage = await sendForm(id, secondForm)
  expect(rejectedPage.status).toBe(409)
  expect(rejectedPage.data.conflict?.fields).toEqual([
    { label: 'Observações', stored: 'do primeiro', typed: 'do segundo' },
  ])
  const page = await fetchPage(staff, formatPath(id), secondForm)
  expect(page.text).toContain('ATENÇÃO: Não foi possivel atualizar a publicação!')
  expect(page.html).toContain('name="lock_version" value="1"')
  expect(page.html).toContain('do segundo</textarea>')
  expect((await sendForm(id, { ...secondForm, lock_version: 1 })).status).toBe(303)
  expect((await loadSubscription(id)).notes).toBe('do segundo')
})

test('accepts and shows dates in Brazilian notation', async () => {
  const id = await makeDownloadUnit('2027-12-05')
  expect((await fetchPage(staff, formatPath(id))).text).toContain('Gravado: 05/12/2027')
  expect((await saveUnit(id, { due: '05/12/2027' })).status).toBe(303)
  expect((await saveUnit(id, { due: '06/01/2028' })).status).toBe(303)
  expect((await loadSubscription(id)).due).toBe('2028-01-06')
  expect((await saveUnit(id, { due: '30/02/2028' })).data.reply.error).toEqual({ due: ['Data incorreta'] })
  const sentUnit = (await makeSentUnits()).ids.at(-1) ?? 0
  expect((await saveUnit(sentUnit, { expedition_date: '06/11/2026' })).status).toBe(303)
  expect((await loadSubscription(sentUnit)).sent_on).toBe('2026-11-06')
})

test('a form opened before a renewal was paid does not undo the renewal', async () => {
  const customer = await makeCustomer()
  const due = addDays(today, 10)
  const { id } = await makeSubscription(customer, { due, registration: 'PT-ABC' })
  const ownForm = { ...(await makeForm(id)), notes: 'só uma nota' }
  const { orderId } = await placeRenewals({
    ...customer,
    subscriptionIds: [id],
    checkoutToken: makeCheckoutToken(),
    termsVersion: '2026-01-01',
    seenPrices: new Map([[id, 60_00]]),
    today,
  })
  await confirmPayment(orderId, byStaff, today)
  const renewedDue = calculateRenewedDue(due)
  const conflictPage = await fetchPage(staff, formatPath(id), ownForm)
  expect(conflictPage.status).toBe(409)
  expect(conflictPage.text).not.toContain('Vencimento: gravado')
  for (const name of ['due', 'due_seen'])
    expect(conflictPage.html).toMatch(
      new RegExp(`name="${name}"[^>]*value="${renewedDue}"|value="${renewedDue}"[^>]*name="${name}"`),
    )
  const lock_version = (await loadSubscription(id)).lock_version
  expect((await sendForm(id, { ...ownForm, lock_version })).status).toBe(303)
  expect(await loadSubscription(id)).toMatchObject({
    due: renewedDue,
    notes: 'só uma nota',
    times_renewed: 1,
  })
  await reopenOrder(orderId, byStaff)
  expect(await loadSubscription(id)).toMatchObject({ due, times_renewed: 0 })
})

test.each([
  [
    'the shipment is dispatched',
    (packedOrder: PackedOrder) => markSent(packedOrder.shipment, { date: today, trackCode }, byStaff),
  ],
  ['the order is cancelled', (packedOrder: PackedOrder) => cancelOrder(packedOrder.orderId, byStaff)],
  ['the nightly run expires the unit', () => expireSubscriptions('2100-01-01', 10)],
] as const)('an open form shows a conflict when %s', async (_, changeUnit) => {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  const id = await findUnit(order.subscription)
  const ownForm = await makeForm(id)
  await changeUnit({ ...order, shipment })
  expect((await sendForm(id, ownForm)).status).toBe(409)
  expect((await saveUnit(id)).status).toBe(303)
})

test('a rejected form preserves its outdated lock version', async () => {
  const id = await makeDownloadUnit()
  const ownForm = { ...(await makeForm(id)), prefix: 'errado' }
  await saveUnit(id, { notes: 'meanwhile' })
  expect((await fetchPage(staff, formatPath(id), ownForm)).html).toContain('name="lock_version" value="0"')
})

test('allows only the statuses that fit the type of sale', async () => {
  const id = await makeDownloadUnit()
  expect((await openForm(id)).status.options).toEqual([
    subscriptionStatus.downloadReleased,
    subscriptionStatus.expired,
  ])
  expect((await saveUnit(id, { status: '4' })).status).toBe(303)
  expect(await loadSubscription(id)).toMatchObject({
    status: subscriptionStatus.expired,
    status_before_expiry: null,
  })
  const rejectedPage = await saveUnit(id, { status: '5' })
  expect(rejectedPage.data.reply.error).toEqual({
    status: ['Esta situação não serve para o que foi vendido'],
  })
  expect((await saveUnit(id, { status: '1' })).status).toBe(303)
})

test('only the shipment of a copy marks it as sent', async () => {
  const order = await makePaidOrder()
  const id = await findUnit(order.subscription)
  await db
    .updateTable('subscriptions')
    .set({ status: subscriptionStatus.active })
    .where('id', '=', id)
    .execute()
  expect((await openForm(id)).status.options).toEqual([
    subscriptionStatus.active,
    subscriptionStatus.awaitingDispatch,
    subscriptionStatus.expired,
  ])
  expect((await saveUnit(id, { status: '3' })).data.reply.error).toHaveProperty('status')
  expect((await loadSubscription(id)).status).toBe(subscriptionStatus.active)
})

test('only a new due date reactivates an expired unit, and restores its previous status', async () => {
  const id = await makeDownloadUnit(addDays(today, -2))
  expect((await openForm(id)).status).toMatchObject({ current: subscriptionStatus.expired, options: [] })
  // Until the nightly run the stored status is still 1, so this form changes nothing.
  expect((await saveUnit(id, { status: '1' })).status).toBe(303)
  await expireSubscriptions(today, 10)
  expect((await saveUnit(id, { status: '1' })).data.reply.error).toHaveProperty('status')
  expect((await saveUnit(id, { due: distantDue })).status).toBe(303)
  expect(await loadSubscription(id)).toMatchObject({
    status: subscriptionStatus.downloadReleased,
    due: distantDue,
    expired_on: null,
  })
})

test('locks the status of a sent copy, and corrects tracking code and day in its shipment', async () => {
  const { shipment, ids } = await makeSentUnits()
  const [oneOffId = 0, , subscriptionId = 0] = ids
  expect((await openForm(oneOffId)).status).toMatchObject({ current: subscriptionStatus.sent, options: [] })
  expect((await openForm(oneOffId)).fields).toEqual({ hasStatus: false, hasDue: false, hasDispatch: true })
  expect((await saveUnit(oneOffId, { status: '2' })).data.reply.error).toHaveProperty('status')
  expect((await saveUnit(oneOffId, { due: distantDue })).data.reply.error).toHaveProperty('due')
  const rejectedPage = await saveUnit(oneOffId, { track_code: 'AA123456784BR' })
  expect(rejectedPage.data.reply.error).toHaveProperty('track_code')
  expect((await saveUnit(oneOffId, { expedition_date: addDays(today, 1) })).data.reply.error).toHaveProperty(
    'expedition_date',
  )
  const dispatchFields = { track_code: 'aa 100 000 003 br', expedition_date: '2026-11-06' }
  expect((await saveUnit(oneOffId, dispatchFields)).status).toBe(303)
  const correctedDispatch = { track_code: 'AA100000003BR', send_date: '2026-11-06' }
  expect(await findShipment(shipment)).toMatchObject(correctedDispatch)
  expect(await loadSubscription(subscriptionId)).toMatchObject({ track_code: 'AA100000003BR' })
  const { history } = await openForm(oneOffId)
  expect(history.map(({ text }) => text)).toEqual([
    'Código ou data de envio da expedição corrigidos',
    'Expedição enviada',
  ])
  expect(history[0]?.changes.map(({ label }) => label)).toEqual([
    'Código de rastreamento',
    'Data da expedição',
  ])
  expect((await openForm(oneOffId)).shipmentId).toBe(shipment)
})

test('a waiting copy links to a new shipment', async () => {
  const order = await makePaidOrder()
  const { id } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow()
  const page = await fetchPage(staff, formatPath(id))
  expect(page.html).toContain(`/admin/expedition/0/${id}`)
  expect(page.text).toContain('Definida pelas expedições.')
  expect(page.html).toContain(`/admin/order/${order.orderId}`)
  expect(page.text).not.toContain('Código de rastreamento')
})

test('a copy links to its shipment, and to a new shipment when the next revision is due', async () => {
  const order = await makePaidOrder()
  const shipment = await makeShipment(order)
  const id = await findUnit(order.subscription)
  const newShipmentPath = `/admin/expedition/0/${id}`
  const pageWhilePacked = await fetchPage(staff, formatPath(id))
  expect(pageWhilePacked.html).not.toContain(newShipmentPath)
  expect(pageWhilePacked.text).toContain(`Abrir expedição #${shipment}`)
  expect(pageWhilePacked.html).toContain(`href="/admin/expedition/${shipment}"`)
  await markSent(shipment, { date: '2026-11-05', trackCode }, byStaff)
  const waitingForNextRevision = {
    status: subscriptionStatus.awaitingDispatch,
    track_code: null,
    sent_on: null,
  }
  await db.updateTable('subscriptions').set(waitingForNextRevision).where('id', '=', id).execute()
  expect((await fetchPage(staff, formatPath(id))).text).toContain(`Abrir expedição #${shipment}`)
  await markDelivered(shipment, '2026-11-06', byStaff)
  expect((await fetchPage(staff, formatPath(id))).html).toContain(newShipmentPath)
})

test('returns 404 for a missing record', async () => {
  for (const id of ['0', 'x', '999', '-1', '4294967296']) {
    expect((await staff.get(loader, '/admin/signature/x', { id })).status).toBe(404)
    expect((await staff.post(action, '/admin/signature/x', { lock_version: 0 }, { id })).status).toBe(404)
  }
})

test('the list has two addresses and a search, and its file contains the filtered rows', async () => {
  const id = await makeDownloadUnit()
  await makeDownloadUnit(addDays(today, -3))
  for (const address of ['/admin/', '/admin/signatures']) {
    const page = await fetchPage(staff, address)
    expect(page.text).toContain('2 resultados')
    expect(page.html).toContain(`/admin/signature/${id}`)
  }
  expect((await fetchPage(staff, '/admin/signatures?search=zzz')).text).toContain(
    'Nenhum resultado pode ser encontrado',
  )
  expect((await staff.get(listLoader, '/admin/signatures?page=9')).location).toContain('page=1')
  const file = await staff.get(fileLoader, '/admin/signatures.csv?status=4')
  const lines = (await file.response?.text())?.trim().split('\r\n') ?? []
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Vencida')
})
