import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, getPreviousBusinessDay, toCivilDate } from '#app/domain/platform/calendar.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/payments/payment.tsx'
import { formatDate } from '#app/text/platform/format.ts'
import { getNewestBoleto } from '#tests/factories/boletos.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import {
  changeBoletoRow,
  closeIssue,
  giveBoleto,
  giveBoletoFile,
  rejectBoleto,
} from '#tests/support/boletos.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'
import { runDuringTableLock } from '#tests/support/table-gate.ts'

const loadPayment = (visitor: Visitor, orderId: string | number) =>
  visitor.get(loader, `/payment/${orderId}`, { order: String(orderId) })

const makeNewOrder = async () => makeOrder({ [await makeDownload({ price: 80_00 })]: 1 })

test('shows the page only to the owner; another customer’s order looks like an order that does not exist', async () => {
  const { orderId, userId } = await makeNewOrder()
  expect((await loadPayment(await loginAs({ userId }), orderId)).data).toMatchObject({
    order: { id: orderId },
  })
  const stranger = await loginAs(await makeCustomer())
  expect((await loadPayment(stranger, orderId)).status).toBe(404)
  expect((await loadPayment(stranger, 4_000_000)).status).toBe(404)
  const [foreignPage, unknownPage] = [
    await fetchPage(stranger, `/payment/${orderId}`),
    await fetchPage(stranger, '/payment/4000000'),
  ]
  expect([foreignPage.status, foreignPage.text]).toEqual([unknownPage.status, unknownPage.text])
})

test('returns 404 to staff for a customer’s payment page', async () => {
  const { orderId } = await makeNewOrder()
  const member = await makeCustomer()
  await db
    .updateTable('users')
    .set({ is_staff: true, is_superuser: true })
    .where('id', '=', member.userId)
    .execute()
  expect((await loadPayment(await loginAs(member), orderId)).status).toBe(404)
})

test.each(['abc', '0', '-1', '1e3', '1.5', '99999999999', '4294967296', ' 1', '01'])(
  'returns 404 for order «%s»',
  async (order) => {
    expect((await loadPayment(await loginAs(await makeCustomer()), order)).status).toBe(404)
  },
)

test('redirects a visitor to the login and back', async () => {
  const { orderId, userId } = await makeNewOrder()
  const visitor = new Visitor()
  const answer = await loadPayment(visitor, orderId)
  expect([answer.status, answer.location]).toEqual([302, `/login?redirectTo=%2Fpayment%2F${orderId}`])
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const form = await fetchFollowing(visitor, `/payment/${orderId}`)
  expect(form.html).toContain(`name="redirectTo" value="/payment/${orderId}"`)
  const login = await fetchPage(visitor, '/login', { email, password, redirectTo: `/payment/${orderId}` })
  expect([login.status, login.location]).toEqual([303, `/payment/${orderId}`])
  expect((await fetchPage(visitor, `/payment/${orderId}`)).text).toContain(`Pedido nº ${orderId}`)
})

test('reports that the boleto is being issued and refreshes, even without scripts', async () => {
  const { orderId, userId } = await makeNewOrder()
  const visitor = await loginAs({ userId })
  expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'generating', isWaiting: true })
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.text).toContain('Seu boleto está sendo gerado…')
  expect(page.html).toMatch(
    /<noscript><meta http-equiv="refresh" content="3(;url=\/payment\/\d+)?"\/><\/noscript>/,
  )
  expect(page.html).toContain(`href="/payment/${orderId}"`)
  expect(page.html).not.toContain('boleto.pdf')
})

