import { expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { mails } from '#app/mails/mails.server.ts'
import { changeRole, endMember } from '#app/models/accounts/colleagues/membership.server.ts'
import type { AccountOwner } from '#app/models/accounts/user.server.ts'
import { requestResend } from '#app/models/backoffice/mail.server.ts'
import { listColleagueBuyers } from '#app/models/orders/order-buyer.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { makeCart, makeOrder, makeOrderRequest } from '#tests/factories/orders.ts'
import { company, makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeWithdrawalRequest } from '#tests/factories/withdrawals.ts'
import { samples } from '#tests/mails/samples.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs } from '#tests/support/request.ts'

const byBank = { actorUserId: null, source: 'bank-file' }

async function makeCompany() {
  await openShop()
  const owner = await makeCustomer({ identity: company })
  const colleague = await makeColleague(owner, 'buyer', 'Beto Comprador')
  return { owner, colleague }
}

/** Places an order for the company: by its own login, or by the colleague `actorUserId`. */
async function placeOrderAs(
  owner: { userId: number; profileId: number },
  actorUserId?: number,
  overrides: Parameters<typeof makeOrderRequest>[1] = {},
  publication?: number,
) {
  const cart = await makeCart({ [publication ?? (await makeDownload())]: 1 }, { userId: owner.userId })
  const buyer = {
    userId: owner.userId,
    profileId: owner.profileId,
    phone: '14999990000',
    ...(actorUserId === undefined ? {} : { actorUserId }),
  }
  return placeOrder(await makeOrderRequest(cart, { buyer, ...overrides }))
}

/** Runs the queued jobs and those that they queue. Boletos are not printed. */
async function runQueuedJobs() {
  const maxRounds = 4
  for (let round = 0; round < maxRounds; round += 1) {
    const openEvents = db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('refused_at', 'is', null)
      .where('job', '!=', 'render-boleto')
    for (const { id } of await openEvents.orderBy('id').execute())
      await runOutboxJob(id).catch(() => undefined)
  }
}

const listSentMails = () =>
  db.selectFrom('mails').select(['id', 'outbox_id', 'job', 'to_address', 'user_id']).orderBy('id').execute()

test('sends each order mail to the colleague who ordered and to the company', async () => {
  const { owner, colleague } = await makeCompany()
  const { orderId } = await placeOrderAs(owner, colleague.userId)
  await runQueuedJobs()
  await confirmPayment(orderId, byBank, '2026-11-24')
  await runQueuedJobs()
  const mails = await listSentMails()
  const receivedMails = mails.filter(({ job }) => job === 'mail-order-received')
  expect(receivedMails.map(({ to_address }) => to_address).toSorted()).toEqual(
    [owner.email, colleague.email].toSorted(),
  )
  const companyName = company.companyName ?? ''
  for (const { outbox_id, to_address } of receivedMails) {
    const { headers, body } = await readMail(outbox_id)
    const isColleague = to_address === colleague.email
    expect(headers.join('\n')).toContain(`To: ${to_address}`)
    expect(body).toContain(isColleague ? 'Olá, Beto Comprador.' : `Olá, ${company.name}.`)
    expect(body).toContain(
      isColleague
        ? `Você fez o pedido em nome de “${companyName}”.`
        : `“Beto Comprador” fez o pedido em nome de “${companyName}”.`,
    )
    expect(body).toContain(`Comprador: “${companyName}” · CNPJ 12.ABC.345/01DE-35`)
    expect(body.includes('/account/companies')).toBe(isColleague)
  }
  expect(mails.filter(({ job }) => job === 'mail-payment-confirmed')).toHaveLength(2)
  expect(mails.every(({ job }) => job !== 'copy-mail')).toBe(true)
})

test('names cannot become links in mails to other people', async () => {
  const { owner, colleague } = await makeCompany()
  const profileUpdate = db.updateTable('profiles').where('id', '=', owner.profileId)
  await profileUpdate.set({ company_name: 'Pague em evil.com/boleto' }).execute()
  await db
    .updateTable('profiles')
    .set({ name: 'Beto golpe.test/login' })
    .where('user_id', '=', colleague.userId)
    .execute()
  await placeOrderAs(owner, colleague.userId)
  await runQueuedJobs()
  const receivedMails = (await listSentMails()).filter(({ job }) => job === 'mail-order-received')
  const bodies = await Promise.all(
    receivedMails.map(async ({ outbox_id }) => (await readMail(outbox_id)).body),
  )
  expect(bodies.filter((body) => body.includes('“Pague em evil. com/boleto”'))).toHaveLength(2)
  expect(bodies.filter((body) => body.includes('“Beto golpe. test/login” fez'))).toHaveLength(1)
})

test('sends no further mail when the event of a copied mail runs again', async () => {
  const { owner, colleague } = await makeCompany()
  await placeOrderAs(owner, colleague.userId)
  await runQueuedJobs()
  const count = (await listSentMails()).length
  await db.updateTable('outbox').set({ done_at: null }).where('job', '=', 'mail-order-received').execute()
  await runQueuedJobs()
  expect(await listSentMails()).toHaveLength(count)
})

test('resends a mail to its original reader', async () => {
  const { owner, colleague } = await makeCompany()
  await placeOrderAs(owner, colleague.userId)
  await runQueuedJobs()
  const [colleagueMail] = (await listSentMails()).filter(({ to_address }) => to_address === colleague.email)
  const countBefore = (await listSentMails()).length
  expect(await requestResend(colleagueMail?.id ?? 0, 0, await makeStaff())).toBe('queued')
  await runQueuedJobs()
  const mailsAfter = await listSentMails()
  expect(mailsAfter).toHaveLength(countBefore + 1)
  expect(mailsAfter.at(-1)).toMatchObject({ job: colleagueMail?.job, to_address: colleague.email })
})

test.each([
  ['has left', (memberId: number, owner: AccountOwner) => endMember({ memberId, owner })],
  [
    'can no longer see orders',
    (memberId: number, owner: AccountOwner) => changeRole({ memberId, owner }, 'mechanic'),
  ],
] as const)('names a colleague who %s, and sends no mail to them', async (_name, endAccess) => {
  const { owner, colleague } = await makeCompany()
  const { orderId } = await placeOrderAs(owner, colleague.userId)
  expect(await endAccess(colleague.memberId, owner)).toBeOneOf([true, 'changed'])
  await runQueuedJobs()
  const mails = await listSentMails()
  expect(mails.filter(({ to_address }) => to_address === colleague.email)).toEqual([])
  const receivedMail = mails.find(({ job }) => job === 'mail-order-received')
  expect((await readMail(receivedMail?.outbox_id ?? 0)).body).toContain(
    '“Beto Comprador” fez o pedido em nome de',
  )
  expect(await listColleagueBuyers([orderId])).toMatchObject([{ userId: colleague.userId, email: null }])
})

test('names no colleague and sends one mail for an order by the company’s own login', async () => {
  const { owner, colleague } = await makeCompany()
  const { orderId } = await placeOrderAs(owner)
  await runQueuedJobs()
  const receivedMails = (await listSentMails()).filter(({ job }) => job === 'mail-order-received')
  expect(receivedMails.map(({ to_address }) => to_address)).toEqual([owner.email])
  expect((await readMail(receivedMails[0]?.outbox_id ?? 0)).body).not.toContain('em nome de')
  expect(await listColleagueBuyers([orderId])).toEqual([])
  expect(colleague.email).not.toBe(owner.email)
})

test('names no colleague for an order placed by staff, even if the staff member is one', async () => {
  const { owner, colleague } = await makeCompany()
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ profile_id: owner.profileId }).where('id', '=', orderId).execute()
  await db
    .updateTable('history')
    .set({ actor_user_id: colleague.userId, details: JSON.stringify({ source: 'staff' }) })
    .where('entity', '=', 'order')
    .where('entity_id', '=', orderId)
    .execute()
  expect(await listColleagueBuyers([orderId])).toEqual([])
})

