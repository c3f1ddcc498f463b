import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { countHeldRevisions } from '#app/models/reports/publication-clients.server.ts'
import { listRecalls, RecallRepeated, sendRecall } from '#app/models/reports/recall-notice.server.ts'
import { recallRecipients } from '#app/models/reports/recall-recipients.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailRecall = requireMailJob('mail-recall')
const today = toCivilDate(new Date())
const noticeText = { subject: 'Troque a página 3-12', body: 'A tabela está errada.\nNão use a página.' }
let actorUserId: number

beforeEach(async () => {
  actorUserId = await makeStaff()
  await openShop()
})

/** Creates a publication with a buyer who received it, a subscriber, and one whose subscription ended. */
async function makeHolders() {
  const order = await makePaidOrder()
  const publicationId = order.manual
  await markSent(await makeShipment(order), { date: '2026-11-05', trackCode }, byStaff)
  const currentSubscriptions = await makeSubscriptions([{ due: '2099-01-01' }, { due: '2099-01-01' }])
  const endedSubscriptions = await makeSubscriptions([{ due: '2020-01-01' }])
  const ids = [...currentSubscriptions.ids, ...endedSubscriptions.ids]
  await db
    .updateTable('subscriptions')
    .set({ publication_id: publicationId })
    .where('id', 'in', ids)
    .execute()
  return { publicationId, buyer: order, currentSubscriptions, endedSubscriptions }
}

type Filter = Parameters<typeof sendRecall>[0]['filter']

const makeFilter = (publicationId: number, overrides: Partial<Filter> = {}): Filter => ({
  publicationId,
  today,
  chosen: { except: [] },
  ...overrides,
})

const sendNotice = (filter: Filter, formKey = makeCheckoutToken()) =>
  sendRecall({ ...noticeText, filter, formKey, actorUserId })

const listRecallJobs = () =>
  db.selectFrom('outbox').select(['id', 'subject']).where('job', '=', 'mail-recall').execute()

async function readMailText(subject: string, id: number) {
  await mailRecall.run(subject, { id })
  const { headers, body } = await readMail(id)
  return { headers, text: body.split(/Content-Type: text\/html/i)[0] ?? '' }
}

test('sends one mail per selected holder and records the copies of each', async () => {
  const { publicationId, buyer, currentSubscriptions, endedSubscriptions } = await makeHolders()
  expect(await sendNotice(makeFilter(publicationId))).toBe(2)
  expect(await sendNotice(makeFilter(publicationId, { kind: 'everybody' }))).toBe(3)
  expect(await sendNotice(makeFilter(publicationId, { kind: 'ended' }))).toBe(1)
  expect(await sendNotice(makeFilter(publicationId, { kind: 'subscription' }))).toBe(1)
  expect(
    await sendNotice(makeFilter(publicationId, { chosen: { only: [currentSubscriptions.profileId] } })),
  ).toBe(1)
  // The sum of the five notices.
  expect(await listRecallJobs()).toHaveLength(8)
  const [newestRecall] = await listRecalls(publicationId)
  expect(newestRecall).toMatchObject({ total: 1, sent: 0, unsent: 0, subject: noticeText.subject })
  const rows = await recallRecipients.rows(
    { start: today, end: today, noticeId: undefined, publicationId },
    { limit: 100, offset: 0 },
  )
  const heldByProfile = new Map(rows.map(({ profileId, held }) => [profileId, held]))
  expect(heldByProfile.get(buyer.profileId)).not.toBe('')
  // The subscriber has not received a revision yet.
  expect(heldByProfile.get(currentSubscriptions.profileId)).toBe('')
  expect(rows.filter(({ profileId }) => profileId === endedSubscriptions.profileId)).toHaveLength(2)
})

test('notifies only the holders of one revision', async () => {
  const { publicationId, buyer } = await makeHolders()
  const counts = await countHeldRevisions(makeFilter(publicationId))
  const [heldRevision] = counts.flatMap(({ held }) => held ?? [])
  expect(counts.map(({ count }) => count)).toEqual([1, 1])
  expect(await sendNotice(makeFilter(publicationId, { held: heldRevision }))).toBe(1)
  const recipients = await db.selectFrom('recall_recipients').selectAll().execute()
  expect(recipients).toMatchObject([{ profile_id: buyer.profileId, held: heldRevision }])
})

