import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { recordGatewayRefunds } from '#app/models/payments/gateway/gateway-refund.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { receivePayment, recordReversal } from '#app/models/payments/payment.server.ts'
import { requestPixRefund } from '#app/models/payments/pix/pix-refund.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { makeGatewayBoleto, makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { acceptWithdrawal } from '#tests/factories/withdrawals.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const byFile = { actorUserId: null, source: 'bank-file' }

beforeEach(openShop)

const openStaff = async () => loginAs({ userId: await makeStaff() })

async function receiveMoney(boletoId: number | null, value: number, key: string) {
  const payment = { source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...payment, eventKey: key, boletoId, value }, byFile, today)
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', key)
    .executeTakeFirstOrThrow()
  return id
}

const loadOrderStatus = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('shows a message when there is no payment', async () => {
  const { text } = await fetchPage(await openStaff(), '/admin/payments')
  expect(text).toContain('Nenhum recebimento espera por você.')
  expect(text).toContain('Ainda não entrou nenhum pagamento por boleto ou Pix.')
})

test('shows an unmatched payment, an overdue boleto and a failed boleto issue, and queues the issue again', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await db
    .updateTable('boletos')
    .set({ due_date: addDays(today, -6) })
    .where('id', '=', boleto.id)
    .execute()
  const unmatchedId = await receiveMoney(null, 123_45, 'bank/stray')
  await db
    .updateTable('outbox')
    .set({ refused_at: new Date(), last_error: 'no bank agreement in the settings' })
    .where('job', '=', 'issue-boleto')
    .execute()
  const visitor = await openStaff()
  const { text, html } = await fetchPage(visitor, '/admin/payments')
  for (const expectedText of ['Sem boleto da loja', 'R$ 123,45', 'Vencidos', `Emitir boleto (${orderId})`])
    expect.soft(text.replaceAll('\u00a0', ' ')).toContain(expectedText)
  expect(html).toContain(`/admin/payments/${unmatchedId}`)
  const { status } = await fetchPage(visitor, '/admin/payments', { retry: 'all' })
  expect(status).toBe(303)
  const issueJobs = await db
    .selectFrom('outbox')
    .select('refused_at')
    .where('job', '=', 'issue-boleto')
    .execute()
  expect(issueJobs).toEqual([{ refused_at: null }])
})

test('accepting a different amount confirms the order, and a later closing changes nothing', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const id = await receiveMoney(boleto.id, boleto.value + 5, 'bank/1')
  const visitor = await openStaff()
  const page = await fetchPage(visitor, `/admin/payments/${id}`)
  expect(page.text).toContain('Aceitar e confirmar o pedido')
  expect(page.text).not.toContain('Atribuir a um pedido')
  await fetchPage(visitor, `/admin/payments/${id}`, { resolution: 'accepted' })
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
  await fetchPage(visitor, `/admin/payments/${id}`, { resolution: 'dismissed', note: 'Tarde demais' })
  const [payment] = await db.selectFrom('payments').selectAll().execute()
  expect(payment).toMatchObject({ resolution: 'accepted', resolution_note: null })
  expect((await listHistory('order', orderId)).map(({ action }) => action)).toContain('payment-resolved')
})

test('assigns an unmatched payment by order number, never to a paid order', async () => {
  const [paidOrder, openOrder] = [await makeOrderWithBoleto(), await makeOrderWithBoleto()]
  await receiveMoney(paidOrder.boleto.id, paidOrder.boleto.value, 'bank/1')
  const id = await receiveMoney(null, openOrder.boleto.value, 'bank/2')
  const visitor = await openStaff()
  const assignTo = (orderId: string) =>
    fetchPage(visitor, `/admin/payments/${id}`, { resolution: 'assigned', orderId })
  for (const [typed, fault] of [
    ['', 'Campo obrigatório'],
    ['abc', 'Digite o número do pedido'],
    ['999999', 'Não há pedido com este número'],
    [String(paidOrder.orderId), 'O pedido já tem outro recebimento'],
  ] as const) {
    const answer = await assignTo(typed)
    expect.soft(answer.status, typed).toBeGreaterThanOrEqual(400)
    expect.soft(answer.text, typed).toContain(fault)
  }
  expect((await assignTo(`nº ${openOrder.orderId}`)).status).toBe(303)
  expect(await loadOrderStatus(openOrder.orderId)).toBe(orderStatus.confirmed)
})