test('a saved choice sends order mails to the company alone, and wrong or outdated choices are rejected', async () => {
  const { owner, colleague } = await makeCompany()
  const visitor = await loginAs(owner)
  const readFormVersion = async () => {
    const { html } = await fetchPage(visitor, '/account/colleagues')
    return /name="form_seen" value="([^"]+)"(?:(?!<\/form>).)*order-mails/s.exec(html)?.[1]
  }
  const saveChoice = async (choice: string, formVersion?: string) => {
    const fields = {
      intent: 'order-mails',
      order_mails: choice,
      form_seen: formVersion ?? (await readFormVersion()),
    }
    return fetchPage(visitor, '/account/colleagues', fields)
  }
  const outdatedVersion = await readFormVersion()
  expect((await saveChoice('nobody')).status).toBe(400)
  expect((await saveChoice('company')).status).toBe(303)
  const outdatedResponse = await saveChoice('both', outdatedVersion)
  expect((await fetchFollowing(visitor, outdatedResponse.location ?? '')).text).toContain(
    'esta escolha é outra agora',
  )
  const { orderId } = await placeOrderAs(owner, colleague.userId)
  await runQueuedJobs()
  const receivedMails = (await listSentMails()).filter(({ job }) => job === 'mail-order-received')
  expect(receivedMails.map(({ to_address }) => to_address)).toEqual([owner.email])
  expect((await readMail(receivedMails[0]?.outbox_id ?? 0)).body).toContain(
    '“Beto Comprador” fez o pedido em nome de',
  )
  const page = await fetchPage(visitor, `/payment/${orderId}`)
  expect(page.text).toContain(`Enviamos para ${owner.email}. Endereço errado?`)
  expect((await saveChoice('both')).status).toBe(303)
  expect(await listColleagueBuyers([orderId])).toMatchObject([{ email: colleague.email }])
})