test('a repeated form creates one notice, and a form without recipients creates none', async () => {
  const { publicationId } = await makeHolders()
  const formKey = makeCheckoutToken()
  const outcomes = await Promise.allSettled([
    sendNotice(makeFilter(publicationId), formKey),
    sendNotice(makeFilter(publicationId), formKey),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(sendNotice(makeFilter(publicationId), formKey)).rejects.toThrow(RecallRepeated)
  expect(await sendNotice(makeFilter(publicationId, { held: 'Rev. 99' }))).toBe(0)
  expect(await listRecallJobs()).toHaveLength(2)
  expect(await db.selectFrom('recall_notices').select('id').execute()).toHaveLength(1)
})

test('the mail contains the notice and why the reader receives it, and is sent and recorded once', async () => {
  const { publicationId, buyer, currentSubscriptions, endedSubscriptions } = await makeHolders()
  await sendNotice(makeFilter(publicationId, { kind: 'everybody' }))
  const jobByProfile = new Map(
    (await listRecallJobs()).map(({ id, subject }) => [Number(subject.split('/')[1]), { id, subject }]),
  )
  const readOwnText = async (profileId: number) => {
    const { id = 0, subject = '' } = jobByProfile.get(profileId) ?? {}
    return readMailText(subject, id)
  }
  const buyerMail = await readOwnText(buyer.profileId)
  expect(buyerMail.text).toContain('Não use a página.')
  expect(buyerMail.text).toMatch(/porque .*comprou esta publicação/s)
  expect((await readOwnText(currentSubscriptions.profileId)).text).toMatch(/porque .*tem a assinatura/s)
  expect((await readOwnText(endedSubscriptions.profileId)).text).toMatch(/porque .*já teve a assinatura/s)
  const rows = await recallRecipients.rows(
    { start: today, end: today, noticeId: undefined, publicationId: undefined },
    { limit: 10, offset: 0 },
  )
  expect(rows.every(({ sentAt }) => sentAt !== null)).toBe(true)
  const mailCountBefore = (await listMailFiles()).length
  await mailRecall.run(jobByProfile.get(buyer.profileId)?.subject ?? '', { id: 999_999 })
  expect(await listMailFiles()).toHaveLength(mailCountBefore)
})

test('the mail lists only the copies that the notice concerns, and all copies when none of these remains', async () => {
  const { publicationId, currentSubscriptions, endedSubscriptions } = await makeHolders()
  await db
    .updateTable('subscriptions')
    .set({ profile_id: currentSubscriptions.profileId })
    .where('id', 'in', endedSubscriptions.ids)
    .execute()
  const sendAndReadMail = async (filter: Partial<Filter>, id: number) => {
    await sendNotice(
      makeFilter(publicationId, { chosen: { only: [currentSubscriptions.profileId] }, ...filter }),
    )
    const subject = (await listRecallJobs()).at(-1)?.subject ?? ''
    return { subject, text: (await readMailText(subject, id)).text }
  }
  const countCopies = (text: string) => text.match(/nenhuma revisão ainda/g)?.length ?? 0
  await db
    .updateTable('order_lines')
    .set({ airplane_registration: 'PT-VEN' })
    .where('id', 'in', (eb) =>
      eb.selectFrom('subscriptions').where('id', 'in', endedSubscriptions.ids).select('order_line_id'),
    )
    .execute()
  const mailAboutExpired = await sendAndReadMail({ kind: 'ended' }, 71)
  expect(mailAboutExpired.text).toContain('PT-VEN')
  expect(countCopies(mailAboutExpired.text)).toBe(1)
  const mailAboutHolders = await sendAndReadMail({ held: null }, 72)
  expect(mailAboutHolders.text).not.toContain('PT-VEN')
  const [newestRecall] = await listRecalls(publicationId)
  expect(newestRecall?.held).toBe('')
  const secondMailAboutExpired = await sendAndReadMail({ kind: 'ended' }, 73)
  await db
    .updateTable('subscriptions')
    // The ended copies are in force again, so none of the notice's copies remains.
    .set({ due: '2099-01-01', status: subscriptionStatus.active })
    .where('id', 'in', endedSubscriptions.ids)
    .execute()
  const unsent = { sent_at: null }
  await db.updateTable('recall_recipients').set(unsent).execute()
  expect((await readMailText(secondMailAboutExpired.subject, 74)).text).toContain('PT-VEN')
})

test('sends no mail to an account deactivated after the notice, and counts it as not notified', async () => {
  const { publicationId, currentSubscriptions } = await makeHolders()
  await sendNotice(makeFilter(publicationId, { kind: 'subscription' }))
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', currentSubscriptions.userId)
    .execute()
  const mailCountBefore = (await listMailFiles()).length
  const [job] = await listRecallJobs()
  await mailRecall.run(job?.subject ?? '', { id: job?.id ?? 0 })
  expect(await listMailFiles()).toHaveLength(mailCountBefore)
  expect(await listRecalls(publicationId)).toMatchObject([{ total: 1, sent: 0, unsent: 1 }])
})

test('reading the recipients in portions of one returns every row once and adds up to the totals', async () => {
  const { publicationId } = await makeHolders()
  await sendNotice(makeFilter(publicationId, { kind: 'everybody' }))
  await sendNotice(makeFilter(publicationId))
  const filter = { start: today, end: today, noticeId: undefined, publicationId }
  let totals = recallRecipients.emptyTotals
  const keys: string[] = []
  for await (const rows of readPortions(recallRecipients, filter, 1))
    for (const row of rows) {
      keys.push(`${row.noticeId}/${row.profileId}`)
      totals = recallRecipients.addRow(totals, row, undefined)
    }
  // Three recipients of the first notice and two of the second.
  expect(new Set(keys).size).toBe(5)
  expect(totals).toEqual(await recallRecipients.totals(filter))
})