test('after half a minute, the page shows that waiting is unnecessary, and refreshes', async () => {
  const { orderId, userId } = await makeNewOrder()
  const visitor = await loginAs({ userId })
  const expectedText =
    'Está demorando mais que o normal. Você pode fechar esta página: vamos avisar por e-mail'
  const fetchPageAfter = async (seconds: number) => {
    await db
      .updateTable('outbox')
      .set({ created_at: sql<Date>`date_sub(now(3), interval ${seconds} second)` })
      .where('job', '=', 'issue-boleto')
      .execute()
    return fetchPage(visitor, `/payment/${orderId}`)
  }
  expect((await fetchPageAfter(20)).text).not.toContain(expectedText)
  const { html, text } = await fetchPageAfter(31)
  expect(text).toContain(expectedText)
  expect(text).toContain('Seu boleto está sendo gerado…')
  expect(html).toContain('http-equiv="refresh" content="3')
})

test('shows amount and weekday, then the digits of the boleto, then its barcode', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId, { dueDate: '2099-12-31', state: 'registered' })
  const { html, text } = await fetchPage(await loginAs({ userId }), `/payment/${orderId}`)
  expect(text).toContain('vence em 31/12/2099 (quinta-feira)')
  expect(text).toContain('A confirmação do pagamento leva até 48 horas.')
  const elements = ['class="pay-due"', 'id="linha-digitavel"', 'Código de barras do boleto']
  const positions = elements.map((element) => html.indexOf(element))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(positions[0]).toBeGreaterThan(0)
})

test('after a minute, the page announces the boleto by mail instead of the waiting message', async () => {
  const { orderId, userId } = await makeNewOrder()
  await db
    .updateTable('outbox')
    .set({ created_at: sql<Date>`date_sub(now(3), interval 61 second)` })
    .where('job', '=', 'issue-boleto')
    .execute()
  const visitor = await loginAs({ userId })
  expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'delayed', isWaiting: true })
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.text).toContain('Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail.')
  expect(page.text).not.toContain('está sendo gerado')
  expect(page.html).toContain('http-equiv="refresh" content="30')
  await giveBoleto(orderId, { dueDate: '2099-12-31', state: 'registered' })
  expect((await fetchPage(visitor, `/payment/${orderId}`)).text).toContain('31/12/2099')
})

test('shows the boleto’s digits, value and due date while its PDF is printed, and refreshes', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId, { dueDate: '2099-12-31', state: 'registered' })
  const visitor = await loginAs({ userId })
  expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'ready', isWaiting: true })
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.text).toContain('O PDF ficará pronto em instantes.')
  for (const expectedText of [
    'R$ 80,00',
    '31/12/2099',
    '00190.00009 07654.321002 00000.000117 1 00000000008000',
  ])
    expect(page.text).toContain(expectedText)
  expect(page.html).toContain('http-equiv="refresh"')
  expect(page.html).not.toContain('boleto.pdf')
})

test('offers the printed boleto and stops refreshing', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId, { dueDate: '2099-12-31', state: 'registered' })
  await giveBoletoFile(orderId, Buffer.from('%PDF'))
  const visitor = await loginAs({ userId })
  expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'ready', isWaiting: false })
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.html).toContain(`href="/payment/${orderId}/boleto.pdf"`)
  for (const expectedText of ['Imprimir boleto', 'Salvar PDF']) expect(page.text).toContain(expectedText)
  expect(page.html).not.toContain('http-equiv="refresh"')
})

test('shows the specified message for a boleto that cannot be issued', async () => {
  const { orderId, userId } = await makeNewOrder()
  await rejectBoleto(orderId)
  const visitor = await loginAs({ userId })
  expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'failed', isWaiting: false })
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.text).toContain('Um erro foi encontrato, por favor contate-nos')
  expect(page.text).toContain('Verificar pedidos')
  expect(page.html).not.toContain('http-equiv="refresh"')
})

test.each([
  [orderStatus.confirmed, 'Pagamento confirmado'],
  [orderStatus.cancelled, 'Cancelado'],
  [orderStatus.underReview, 'Em análise'],
])('an order in status %i shows «%s» and neither digits nor boleto', async (status, expectedText) => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId)
  await giveBoletoFile(orderId, Buffer.from('%PDF'))
  await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
  const visitor = await loginAs({ userId })
  expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'settled', isWaiting: false })
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.text).toContain(expectedText)
  expect(page.html).not.toContain('boleto.pdf')
  expect(page.html).not.toContain('linha-digitavel')
})