test('a Pix being refunded cannot be accepted or assigned until the refund fails, and the page explains why', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const underpaidId = await receiveMoney(boleto.id, boleto.value - 1, `pix/E${'1'.repeat(31)}`)
  const unmatchedId = await receiveMoney(null, boleto.value, `pix/E${'2'.repeat(31)}`)
  const userId = await makeStaff()
  const actor = { actorUserId: userId, source: 'staff' }
  for (const paymentId of [underpaidId, unmatchedId])
    await requestPixRefund(
      { paymentId, value: 1, note: null, token: `${paymentId}`.padStart(32, '0') },
      actor,
      today,
    )
  const visitor = await loginAs({ userId })
  for (const paymentId of [underpaidId, unmatchedId]) {
    const { text } = await fetchPage(visitor, `/admin/payments/${paymentId}`)
    expect(text).toContain('Há um reembolso deste Pix em andamento no banco.')
    for (const offer of ['Aceitar e confirmar o pedido', 'Atribuir a um pedido'])
      expect(text).not.toContain(offer)
    expect(text).toContain('Encerrar sem efeito')
  }
  await fetchPage(visitor, `/admin/payments/${underpaidId}`, { resolution: 'accepted' })
  const fields = { resolution: 'assigned', orderId: String(orderId) }
  const rejectedPage = await fetchPage(visitor, `/admin/payments/${unmatchedId}`, fields)
  expect([rejectedPage.status, rejectedPage.text.includes('O banco está devolvendo este Pix')]).toEqual([
    409,
    true,
  ])
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
  await db.updateTable('pix_refunds').set({ state: 'failed' }).execute()
  await fetchPage(visitor, `/admin/payments/${underpaidId}`, { resolution: 'accepted' })
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.confirmed)
})

test('closing without effect requires a reason', async () => {
  const id = await receiveMoney(null, 100, 'bank/1')
  const visitor = await openStaff()
  const emptyPage = await fetchPage(visitor, `/admin/payments/${id}`, { resolution: 'dismissed', note: ' ' })
  expect([emptyPage.status, emptyPage.text.includes('Diga por que')]).toEqual([400, true])
  await fetchPage(visitor, `/admin/payments/${id}`, {
    resolution: 'dismissed',
    note: 'Depósito da contadora',
  })
  expect((await fetchPage(visitor, `/admin/payments/${id}`)).text).toContain('Depósito da contadora')
})

const refundFields = (value: number) => ({
  value: (value / 100).toFixed(2).replace('.', ','),
  refunded_on: today,
  document: 'TED 77',
  note: '',
})

test('rejects a refund through the order after a full refund through its payment', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const id = await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const visitor = await openStaff()
  const postRefund = (path: string, token: string) =>
    fetchPage(visitor, path, { ...refundFields(boleto.value), token })
  const [firstToken, otherToken] = ['a'.repeat(32), 'b'.repeat(32)]
  expect((await postRefund(`/admin/payments/${id}/refund`, firstToken)).status).toBe(303)
  expect((await postRefund(`/admin/order/${orderId}/refund`, otherToken)).status).toBe(400)
})

