import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { lanes } from '#app/domain/platform/lane.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { listMoneyOwed } from '#app/models/payments/money-back.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { recordBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { recordHeartbeat } from '#app/models/platform/worker-heartbeat.server.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { acceptWithdrawal } from '#tests/factories/withdrawals.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
const worker = { worker: 'w', host: 'h', pid: 1, startedAt: new Date(), queues: {}, schedules: [] }

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
  await recordHeartbeat({ ...worker, lanes })
})

const getHoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Returns the tasks with their links. */
async function listTasks() {
  const { html } = await fetchPage(staff, '/admin/today')
  const rows = html.matchAll(
    /<li[^>]*><span>([^<]+)<\/span>(?:<small[^>]*>[^<]*<\/small>)?\s*<a href="([^"]+)"/g,
  )
  return [...rows].map(([, text, href]) => [text, href?.replaceAll('&amp;', '&')])
}

test('shows a message when nothing is waiting', async () => {
  expect(await listTasks()).toEqual([])
  expect((await fetchPage(staff, '/admin/today')).text).toContain('Nada espera por você.')
})

test('lists missing workers before other tasks', async () => {
  await db.deleteFrom('worker_heartbeats').execute()
  await makePaidOrder()
  expect(await listTasks()).toMatchObject([
    ['Nenhum trabalhador responde: boletos e e-mails não saem', '/admin/jobs'],
    ['3 exemplares aguardam envio, em 1 volume', '/admin/expeditions/waiting'],
  ])
})

test('lists lanes without a worker first, by name', async () => {
  await recordHeartbeat({ ...worker, lanes: ['work', 'pdf', 'files'] })
  await recordHeartbeat({ ...worker, worker: 'x', lanes: ['webhooks'] })
  expect(await listTasks()).toEqual([
    ['Nenhum trabalhador cuida de: e-mails; relatórios, etiquetas e CSV', '/admin/jobs'],
  ])
  await recordHeartbeat({ ...worker, worker: 'y', lanes: ['mail', 'reports'] })
  expect(await listTasks()).toEqual([])
})

test('does not count a worker without Redis for any lane', async () => {
  await recordHeartbeat({ ...worker, lanes, queues: null })
  const unreachableTask = ['Nenhum trabalhador alcança as filas: boletos e e-mails não saem', '/admin/jobs']
  expect(await listTasks()).toEqual([unreachableTask])
  expect((await fetchPage(staff, '/admin/jobs')).text).toContain('Nenhum trabalhador cuida de: ')
  await recordHeartbeat({ ...worker, worker: 'x', lanes: ['work', 'pdf', 'files', 'reports', 'webhooks'] })
  expect(await listTasks()).toEqual([['Nenhum trabalhador cuida de: e-mails', '/admin/jobs']])
})

test('shows administrators, not staff, that the newest backup is older than 26 hours', async () => {
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  const administrator = await loginAs({ userId })
  const findBackupTask = async () =>
    (await fetchPage(administrator, '/admin/today')).text.match(/cópia de segurança[^.]*?Ver/)?.[0]
  expect(await findBackupTask()).toBe('cópia de segurança foi registrada Ver')
  await recordBackup(getHoursAgo(27))
  expect(await findBackupTask()).toMatch(
    /^cópia de segurança é de \d\d\/\d\d\/\d{4} às \d\d:\d\d há 27 h Ver$/,
  )
  expect(await listTasks()).toEqual([])
  await recordBackup(getHoursAgo(25))
  expect(await findBackupTask()).toBeUndefined()
})

test('shows how many photos have waited too long', async () => {
  const { orderId } = await makeOrderUnderReview()
  await makeOrderUnderReview()
  expect(await listTasks()).toEqual([['2 pedidos com foto em análise', '/admin/review']])
  await db
    .updateTable('orders')
    .set({ review_since: getHoursAgo(25) })
    .where('id', '=', orderId)
    .execute()
  expect(await listTasks()).toEqual([['2 pedidos com foto em análise, 1 há mais de 24 h', '/admin/review']])
})

test('the withdrawal task links to the request', async () => {
  const { orderId, profileId, lineIds } = await makePaidOrder()
  const withdrawal = { orderId, profileId, lineIds, reason: null, refundTo: null }
  await requestWithdrawal(withdrawal, { actorUserId: null, source: 'customer' }, '2026-11-06')
  const { id } = await db.selectFrom('withdrawal_requests').select('id').executeTakeFirstOrThrow()
  const href = `/admin/order/${orderId}/withdrawal?request=${id}`
  expect(await listTasks()).toContainEqual(['1 desistência sem resposta', href])
})