test('the page has the order number in its title and is never cached', async () => {
  const { orderId, userId } = await makeNewOrder()
  const page = await fetchPage(await loginAs({ userId }), `/payment/${orderId}`)
  expect(page.html).toContain(`<title>Pagamento do pedido nº ${orderId} · Aeropub</title>`)
  expect(page.headers.get('Cache-Control')).toBe('no-store')
})

test('shows instructions for an overdue boleto only after its due date', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId)
  const visitor = await loginAs({ userId })
  const fetchPageDueOn = async (due_date: string) => {
    await changeBoletoRow(orderId, { due_date, state: 'registered' })
    return fetchPage(visitor, `/payment/${orderId}`)
  }
  const today = toCivilDate(new Date())
  expect((await fetchPageDueOn(today)).text).not.toContain('venceu')
  // A due date on a weekend or holiday would be payable until the next business day.
  const { text, html } = await fetchPageDueOn(getPreviousBusinessDay(addDays(today, -1)))
  expect(text).toContain('O boleto deste pedido venceu.')
  expect(text).not.toContain('Agora é só pagar')
  expect(text).toMatch(/ainda pode ser pago até \d\d\/\d\d\/\d{4}/)
  expect(html).toContain('linha-digitavel')
  expect(html).toContain('Gerar nova via')
})

test('shows the amount due today with fine and interest, the last day to pay, and that an expired boleto is void', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId)
  const today = toCivilDate(new Date())
  const visitor = await loginAs({ userId })
  const fetchPageWith = async (dates: { due_date: string; payable_until: string }) => {
    const terms = { fine_percent: 200, interest_percent: 100, interest_per_day: 2 }
    await changeBoletoRow(orderId, { ...dates, ...terms, state: 'registered' })
    return (await fetchPage(visitor, `/payment/${orderId}`)).text
  }
  const overduePage = await fetchPageWith({ due_date: addDays(today, -20), payable_until: today })
  expect(overduePage).toContain('R$ 82,00 venceu em')
  expect(overduePage).toContain(
    `hoje, ${formatDate(today)}: R$ 82,00 (R$ 80,00 + multa de R$ 1,60 + juros de R$ 0,40, 20 dias de atraso).`,
  )
  expect(overduePage).toContain(`ainda pode ser pago até ${formatDate(today)}`)
  const lastPayableDay = addDays(today, 40)
  const payablePage = await fetchPageWith({ due_date: addDays(today, 5), payable_until: lastPayableDay })
  expect(payablePage).toContain(`O boleto pode ser pago até ${formatDate(lastPayableDay)}.`)
  expect(payablePage).toContain('R$ 80,00 vence em')
  expect(payablePage).toContain('Depois do vencimento: multa de 2,00% e juros de R$ 0,02 por dia de atraso.')
  const expiredPage = await fetchPageWith({
    due_date: addDays(today, -20),
    payable_until: addDays(today, -1),
  })
  expect(expiredPage).toContain('Este boleto não vale mais: não o pague.')
})

const pixPayload = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub Publicacoes Aeron',
  merchantCity: 'Botucatu',
})