test('the payment page shows the addresses that receive the boleto', async () => {
  const { owner, colleague } = await makeCompany()
  const { orderId } = await placeOrderAs(owner, colleague.userId)
  await runQueuedJobs()
  const { text } = await fetchPage(await loginAs(owner), `/payment/${orderId}`)
  expect(text).toContain(`Enviamos para ${owner.email} e ${colleague.email}. Endereço errado? Corrigir`)
})

/** Reminders about subscriptions mention an open order, but the order is not their subject (D37). */
const reminderFooter = 'Não quer mais receber avisos'

test('every account mail about an order also goes to the person who placed it', () => {
  const orderMailNames = new Set(
    samples.flatMap(({ mail, content: { subject, text } }) =>
      /pedidos? n\u00ba \d/i.test(`${subject} ${text}`) && !text.includes(reminderFooter) ? [mail] : [],
    ),
  )
  const customerMails = mails.filter(
    ({ name, readers }) => orderMailNames.has(name) && !readers.includes('staff'),
  )
  expect(customerMails.length).toBeGreaterThan(10)
  expect(
    customerMails.filter(({ readers }) => !readers.includes('colleague')).map(({ name }) => name),
  ).toEqual([])
})

test('replies to a staff mail go to the person who ordered, or to the company after that person left', async () => {
  const { owner, colleague } = await makeCompany()
  const freightToBeAgreed = { shippingService: shippingTypes.toBeAgreed }
  const { orderId } = await placeOrderAs(owner, colleague.userId, freightToBeAgreed, await makePublication())
  const lines = await db.selectFrom('order_lines').select('id').where('order_id', '=', orderId).execute()
  await confirmPayment(orderId, byBank, '2026-11-09')
  const lineIds = lines.map(({ id }) => id)
  const request = await makeWithdrawalRequest({ orderId, profileId: owner.profileId, lineIds })
  const listReplyAddresses = async (freightEventId: number, withdrawalEventId: number) => {
    await requireMailJob('ask-staff-for-freight').run(String(orderId), { id: freightEventId })
    await requireMailJob('forward-withdrawal').run(String(request), { id: withdrawalEventId })
    const mails = await Promise.all([readMail(freightEventId), readMail(withdrawalEventId)])
    return mails.map(
      ({ headers }) => /<(.+)>/.exec(headers.find((line) => /^Reply-To:/i.test(line)) ?? '')?.[1],
    )
  }
  expect(await listReplyAddresses(71, 72)).toEqual([colleague.email, colleague.email])
  await endMember({ memberId: colleague.memberId, owner })
  expect(await listReplyAddresses(73, 74)).toEqual([owner.email, owner.email])
})