test('records a refund once with proof, up to the amount paid and not in the future, and settles a double payment', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const id = await receiveMoney(boleto.id, boleto.value, 'bank/2')
  const visitor = await openStaff()
  const path = `/admin/payments/${id}/refund`
  const { html } = await fetchPage(visitor, path)
  const token = /name="token" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? ''
  const fields = { ...refundFields(boleto.value), document: 'Pix E1234', token }
  const rejectedAmount = await fetchPage(visitor, path, { ...fields, value: '99.999,00' })
  expect([rejectedAmount.status, rejectedAmount.text.includes('maior do que o que resta')]).toEqual([
    400,
    true,
  ])
  const futurePage = await fetchPage(visitor, path, {
    ...fields,
    refunded_on: addDays(today, 1),
    document: '',
  })
  expect(futurePage.text).toContain('A data não pode estar no futuro')
  for (const _attempt of [1, 2]) expect((await fetchPage(visitor, path, fields)).status).toBe(303)
  expect(await db.selectFrom('refunds').select(['value', 'document']).execute()).toEqual([
    { value: boleto.value, document: 'Pix E1234' },
  ])
  const [, doublePayment] = await db.selectFrom('payments').select('resolution').orderBy('id').execute()
  expect(doublePayment).toEqual({ resolution: 'refunded' })
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).toContain('Pix E1234')
})

test('pages of orders, payments and API keys show who acted by name, not by e-mail', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const id = await receiveMoney(boleto.id, boleto.value, 'bank/2')
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  await db.updateTable('profiles').set({ name: 'Beatriz Fictícia' }).where('user_id', '=', userId).execute()
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const actor = await loginAs({ userId })
  const refund = { ...refundFields(boleto.value), token: 'd'.repeat(32) }
  expect((await fetchPage(actor, `/admin/payments/${id}/refund`, refund)).status).toBe(303)
  await createApiKey(userId, { name: 'ERP', scopes: ['orders:read'] })
  const colleagueId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', colleagueId).execute()
  const colleague = await loginAs({ userId: colleagueId })
  for (const page of [`order/${orderId}`, `payments/${id}`, 'settings/api_keys']) {
    const { text } = await fetchPage(colleague, `/admin/${page}`)
    expect.soft(text, page).toContain('Beatriz Fictícia')
    expect.soft(text, page).not.toContain(email)
  }
})