test('shows the issuer’s Pix next to the boleto, with the copyable code before a QR code of less than 4 KB', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId, {
    issuer: 'asaas',
    externalId: `pay_${orderId}`,
    dueDate: '2099-12-31',
    pixPayload,
  })
  const { html, text } = await fetchPage(await loginAs({ userId }), `/payment/${orderId}`)
  expect(html).toContain(`<code id="pix-copia-e-cola">${pixPayload}</code>`)
  expect(html).toContain('data-copy="pix-copia-e-cola"')
  const elements = ['id="pix-copia-e-cola"', 'id="linha-digitavel"', 'aria-label="Código QR do Pix"']
  expect(elements.map((element) => html.indexOf(element))).toEqual(
    elements.map((element) => html.indexOf(element)).toSorted((a, b) => a - b),
  )
  expect(html.indexOf(elements[0] ?? '')).toBeGreaterThan(0)
  expect(text).toContain('qualquer um dos dois quita o pedido')
  const [qrCode = ''] = /<svg role="img" aria-label="Código QR do Pix".*?<\/svg>/s.exec(html) ?? []
  expect(gzipSync(qrCode).length).toBeLessThan(4096)
})

test('shows no Pix for a boleto without the issuer’s code', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId, { dueDate: '2099-12-31' })
  expect((await fetchPage(await loginAs({ userId }), `/payment/${orderId}`)).text).not.toMatch(/pix/i)
})

test('shows that a boleto can take a working day to be payable until it is registered', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId, { dueDate: '2099-12-31' })
  const visitor = await loginAs({ userId })
  for (const [state, needsRegistration] of [
    ['made', true],
    ['sent', true],
    ['registered', false],
  ] as const) {
    await changeBoletoRow(orderId, { state })
    const { html, text } = await fetchPage(visitor, `/payment/${orderId}`)
    expect(text.includes('até um dia útil para ser reconhecido')).toBe(needsRegistration)
    expect(html).toContain('linha-digitavel')
  }
})

/** Records a payment of another amount, on which staff must decide. */
async function receiveWrongAmount(orderId: number) {
  const boleto = await getNewestBoleto(orderId)
  const payment = { eventKey: `bank/${orderId}`, source: 'bank-file', creditedOn: null } as const
  const actor = { actorUserId: null, source: 'bank-file' }
  await receivePayment(
    { ...payment, boletoId: boleto.id, value: 1, paidOn: '2026-11-21' },
    actor,
    '2026-11-21',
  )
}

test.each([
  ['rejected', null, 'O boleto deste pedido ainda não pode ser pago.', { hasPix: true }],
  ['paid', null, 'O pagamento está em conferência.', { hasPix: false }],
  ['written-off', null, 'O boleto venceu.', { hasPix: false }],
  ['registered', 'expired', 'O boleto venceu.', { hasPix: false }],
  ['sent', 'order-cancelled', 'O boleto venceu.', { hasPix: false }],
] as const)(
  'a boleto %s, withdrawn: %s, shows «%s» without its digits, and Pix only if still payable',
  async (state, withdrawal_reason, expectedMessage, { hasPix }) => {
    const { orderId, userId } = await makeNewOrder()
    await giveBoleto(orderId, { pixPayload })
    await giveBoletoFile(orderId, Buffer.from('%PDF'))
    await closeIssue(orderId)
    await changeBoletoRow(orderId, {
      state,
      withdrawal_reason,
      withdrawn_at: withdrawal_reason && new Date(),
    })
    if (state === 'paid') await receiveWrongAmount(orderId)
    const { html, text } = await fetchPage(await loginAs({ userId }), `/payment/${orderId}`)
    expect(text).toContain(expectedMessage)
    for (const expectedText of ['linha-digitavel', 'boleto.pdf', '00190.00009', 'http-equiv="refresh"'])
      expect(html).not.toContain(expectedText)
    expect(html.includes(`<code id="pix-copia-e-cola">${pixPayload}</code>`)).toBe(hasPix)
    expect(text.includes('O Pix deste pedido continua valendo')).toBe(hasPix)
    expect(html.includes('pix-copia-e-cola')).toBe(hasPix)
    expect(text.includes('Gerar nova via')).toBe(state !== 'rejected' && state !== 'paid')
  },
)

