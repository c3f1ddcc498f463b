import { beforeEach, expect, test } from 'vitest'
import { addDays, addYears, toCivilDate } from '#app/domain/platform/calendar.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { findViewer } from '#app/models/accounts/session.server.ts'
import { listOrdersAfter } from '#app/models/backoffice/data-export.server.ts'
import { countLosses } from '#app/models/backoffice/deletion.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { requestUnitCopy } from '#app/models/subscriptions/download.server.ts'
import { listCustomersToRemind } from '#app/models/subscriptions/expiry-reminder.server.ts'
import { findOpenFile } from '#app/models/subscriptions/file-access.server.ts'
import { listRenewableIds, listRenewalUnits } from '#app/models/subscriptions/renewal.server.ts'
import { countRecipients } from '#app/models/subscriptions/revision-notice.server.ts'
import { loader as content } from '#app/routes/files/content.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { giveFile } from '#tests/factories/files.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { rejection } from '#tests/factories/withdrawals.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const today = toCivilDate(new Date())
const formatWithdrawalNumber = (requestId: number) => `D${String(requestId).padStart(6, '0')}`
const byCustomer = { actorUserId: null, source: 'customer' }

/** Creates a paid download subscription within the renewal window, with its file. */
async function makeRenewableSubscription() {
  const publicationId = await makeDownload({ name: 'Boletim 7', is_signature: true, version: 'Rev. 1' })
  await giveFile(publicationId)
  const { orderId, userId } = await makeOrder({ [publicationId]: 1 })
  await confirmPayment(orderId, byStaff, today)
  const due = addDays(today, 20)
  const { id, order_line_id: lineId } = await db
    .selectFrom('subscriptions')
    .select(['id', 'order_line_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await db.updateTable('subscriptions').set({ due }).where('id', '=', id).execute()
  const profileId = await getProfileId(userId)
  return { publicationId, orderId, userId, profileId, id, lineId, due, owner: await loginAs({ userId }) }
}

type RenewableSubscription = Awaited<ReturnType<typeof makeRenewableSubscription>>

const withdrawSubscription = async (
  { orderId, profileId, lineId }: RenewableSubscription,
  refundTo: string | null = 'chave',
) => {
  const request = { orderId, profileId, lineIds: [lineId], reason: null, refundTo }
  const outcome = await requestWithdrawal(request, byCustomer, today)
  if (typeof outcome === 'string') throw new Error(outcome)
  return outcome.id
}

const fetchFile = (visitor: Visitor, id: number, headers: Record<string, string> = {}) => {
  const request = visitor.request(`/files/${id}/x`)
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return visitor.call(content, request, { id: String(id), name: 'x' })
}

const prepareCopy = async ({ id, userId, profileId }: RenewableSubscription) => {
  const fileId = (await requestUnitCopy(id, { userId, profileId }, today)) ?? 0
  await prepareFile.run(String(fileId), { id: 1 })
  return fileId
}

test('a withdrawal request closes the download, including prepared files and range requests', async () => {
  const subscription = await makeRenewableSubscription()
  const fileId = await prepareCopy(subscription)
  expect((await fetchFile(subscription.owner, fileId)).status).toBe(200)
  const requestId = await withdrawSubscription(subscription)
  const requestHeaders: Record<string, string>[] = [{}, { Range: 'bytes=0-99' }]
  for (const headers of requestHeaders)
    expect((await fetchFile(subscription.owner, fileId, headers)).status).toBe(404)
  expect(await requestUnitCopy(subscription.id, subscription, today)).toBeUndefined()
  expect((await fetchPage(subscription.owner, `/downloads/${subscription.id}`, {})).location).toBe(
    `/downloads/${subscription.id}`,
  )
  const page = await fetchPage(subscription.owner, `/downloads/${subscription.id}`)
  expect(page.text).toContain('Em desistência')
  expect(page.text).toContain(formatWithdrawalNumber(requestId))
  expect(page.text).not.toContain('Assinatura vencida')
  expect((await fetchPage(subscription.owner, `/files/${fileId}`)).text).toContain('não está mais em vigor')
})

test('a rejected withdrawal reopens the download with the same dates, but an accepted one does not', async () => {
  const subscription = await makeRenewableSubscription()
  const fileId = await prepareCopy(subscription)
  const loadSubscription = () =>
    db.selectFrom('subscriptions').selectAll().where('id', '=', subscription.id).executeTakeFirstOrThrow()
  const subscriptionBefore = await loadSubscription()
  await answerWithdrawal(await withdrawSubscription(subscription), rejection, byStaff)
  expect((await fetchFile(subscription.owner, fileId)).status).toBe(200)
  expect(await loadSubscription()).toEqual(subscriptionBefore)
  expect((await fetchPage(subscription.owner, '/manage')).text).not.toContain('Em desistência')
  const otherSubscription = await makeRenewableSubscription()
  const otherFileId = await prepareCopy(otherSubscription)
  await answerWithdrawal(await withdrawSubscription(otherSubscription), { outcome: 'accepted' }, byStaff)
  expect((await fetchFile(otherSubscription.owner, otherFileId)).status).toBe(404)
})

test('an open withdrawal blocks certificate, renewal, reminders and revision notices until it is rejected', async () => {
  const subscription = await makeRenewableSubscription()
  const { profileId, userId, id, publicationId, owner } = subscription
  const certificateRequest = {
    profileId,
    userId,
    subscriptionId: undefined,
    fileName: 'Certificate.pdf',
    today,
  }
  const certificateFileId = (await issueCertificate(certificateRequest)) ?? 0
  await db
    .updateTable('prepared_files')
    .set({ ready_at: new Date(), file: 'x' })
    .where('id', '=', certificateFileId)
    .execute()
  const viewer = await findViewer(String(await sessionCookie.parse(owner.cookies.header)))
  const loadRights = async () => ({
    canOpenCertificate: (await findOpenFile(certificateFileId, viewer, today)) !== undefined,
    canIssueCertificate: (await issueCertificate(certificateRequest)) !== undefined,
    renewableIds: await listRenewableIds(profileId, today),
    renewalBlocker: (await listRenewalUnits({ profileId, ids: [id], today }))[0]?.blocker,
    isReminded: (await listCustomersToRemind(today, 0, 10)).includes(profileId),
    revisionNoticeCount: await countRecipients(publicationId, today),
    lossCount: (await countLosses(profileId, today)).subscriptions,
  })
  const rightsBefore = {
    canOpenCertificate: true,
    canIssueCertificate: true,
    renewableIds: [id],
    renewalBlocker: null,
    isReminded: true,
    revisionNoticeCount: 1,
    lossCount: 1,
  }
  const blockedRights = {
    canOpenCertificate: false,
    canIssueCertificate: false,
    renewableIds: [],
    renewalBlocker: 'withdrawn',
    isReminded: false,
    revisionNoticeCount: 0,
    lossCount: 0,
  }
  expect(await loadRights()).toEqual(rightsBefore)
  const requestId = await withdrawSubscription(subscription)
  expect(await loadRights()).toEqual(blockedRights)
  const { number } = await db.selectFrom('certificates').select('number').executeTakeFirstOrThrow()
  expect((await fetchPage(owner, `/certificado/${number}`)).text).toContain('Em desistência')
  const renewalPage = await fetchPage(owner, `/manage/${id}/renew`)
  expect(renewalPage.text).toContain('está em desistência')
  await answerWithdrawal(requestId, rejection, byStaff)
  expect(await loadRights()).toEqual(rightsBefore)
})

test('pages of customer and staff mark a subscription in withdrawal, and the customer’s page hides its actions', async () => {
  const subscription = await makeRenewableSubscription()
  const withdrawalNumber = formatWithdrawalNumber(await withdrawSubscription(subscription))
  const managePage = await fetchPage(subscription.owner, '/manage')
  expect(managePage.text).toContain('Em desistência')
  expect(managePage.text).toContain(`em desistência, ${withdrawalNumber}`)
  const textWithoutFilters = managePage.text.replace(/Todas.*Mostrar/, '')
  for (const action of ['Baixar', 'Renovar', 'Download liberado'])
    expect.soft(textWithoutFilters, action).not.toContain(`${action} Boletim`)
  expect(managePage.html).not.toContain(`action="/downloads/${subscription.id}"`)
  const staff = await loginAs({ userId: await makeStaff() })
  for (const path of [
    '/admin/signatures',
    '/admin/signatures.csv',
    `/admin/signature/${subscription.id}`,
    `/admin/order/${subscription.orderId}`,
  ])
    expect.soft((await fetchPage(staff, path)).text, path).toContain(`em desistência, ${withdrawalNumber}`)
})

test('account deletion shows an open withdrawal, and the export contains the request', async () => {
  const subscription = await makeRenewableSubscription()
  const requestId = await withdrawSubscription(subscription)
  const page = await fetchPage(subscription.owner, '/account/deletion')
  expect(page.text).toContain(`Você tem uma desistência em aberto: ${formatWithdrawalNumber(requestId)}.`)
  expect(page.text).toContain('chave Pix ou conta que você informou')
  expect(page.text).not.toContain('assinatura em vigor')
  const [order] = await listOrdersAfter(subscription.profileId, 0)
  expect(order?.withdrawals).toMatchObject([
    { id: requestId, is_open: true, outcome: null, lines: [{ name: 'Boletim 7' }] },
  ])
  await answerWithdrawal(requestId, rejection, byStaff)
  expect((await fetchPage(subscription.owner, '/account/deletion')).text).not.toContain(
    'desistência em aberto',
  )
})

test('after a withdrawn renewal, the download stays open until the due date before the renewal', async () => {
  const subscription = await makeRenewableSubscription()
  const { orderId } = await makeOrder({ [await makePublication()]: 1 })
  await confirmPayment(orderId, byStaff, today)
  const line = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  // Makes the line of the other order a renewal of the subscription.
  const dueAfter = addYears(subscription.due, 1)
  const renewal = { due_before: subscription.due, due_after: dueAfter, applied_at: new Date() }
  await db
    .insertInto('renewals')
    .values({ order_line_id: line.id, subscription_id: subscription.id, ...renewal })
    .execute()
  await db.updateTable('subscriptions').set({ due: dueAfter }).where('id', '=', subscription.id).execute()
  const renewalOrder = await db
    .selectFrom('orders')
    .select('profile_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await withdrawSubscription({
    ...subscription,
    orderId,
    profileId: renewalOrder.profile_id,
    lineId: line.id,
  })
  expect(await requestUnitCopy(subscription.id, subscription, subscription.due)).toBeDefined()
  expect(await requestUnitCopy(subscription.id, subscription, addDays(subscription.due, 1))).toBeUndefined()
})