test('refunds an order paid by hand once, and shows that its units remain until it is cancelled', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/refund`
  const earlyPage = await fetchPage(visitor, path, { ...refundFields(1), token: 'c'.repeat(32) })
  expect(earlyPage.text).toContain('Não há dinheiro recebido a reembolsar')
  await confirmPayment(orderId, byFile, today)
  const fields = refundFields(boleto.value)
  const firstAnswer = await fetchPage(visitor, path, { ...fields, token: 'a'.repeat(32) })
  const secondAnswer = await fetchPage(visitor, path, { ...fields, token: 'b'.repeat(32) })
  expect([firstAnswer.status, secondAnswer.status]).toEqual([303, 400])
  const order = `/admin/order/${orderId}`
  const orderPage = await fetchPage(visitor, order)
  expect(orderPage.text).toContain(moneyBackLabels.unitsKept.title)
  expect(orderPage.html).toMatch(/<a href="[^"]+\/status" class="no-print">Alterar situação/)
  await fetchPage(visitor, `${order}/status`, {
    status: orderStatus.cancelled,
    from: orderStatus.confirmed,
    confirmed: 'on',
  })
  expect((await fetchPage(visitor, order)).text).not.toContain(moneyBackLabels.unitsKept.title)
})

test('a refunded renewal shows that its units remain, until its withdrawal is accepted', async () => {
  const { subscription, userId, profileId } = await makePaidOrder()
  const unit = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('publication_id', '=', subscription)
    .executeTakeFirstOrThrow()
  const { orderId } = await makeOrder(
    { [subscription]: 1 },
    { buyer: { userId, profileId, phone: '14999990000' } },
  )
  const lineUpdate = db.updateTable('order_lines').where('order_id', '=', orderId)
  await lineUpdate.set({ renews_subscription_id: unit.id }).execute()
  await confirmPayment(orderId, byFile, '2026-11-03')
  const { refundable } = (await findMoneyBack(orderId)) ?? { refundable: 0 }
  const visitor = await openStaff()
  const page = `/admin/order/${orderId}`
  const fields = { ...refundFields(refundable), token: 'a'.repeat(32) }
  expect((await fetchPage(visitor, `${page}/refund`, fields)).status).toBe(303)
  const renewals = db
    .selectFrom('renewals')
    .select('order_line_id as id')
    .where('subscription_id', '=', unit.id)
  const lineIds = (await renewals.execute()).map(({ id }) => id)
  expect(lineIds).toHaveLength(1)
  expect((await fetchPage(visitor, page)).text).toContain(moneyBackLabels.unitsKept.title)
  await acceptWithdrawal({ orderId, profileId, lineIds })
  expect((await fetchPage(visitor, page)).text).not.toContain(moneyBackLabels.unitsKept.title)
})

test('offers and queues a check of gateway boletos only when there is an open one', async () => {
  const visitor = await openStaff()
  expect((await fetchPage(visitor, '/admin/payments')).text).not.toContain('Conferir com a Asaas agora')
  await makeGatewayBoleto()
  expect((await fetchPage(visitor, '/admin/payments')).text).toContain('Conferir com a Asaas agora')
  await fetchPage(visitor, '/admin/payments', { check: 'now' })
  const checkJobs = await db
    .selectFrom('outbox')
    .select('subject')
    .where('job', '=', 'check-boletos')
    .execute()
  expect(checkJobs).toHaveLength(1)
})

test('exports fees and net values of orders and payments, and leaves unknown fees empty', async () => {
  const payment = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  const orderWithFee = await makeOrderWithBoleto()
  const orderWithoutFee = await makeOrderWithBoleto()
  const makePayment = (boletoId: number, key: string) => ({
    ...payment,
    boletoId,
    eventKey: key,
    value: 80_00,
  })
  await receivePayment({ ...makePayment(orderWithFee.boleto.id, 'bank/1'), fee: 1_99 }, byFile, today)
  await receivePayment(makePayment(orderWithoutFee.boleto.id, 'bank/2'), byFile, today)
  const unpaidOrder = await makeOrderWithBoleto()
  const visitor = await openStaff()
  const fetchFileLines = async (path: string) => (await fetchPage(visitor, path)).html.trim().split('\r\n')
  const findRows = (lines: string[], ids: number[]) => {
    const column = lines[0]?.split(';').indexOf('Recebido') ?? -1
    const readCells = (id: number) =>
      lines.find((line) => line.split(';').includes(String(id)))?.split(';') ?? []
    // The received value, the fees and the net value.
    return ids.map((id) => readCells(id).slice(column, column + 3))
  }

  const orders = await fetchFileLines('/admin/orders.csv')
  expect(orders[0]).toMatch(/;Total;Recebido;Tarifas;Líquido;Reembolsado$/)
  expect(findRows(orders, [orderWithFee.orderId, orderWithoutFee.orderId, unpaidOrder.orderId])).toEqual([
    ['80,00', '1,99', '78,01'],
    ['80,00', '', ''],
    ['', '', ''],
  ])
  const paid = await fetchFileLines(
    `/admin/report/paid_orders/file/csv?start=${today}&end=${today}&by=paid_on`,
  )
  expect(paid[0]).toMatch(/;Recebido;Tarifas;Líquido;Reembolsado;Sem o reembolsado$/)
  expect(findRows(paid, [orderWithFee.orderId, orderWithoutFee.orderId])).toEqual([
    ['80,00', '1,99', '78,01'],
    ['80,00', '', ''],
  ])
  const payments = await fetchFileLines('/admin/payments.csv')
  expect(payments[0]).toContain(';Valor;Tarifas;Líquido;Situação')
  expect(payments.slice(1).map((line) => line.split(';').slice(-4))).toEqual([
    ['80,00', '', '', 'Contado'],
    ['80,00', '1,99', '78,01', 'Contado'],
  ])
  const matchingLines = await fetchFileLines(`/admin/payments.csv?search=${orderWithFee.boleto.our_number}`)
  expect(matchingLines.slice(1).map((line) => line.includes(`;${orderWithFee.orderId};`))).toEqual([true])
  expect((await fetchPage(visitor, '/admin/payments')).html).toContain('href="/admin/payments.csv"')
})

test('lists and exports payments of a period by payment date', async () => {
  const visitor = await openStaff()
  const { boleto } = await makeOrderWithBoleto()
  await receiveMoney(boleto.id, boleto.value, 'bank/leap')
  const otherOrder = await makeOrderWithBoleto()
  await receiveMoney(otherOrder.boleto.id, otherOrder.boleto.value, 'bank/march')
  const setPaidOn = (key: string, day: string) =>
    db.updateTable('payments').set({ paid_on: day }).where('event_key', '=', key).execute()
  await setPaidOn('bank/leap', '2028-02-29')
  await setPaidOn('bank/march', '2028-03-01')
  const listDays = async (query: string) => {
    const { html } = await fetchPage(visitor, `/admin/payments.csv${query}`)
    const lines = html.trimEnd().split('\r\n').slice(1)
    return lines.map((line) => line.split(';')[1])
  }
  expect(await listDays('?start=2028-02-01&end=2028-02-29')).toEqual(['29/02/2028'])
  expect(await listDays('?start=01/03/2028')).toEqual(['01/03/2028'])
  expect(await listDays('?end=2028-02-29')).toEqual(['29/02/2028'])
  expect(await listDays('?start=2028-02-29&end=2028-03-01')).toEqual(['01/03/2028', '29/02/2028'])
  const page = await fetchPage(visitor, '/admin/payments?start=2028-02-01&end=2028-02-29')
  expect(page.html).toContain('href="/admin/payments.csv?start=2028-02-01&amp;end=2028-02-29"')
  expect(page.text).toContain('29/02/2028')
  expect(page.text).not.toContain('01/03/2028')
})

test('offers a refund of the paid value only between the payment and the full refund', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  const visitor = await openStaff()
  const order = `/admin/order/${orderId}`
  expect((await fetchPage(visitor, order)).text).not.toContain('Registrar reembolso')
  expect((await fetchPage(visitor, `${order}/refund`)).text).toContain(
    'Não há dinheiro recebido a reembolsar.',
  )
  const id = await receiveMoney(boleto.id, boleto.value, 'bank/1')
  expect((await fetchPage(visitor, order)).text).toContain('Registrar reembolso')
  const typedAmount = (boleto.value / 100).toFixed(2).replace('.', ',')
  for (const path of [`${order}/refund`, `/admin/payments/${id}/refund`]) {
    const { html } = await fetchPage(visitor, path)
    expect
      .soft(html, path)
      .toMatch(new RegExp(`name="value"[^>]*value="${typedAmount}"|value="${typedAmount}"[^>]*name="value"`))
  }
  await fetchPage(visitor, `${order}/refund`, { ...refundFields(boleto.value), token: 'd'.repeat(32) })
  for (const path of [order, `/admin/payments/${id}`])
    expect.soft((await fetchPage(visitor, path)).text, path).not.toContain('Registrar reembolso')
  const pageAfter = await fetchPage(visitor, order)
  expect(pageAfter.text).toContain('Reembolsado')
  expect((await fetchPage(visitor, '/admin/orders')).text).toContain('Reembolsado')
})

test('rejects a refund dated before the payment, and a refund dated in another month needs a confirmation', async () => {
  const { orderId } = await makeOrderWithBoleto()
  const paidTwoMonthsAgo = addDays(today, -70)
  await confirmPayment(orderId, byFile, paidTwoMonthsAgo)
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/refund`
  const sendForm = (fields: Record<string, string>) =>
    fetchPage(visitor, path, { ...refundFields(100), token: 'e'.repeat(32), ...fields })
  const earlyPage = await sendForm({ refunded_on: addDays(paidTwoMonthsAgo, -1) })
  expect(earlyPage.status).toBe(400)
  expect(earlyPage.text).toContain(`A data não pode ser anterior a ${formatDate(paidTwoMonthsAgo)}`)
  const otherMonthPage = await sendForm({ refunded_on: paidTwoMonthsAgo })
  expect(otherMonthPage.status).toBe(400)
  expect(otherMonthPage.text).toContain('não é deste mês, e o fechamento daquele dia muda')
  expect(otherMonthPage.html).toContain('name="confirmed"')
  expect((await fetchPage(visitor, path)).html).not.toContain('name="confirmed"')
  expect((await sendForm({ refunded_on: paidTwoMonthsAgo, confirmed: 'on' })).status).toBe(303)
})