test('lists owed refunds with sum and oldest day until they are recorded', async () => {
  const firstOrder = await makePaidOrder()
  const secondOrder = await makePaidOrder()
  const withdrawalIds = [
    await acceptWithdrawal({ ...firstOrder, lineIds: firstOrder.lineIds.slice(0, 1) }),
    await acceptWithdrawal(secondOrder),
  ]
  const oldestDay = addDays(toCivilDate(new Date()), -3)
  await db
    .updateTable('withdrawal_requests')
    .set({ created_at: new Date(`${oldestDay}T15:00:00Z`) })
    .where('id', '=', withdrawalIds[1] ?? 0)
    .execute()
  const moneyOwed = await listMoneyOwed()
  const sum = moneyOwed.reduce((total, { owed }) => total + owed, 0)
  expect(moneyOwed.map(({ orderId }) => orderId)).toEqual([secondOrder.orderId, firstOrder.orderId])
  const refundTask = `2 reembolsos a fazer, ${formatReais(sum)}; o mais antigo devido desde ${formatDate(oldestDay)} (CDC, art. 49: de imediato)`
  expect(await listTasks()).toContainEqual([refundTask, `/admin/order/${secondOrder.orderId}/refund`])
  for (const { orderId, owed: owedValue } of moneyOwed) {
    const refund = {
      orderId,
      paymentId: null,
      value: owedValue,
      refundedOn: oldestDay,
      document: 'TED',
      note: null,
    }
    await recordRefund({ ...refund, token: String(orderId) }, { ...byStaff, actorUserId: 1 })
  }
  expect((await listTasks()).map(([text]) => text).join()).not.toContain('reembolso')
})

test.each([
  [-1, false],
  [0, true],
  [6, true],
  [7, false],
])('a subscription due in %i days is listed for this week: %s', async (days, isListed) => {
  await makePaidOrder()
  const today = toCivilDate(new Date())
  const due = addDays(today, days)
  await db.updateTable('subscriptions').set({ due }).where('due', 'is not', null).execute()
  const range = new URLSearchParams({ start: today, end: addDays(today, 6) })
  const expectedTask = ['1 assinatura vence nesta semana', `/admin/report/expired_signatures/?${range}`]
  if (isListed) expect(await listTasks()).toContainEqual(expectedTask)
  else expect(await listTasks()).not.toContainEqual(expectedTask)
})

test('lists mails rejected in the last seven days and failed tasks', async () => {
  const refusedMail = {
    job: 'mail-order-received',
    subject_ref: '1',
    state: 'refused',
    to_address: 'a@b.test',
  }
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000)
  await db
    .insertInto('mails')
    .values([
      { ...refusedMail, subject: 'Novo', outbox_id: 1 },
      { ...refusedMail, subject: 'Antigo', outbox_id: 2, created_at: eightDaysAgo },
    ])
    .execute()
  await db.insertInto('outbox').values({ job: 'issue-boleto', subject: '1', last_error: 'x' }).execute()
  expect(await listTasks()).toEqual([
    ['1 e-mail recusado nos últimos 7 dias', '/admin/mails?status=2'],
    ['1 tarefa com problema', '/admin/jobs'],
  ])
})

test('offers to approve the longest waiting order if it has a photo, and redirects to the review', async () => {
  const { orderId } = await makeOrderUnderReview()
  await makeOrderUnderReview()
  await db.updateTable('order_lines').set({ photo: null }).execute()
  expect((await fetchPage(staff, '/admin/today')).html).not.toContain('>Aprovar</button>')
  await db.updateTable('order_lines').set({ photo: 'placa' }).execute()
  const { html } = await fetchPage(staff, '/admin/today')
  expect(html).toContain('src="/photo/placa"')
  const photoField = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const approvalAnswer = await fetchPage(staff, `/admin/order/${orderId}/approval?review=0`, {
    seen: photoField,
  })
  expect(approvalAnswer.location).toBe('/admin/review')
  expect(html).toContain(`action="/admin/order/${orderId}/approval?review=0"`)
  const { status } = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(status).toBe(orderStatus.pendingPayment)
})
