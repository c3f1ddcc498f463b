import { beforeEach, expect, test } from 'vitest'
import { addDays, addYears, toCivilDate } from '#app/domain/platform/calendar.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
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
const formatWithdrawalNumber = (request: number) => `D${String(request).padStart(6, '0')}`
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

const withdrawUnit = async (
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
  const unit = await makeRenewableSubscription()
  const fileId = await prepareCopy(unit)
  expect((await fetchFile(unit.owner, fileId)).status).toBe(200)
  const requestId = await withdrawUnit(unit)
  const requestHeaders: Record<string, string>[] = [{}, { Range: 'bytes=0-99' }]
  for (const headers of requestHeaders)
    expect((await fetchFile(unit.owner, fileId, headers)).status).toBe(404)
  expect(await requestUnitCopy(unit.id, unit, today)).toBeUndefined()
  expect((await fetchPage(unit.owner, `/downloads/${unit.id}`, {})).location).toBe(`/downloads/${unit.id}`)
  const page = await fetchPage(unit.owner, `/downloads/${unit.id}`)
  expect(page.text).toContain('Em desistência')
  expect(page.text).toContain(formatWithdrawalNumber(requestId))
  expect(page.text).not.toContain('Assinatura vencida')
  expect((await fetchPage(unit.owner, `/files/${fileId}`)).text).toContain('não está mais em vigor')
})

test('a rejected withdrawal reopens the download with the same dates, but an accepted one does not', async () => {
  const unit = await makeRenewableSubscription()
  const fileId = await prepareCopy(unit)
  const loadUnit = () =>
    db.selectFrom('subscriptions').selectAll().where('id', '=', unit.id).executeTakeFirstOrThrow()
  const unitBefore = await loadUnit()
  await answerWithdrawal(await withdrawUnit(unit), rejection, byStaff)
  expect((await fetchFile(unit.owner, fileId)).status).toBe(200)
  expect(await loadUnit()).toEqual(unitBefore)
  expect((await fetchPage(unit.owner, '/manage')).text).not.toContain('Em desistência')
  const otherUnit = await makeRenewableSubscription()
  const otherFileId = await prepareCopy(otherUnit)
  await answerWithdrawal(await withdrawUnit(otherUnit), { outcome: 'accepted' }, byStaff)
  expect((await fetchFile(otherUnit.owner, otherFileId)).status).toBe(404)
})

test('an open withdrawal blocks certificate, renewal, reminders and revision notices until it is decided', async () => {
  const unit = await makeRenewableSubscription()
  const { profileId, userId, id, publicationId } = unit
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
  const viewer = { userId, profileId, isPartner: false, isStaff: false, actingFor: null } as Parameters<
    typeof findOpenFile
  >[1]
  const loadUnitRights = async () => ({
    canOpenCertificate: (await findOpenFile(certificateFileId, viewer, today)) !== undefined,
    canIssueCertificate: (await issueCertificate(certificateRequest)) !== undefined,
    renewable: await listRenewableIds(profileId, today),
    blocker: (await listRenewalUnits({ profileId, ids: [id], today }))[0]?.blocker,
    isReminded: (await listCustomersToRemind(today, 0, 10)).includes(profileId),
    notifiedCount: await countRecipients(publicationId, today),
    losses: (await countLosses(profileId, today)).subscriptions,
  })
  const rightsOfOpenUnit = {
    canOpenCertificate: true,
    canIssueCertificate: true,
    renewable: [id],
    blocker: null,
    isReminded: true,
    notifiedCount: 1,
    losses: 1,
  }
  expect(await loadUnitRights()).toEqual(rightsOfOpenUnit)
  const requestId = await withdrawUnit(unit)
  expect(await loadUnitRights()).toEqual({
    ...{ canOpenCertificate: false, canIssueCertificate: false, renewable: [], blocker: 'withdrawn' },
    ...{ isReminded: false, notifiedCount: 0, losses: 0 },
  })
  const { number } = await db.selectFrom('certificates').select('number').executeTakeFirstOrThrow()
  expect((await fetchPage(unit.owner, `/certificado/${number}`)).text).toContain('Em desistência')
  const renewalPage = await fetchPage(unit.owner, `/manage/${id}/renew`)
  expect(renewalPage.text).toContain('está em desistência')
  await answerWithdrawal(requestId, rejection, byStaff)
  expect(await loadUnitRights()).toEqual(rightsOfOpenUnit)
})

test('pages of customer and staff mark a unit in withdrawal, and the customer’s page hides its actions', async () => {
  const unit = await makeRenewableSubscription()
  const withdrawalNumber = formatWithdrawalNumber(await withdrawUnit(unit))
  const managePage = await fetchPage(unit.owner, '/manage')
  expect(managePage.text).toContain('Em desistência')
  expect(managePage.text).toContain(`em desistência, ${withdrawalNumber}`)
  const textWithoutFilters = managePage.text.replace(/Todas.*Mostrar/, '')
  for (const action of ['Baixar', 'Renovar', 'Download liberado'])
    expect.soft(textWithoutFilters, action).not.toContain(`${action} Boletim`)
  expect(managePage.html).not.toContain(`action="/downloads/${unit.id}"`)
  const staff = await loginAs({ userId: await makeStaff() })
  for (const path of [
    '/admin/signatures',
    '/admin/signatures.csv',
    `/admin/signature/${unit.id}`,
    `/admin/order/${unit.orderId}`,
  ])
    expect.soft((await fetchPage(staff, path)).text, path).toContain(`em desistência, ${withdrawalNumber}`)
})

test('account deletion shows an open withdrawal, and the export contains the request', async () => {
  const unit = await makeRenewableSubscription()
  const requestId = await withdrawUnit(unit)
  const page = await fetchPage(unit.owner, '/account/deletion')
  expect(page.text).toContain(`Você tem uma desistência em aberto: ${formatWithdrawalNumber(requestId)}.`)
  expect(page.text).toContain('chave Pix ou conta que você informou')
  expect(page.text).not.toContain('assinatura em vigor')
  const [order] = await listOrdersAfter(unit.profileId, 0)
  expect(order?.withdrawals).toMatchObject([
    { id: requestId, is_open: true, outcome: null, lines: [{ name: 'Boletim 7' }] },
  ])
  await answerWithdrawal(requestId, rejection, byStaff)
  expect((await fetchPage(unit.owner, '/account/deletion')).text).not.toContain('desistência em aberto')
})

test('a withdrawn renewal closes the unit after the previous year ends', async () => {
  const unit = await makeRenewableSubscription()
  const { orderId } = await makeOrder({ [await makePublication()]: 1 })
  await confirmPayment(orderId, byStaff, today)
  const line = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const dueAfter = addYears(unit.due, 1)
  const renewal = { due_before: unit.due, due_after: dueAfter, applied_at: new Date() }
  await db
    .insertInto('renewals')
    .values({ order_line_id: line.id, subscription_id: unit.id, ...renewal })
    .execute()
  await db.updateTable('subscriptions').set({ due: dueAfter }).where('id', '=', unit.id).execute()
  const renewalOrder = await db
    .selectFrom('orders')
    .select('profile_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await withdrawUnit({ ...unit, orderId, profileId: renewalOrder.profile_id, lineId: line.id })
  expect(await requestUnitCopy(unit.id, unit, unit.due)).toBeDefined()
  expect(await requestUnitCopy(unit.id, unit, addDays(unit.due, 1))).toBeUndefined()
})