test('shows no Pix for a rejected boleto without the issuer’s code', async () => {
  const { orderId, userId } = await makeNewOrder()
  await giveBoleto(orderId)
  await closeIssue(orderId)
  await changeBoletoRow(orderId, { state: 'rejected' })
  const { text } = await fetchPage(await loginAs({ userId }), `/payment/${orderId}`)
  expect(text).toContain('O boleto deste pedido ainda não pode ser pago.')
  expect(text).not.toMatch(/pix/i)
})

describe('the replacement of an expired boleto', () => {
  async function makeExpiredBoleto() {
    const order = await makeNewOrder()
    await giveBoleto(order.orderId)
    await closeIssue(order.orderId)
    await changeBoletoRow(order.orderId, { withdrawn_at: new Date(), withdrawal_reason: 'expired' })
    return { ...order, visitor: await loginAs({ userId: order.userId }) }
  }

  const requestNewBoleto = (visitor: Visitor, orderId: number) =>
    visitor.post(action, `/payment/${orderId}`, {}, { order: String(orderId) })

  test('is shown when it becomes ready while the page is loading', async () => {
    const { orderId, visitor } = await makeExpiredBoleto()
    await requestNewBoleto(visitor, orderId)
    const answer = await runDuringTableLock(
      'outbox',
      () => loadPayment(visitor, orderId),
      async (gate) => {
        await changeBoletoRow(orderId, {
          withdrawn_at: null,
          withdrawal_reason: null,
          due_date: addDays(toCivilDate(new Date()), 5),
        })
        await gate.query("update outbox set done_at = now(3) where job = 'issue-boleto' and subject = ?", [
          String(orderId),
        ])
      },
    )
    expect(answer.data).toMatchObject({ state: 'registering', isWaiting: true })
  })

  test('has one button that works without scripts, then shows that the boleto is being issued', async () => {
    const { orderId, visitor } = await makeExpiredBoleto()
    const pageBefore = await fetchPage(visitor, `/payment/${orderId}`)
    expect(pageBefore.html).toMatch(new RegExp(`<form method="post" action="/payment/${orderId}" data-once`))
    const answer = await fetchPage(visitor, `/payment/${orderId}`, {})
    expect([answer.status, answer.location]).toEqual([303, `/payment/${orderId}`])
    const { text, html } = await fetchPage(visitor, `/payment/${orderId}`)
    expect(text).toContain('Seu boleto está sendo gerado…')
    expect(html).toContain('http-equiv="refresh"')
    await giveBoleto(orderId, {
      ordinal: 1,
      reference: `pedido-${orderId}-1`,
      ourNumber: `9${orderId}`,
      dueDate: '2099-12-31',
    })
    await closeIssue(orderId)
    expect((await fetchPage(visitor, `/payment/${orderId}`)).text).toContain('31/12/2099')
  })

  test('is issued once despite repeated clicks, and only for the owner', async () => {
    const { orderId, visitor } = await makeExpiredBoleto()
    expect((await requestNewBoleto(await loginAs(await makeCustomer()), orderId)).status).toBe(404)
    const answers = await Promise.all([
      requestNewBoleto(visitor, orderId),
      requestNewBoleto(visitor, orderId),
      requestNewBoleto(visitor, orderId),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const issueJobs = await db
      .selectFrom('outbox')
      .select('id')
      .where('job', '=', 'issue-boleto')
      .where('subject', '=', String(orderId))
      .execute()
    expect(issueJobs).toHaveLength(1)
  })

  test('is not issued when the current boleto is payable or nothing is due', async () => {
    const { orderId, userId } = await makeNewOrder()
    await giveBoleto(orderId, { dueDate: '2099-12-31' })
    const visitor = await loginAs({ userId })
    expect((await requestNewBoleto(visitor, orderId)).status).toBe(303)
    expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'registering' })
    await db.updateTable('orders').set({ status: orderStatus.confirmed }).where('id', '=', orderId).execute()
    expect((await requestNewBoleto(visitor, orderId)).status).toBe(303)
    expect((await loadPayment(visitor, orderId)).data).toMatchObject({ state: 'settled' })
  })
})