test('reverses a refund once with a reason, accepts a new refund and queues a mail at each step', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const doublePaymentId = await receiveMoney(boleto.id, boleto.value, 'bank/2')
  const visitor = await openStaff()
  await fetchPage(visitor, `/admin/payments/${doublePaymentId}/refund`, {
    ...refundFields(boleto.value),
    token: 'f'.repeat(32),
  })
  const { id } = await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).html).toContain(
    `/admin/refunds/${id}/reversal`,
  )
  const path = `/admin/refunds/${id}/reversal`
  const pageWithoutReason = await fetchPage(visitor, path, { reason: ' ' })
  expect(pageWithoutReason.status).toBe(400)
  expect(pageWithoutReason.text).toContain('Diga por que o registro é desfeito')
  for (const _attempt of [1, 2])
    expect((await fetchPage(visitor, path, { reason: 'Pedido trocado.' })).location).toBe(
      `/admin/order/${orderId}`,
    )
  expect(await db.selectFrom('refund_reversals').select('reason').execute()).toEqual([
    { reason: 'Pedido trocado.' },
  ])
  const payment = await db
    .selectFrom('payments')
    .select('resolution')
    .where('id', '=', doublePaymentId)
    .executeTakeFirst()
  expect(payment).toEqual({ resolution: null })
  const order = await fetchPage(visitor, `/admin/order/${orderId}`)
  expect(order.text).toContain('Desfeito em')
  expect(order.text).toContain('Pedido trocado.')
  const secondForm = { ...refundFields(boleto.value), token: '9'.repeat(32) }
  expect((await fetchPage(visitor, `/admin/payments/${doublePaymentId}/refund`, secondForm)).status).toBe(303)
  const jobs = await db
    .selectFrom('outbox')
    .select('job')
    .where('job', 'like', 'mail-refund%')
    .orderBy('id')
    .execute()
  expect(jobs.map(({ job }) => job)).toEqual(['mail-refund', 'mail-refund-reversed', 'mail-refund'])
})

test('closing a debt without refund requires a reason and the current amount', async () => {
  const order = await makePaidOrder()
  await acceptWithdrawal(order)
  const findOwedAmount = async () => (await findMoneyBack(order.orderId))?.owed
  const total = (await findOwedAmount()) ?? 0
  const visitor = await openStaff()
  const path = `/admin/order/${order.orderId}/refund_waiver`
  expect((await fetchPage(visitor, `/admin/order/${order.orderId}`)).text).toContain(
    `A devolver ao cliente: ${formatReais(total)}`,
  )
  const fields = { token: 'a'.repeat(32), seen: String(total), reason: 'Trocado por outro manual.' }
  expect((await fetchPage(visitor, path, { ...fields, reason: ' ' })).status).toBe(400)
  await fetchPage(visitor, path, { ...fields, seen: String(total - 1) })
  expect(await findOwedAmount()).toBe(total)
  await fetchPage(visitor, path, fields)
  expect(await findOwedAmount()).toBe(0)
  expect((await fetchPage(visitor, `/admin/order/${order.orderId}`)).text).toContain(
    'Trocado por outro manual.',
  )
})

test('closes a chargeback as lost, and corrects the decision to not lost only with a reason', async () => {
  const { boleto } = await makeOrderWithBoleto()
  await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const money = { source: 'bank-file', boletoId: boleto.id, value: boleto.value, paidOn: today } as const
  await recordReversal({ ...money, eventKey: 'bank/2', creditedOn: null }, byFile)
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('problem', '=', 'reversed')
    .executeTakeFirstOrThrow()
  const visitor = await openStaff()
  const path = `/admin/payments/${id}`
  const openPage = await fetchPage(visitor, path)
  for (const expectedText of ['O dinheiro saiu mesmo', 'O dinheiro não saiu'])
    expect(openPage.text).toContain(expectedText)
  expect(openPage.text).not.toContain('Encerrar sem efeito')
  await fetchPage(visitor, path, { resolution: 'upheld' })
  const upheld = await fetchPage(visitor, path)
  expect(upheld.text).toContain('o dinheiro saiu mesmo')
  expect(upheld.text).toContain('Corrigir: o dinheiro não saiu')
  const emptyPage = await fetchPage(visitor, path, { resolution: 'dismissed', note: '' })
  expect(emptyPage.status).toBe(400)
  await fetchPage(visitor, path, { resolution: 'dismissed', note: 'Está no extrato' })
  expect((await fetchPage(visitor, path)).text).toContain('Corrigir: o dinheiro saiu mesmo')
})

test('records a reported return confirmed by staff as a refund and queues one mail to the buyer', async () => {
  const { orderId, boleto } = await makeOrderWithBoleto()
  await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const money = { source: 'pix', boletoId: boleto.id, value: boleto.value, paidOn: today } as const
  const confirmedReturn = { ...money, eventKey: 'pix/E1/D123', creditedOn: null, reversal: 'refund' } as const
  await recordReversal(confirmedReturn, byFile, { reverses: 'bank/1' })
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('problem', '=', 'reversed')
    .executeTakeFirstOrThrow()
  const visitor = await openStaff()
  const path = `/admin/payments/${id}`
  expect((await fetchPage(visitor, path)).text).toContain('Fica registrado como reembolso')
  await fetchPage(visitor, path, { resolution: 'upheld' })
  const closedPage = await fetchPage(visitor, path)
  expect(closedPage.text).toContain('registrado como reembolso')
  expect(closedPage.text).not.toContain('Corrigir')
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).toContain('D123')
  expect((await listHistory('order', orderId)).map(({ action }) => action)).toContain('refunded')
  const mails = await db.selectFrom('outbox').select('id').where('job', '=', 'mail-refund').execute()
  expect(mails).toHaveLength(1)
})

test.each([
  { origin: 'an order', hasOrder: true },
  { origin: 'no order', hasOrder: false },
])(
  'shows the question whether a return for $origin is part of a recorded refund, and a part adds no refund',
  async ({ hasOrder }) => {
    const order = await makeOrderWithBoleto()
    const [orderId, boletoId] = hasOrder ? [order.orderId, order.boleto.id] : [null, null]
    const paymentId = await receiveMoney(boletoId, order.boleto.value, 'bank/1')
    const refund = { refundedOn: today, document: 'TED 1', note: null, token: 'd'.repeat(32) }
    const actor = { actorUserId: await makeStaff(), source: 'staff' }
    expect(await recordRefund({ orderId, paymentId, value: 50_00, ...refund }, actor)).toBe('recorded')
    const money = { source: 'pix', boletoId, value: 30_00, paidOn: today } as const
    const reportedReturn = {
      ...money,
      eventKey: 'pix/E1/D123',
      creditedOn: null,
      reversal: 'refund',
    } as const
    await recordReversal(reportedReturn, byFile, { reverses: 'bank/1' })
    const { id } = await db
      .selectFrom('payments')
      .select('id')
      .where('problem', '=', 'reversed')
      .executeTakeFirstOrThrow()
    const visitor = await openStaff()
    const path = `/admin/payments/${id}`
    const openPage = await fetchPage(visitor, path)
    expect(openPage.text.replaceAll('\u00a0', ' ')).toContain(
      'Já registrado, e ainda não informado por inteiro: R$ 50,00.',
    )
    expect(openPage.text.includes('o cliente recebe um e-mail. Isto não')).toBe(hasOrder)
    const questionPage = await fetchPage(visitor, path, { resolution: 'upheld' })
    expect(questionPage.status).toBe(400)
    expect(questionPage.text).toContain('Este é outro reembolso?')
    expect(questionPage.html).toContain('value="other"')
    const rejectedChoice = await fetchPage(visitor, path, { resolution: 'upheld', refund: 'unknown' })
    expect(rejectedChoice.status).toBe(400)
    expect((await fetchPage(visitor, path, { resolution: 'upheld', refund: 'part' })).status).toBe(303)
    expect((await fetchPage(visitor, path)).text).toContain('registrado como reembolso')
    const refunds = await db.selectFrom('refunds').select('value').execute()
    expect(refunds).toEqual([{ value: 50_00 }])
  },
)

test('records a refund beside reported refunds only after confirmation that it is another refund', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const id = await receiveMoney(boleto.id, boleto.value, 'bank/1')
  const gatewayRefund = { value: 30_00, date: today, document: 'pay_1' }
  await recordGatewayRefunds('bank/1', [{ ...gatewayRefund, key: 'a/1' }], byFile)
  await recordGatewayRefunds('bank/1', [{ ...gatewayRefund, key: 'a/2', value: 20_00 }], byFile)
  const visitor = await openStaff()
  const path = `/admin/payments/${id}/refund`
  const fields = { ...refundFields(10_00), token: 'c'.repeat(32) }
  const questionPage = await fetchPage(visitor, path, fields)
  expect(questionPage.status).toBe(400)
  expect(questionPage.text.replaceAll('\u00a0', ' ')).toContain(
    'Já informados: R$ 30,00 e R$ 20,00. Este é outro?',
  )
  expect(questionPage.html).toContain('name="other"')
  expect((await fetchPage(visitor, path, { ...fields, other: 'on' })).status).toBe(303)
  const refunds = await db.selectFrom('refunds').select('value').orderBy('id').execute()
  expect(refunds.map(({ value }) => value)).toEqual([30_00, 20_00, 10_00])
})

test('keeping the recorded value requires a reason, and a payment is corrected only to the reported value', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const eventKey = 'bank/1'
  const id = await receiveMoney(boleto.id, boleto.value, eventKey)
  const reportedValue = boleto.value + 300
  await receiveMoney(boleto.id, reportedValue, eventKey)
  const visitor = await openStaff()
  const path = `/admin/payments/${id}`
  expect((await fetchPage(visitor, '/admin/payments')).text).toContain('Informado com outro valor')
  const page = await fetchPage(visitor, path)
  for (const expectedText of ['Corrigir o valor para', 'Manter']) expect(page.text).toContain(expectedText)
  const emptyPage = await fetchPage(visitor, path, {
    resolution: 'value-kept',
    reported: String(reportedValue),
    kept: '',
  })
  expect([emptyPage.status, emptyPage.text.includes('Diga por que o valor registrado fica')]).toEqual([
    400,
    true,
  ])
  const unreportedValue = boleto.value + 100
  await fetchPage(visitor, path, { resolution: 'value-corrected', reported: String(unreportedValue) })
  const loadStoredValue = () =>
    db.selectFrom('payments').select('value').where('id', '=', id).executeTakeFirst()
  expect(await loadStoredValue()).toEqual({ value: boleto.value })
  await fetchPage(visitor, path, { resolution: 'value-corrected', reported: String(reportedValue) })
  expect(await loadStoredValue()).toEqual({ value: reportedValue })
  expect((await fetchPage(visitor, path)).text).not.toContain('Corrigir o valor para')
})
