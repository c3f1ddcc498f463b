import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
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
const letter = { subject: 'Troque a página 3-12', body: 'A tabela está errada.\nNão use a página.' }
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

const send = (filter: Filter, formKey = makeCheckoutToken()) =>
  sendRecall({ ...letter, filter, formKey, actorUserId })

const listTasks = () =>
  db.selectFrom('outbox').select(['id', 'subject']).where('job', '=', 'mail-recall').execute()

async function readMailText(subject: string, id: number) {
  await mailRecall.run(subject, { id })
  const { headers, body } = await readMail(id)
  return { headers, text: body.split(/Content-Type: text\/html/i)[0] ?? '' }
}

test('sends one mail per selected holder and records the copies of each', async () => {
  const { publicationId, buyer, currentSubscriptions, endedSubscriptions } = await makeHolders()
  expect(await send(makeFilter(publicationId))).toBe(2)
  expect(await send(makeFilter(publicationId, { kind: 'everybody' }))).toBe(3)
  expect(await send(makeFilter(publicationId, { kind: 'ended' }))).toBe(1)
  expect(await send(makeFilter(publicationId, { kind: 'subscription' }))).toBe(1)
  expect(await send(makeFilter(publicationId, { chosen: { only: [currentSubscriptions.profileId] } }))).toBe(
    1,
  )
  expect(await listTasks()).toHaveLength(8)
  const [one] = await listRecalls(publicationId)
  expect(one).toMatchObject({ total: 1, sent: 0, unsent: 0, subject: letter.subject })
  const rows = await recallRecipients.rows(
    { start: today, end: today, noticeId: undefined, publicationId },
    { limit: 100, offset: 0 },
  )
  const held = new Map(rows.map(({ profileId, held }) => [profileId, held]))
  expect(held.get(buyer.profileId)).not.toBe('')
  expect(held.get(currentSubscriptions.profileId)).toBe('')
  expect(rows.filter(({ profileId }) => profileId === endedSubscriptions.profileId)).toHaveLength(2)
})

test('notifies only the holders of one revision', async () => {
  const { publicationId, buyer } = await makeHolders()
  const counts = await countHeldRevisions(makeFilter(publicationId))
  const [held] = counts.flatMap(({ held }) => held ?? [])
  expect(counts.map(({ count }) => count)).toEqual([1, 1])
  expect(await send(makeFilter(publicationId, { held }))).toBe(1)
  const recipients = await db.selectFrom('recall_recipients').selectAll().execute()
  expect(recipients).toMatchObject([{ profile_id: buyer.profileId, held }])
})

test('a repeated form creates one notice, and no notice without recipients', async () => {
  const { publicationId } = await makeHolders()
  const key = makeCheckoutToken()
  const settled = await Promise.allSettled([
    send(makeFilter(publicationId), key),
    send(makeFilter(publicationId), key),
  ])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(send(makeFilter(publicationId), key)).rejects.toThrow(RecallRepeated)
  expect(await send(makeFilter(publicationId, { held: 'Rev. 99' }))).toBe(0)
  expect(await listTasks()).toHaveLength(2)
  expect(await db.selectFrom('recall_notices').select('id').execute()).toHaveLength(1)
})

test('the mail lists the reader’s copies and the reason, and is recorded once with its time', async () => {
  const { publicationId, buyer, currentSubscriptions, endedSubscriptions } = await makeHolders()
  await send(makeFilter(publicationId, { kind: 'everybody' }))
  const queued = new Map(
    (await listTasks()).map(({ id, subject }) => [Number(subject.split('/')[1]), { id, subject }]),
  )
  const readOwnText = async (profileId: number) => {
    const { id = 0, subject = '' } = queued.get(profileId) ?? {}
    return readMailText(subject, id)
  }
  const bought = await readOwnText(buyer.profileId)
  expect(bought.text).toContain('Não use a página.')
  expect(bought.text).toMatch(/porque .*comprou esta publicação/s)
  expect((await readOwnText(currentSubscriptions.profileId)).text).toMatch(/porque .*tem a assinatura/s)
  expect((await readOwnText(endedSubscriptions.profileId)).text).toMatch(/porque .*já teve a assinatura/s)
  const rows = await recallRecipients.rows(
    { start: today, end: today, noticeId: undefined, publicationId: undefined },
    { limit: 10, offset: 0 },
  )
  expect(rows.every(({ sentAt }) => sentAt !== null)).toBe(true)
  const before = (await listMailFiles()).length
  await mailRecall.run(queued.get(buyer.profileId)?.subject ?? '', { id: 999_999 })
  expect(await listMailFiles()).toHaveLength(before)
})

test('the mail lists only the copies of the notice, and all copies when none of them remains', async () => {
  const { publicationId, currentSubscriptions, endedSubscriptions } = await makeHolders()
  await db
    .updateTable('subscriptions')
    .set({ profile_id: currentSubscriptions.profileId })
    .where('id', 'in', endedSubscriptions.ids)
    .execute()
  const sendAbout = async (filter: Partial<Filter>, id: number) => {
    await send(makeFilter(publicationId, { chosen: { only: [currentSubscriptions.profileId] }, ...filter }))
    const subject = (await listTasks()).at(-1)?.subject ?? ''
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
  const expired = await sendAbout({ kind: 'ended' }, 71)
  expect(expired.text).toContain('PT-VEN')
  expect(countCopies(expired.text)).toBe(1)
  const valid = await sendAbout({ held: null }, 72)
  expect(valid.text).not.toContain('PT-VEN')
  const [latest] = await listRecalls(publicationId)
  expect(latest?.held).toBe('')
  const noticed = await sendAbout({ kind: 'ended' }, 73)
  await db
    .updateTable('subscriptions')
    .set({ due: '2099-01-01', status: 5 })
    .where('id', 'in', endedSubscriptions.ids)
    .execute()
  await db.updateTable('recall_recipients').set({ sent_at: null }).execute()
  expect((await readMailText(noticed.subject, 74)).text).toContain('PT-VEN')
})

test('sends no mail to an account closed later and records it as not notified', async () => {
  const { publicationId, currentSubscriptions } = await makeHolders()
  await send(makeFilter(publicationId, { kind: 'subscription' }))
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', currentSubscriptions.userId)
    .execute()
  const before = (await listMailFiles()).length
  const [task] = await listTasks()
  await mailRecall.run(task?.subject ?? '', { id: task?.id ?? 0 })
  expect(await listMailFiles()).toHaveLength(before)
  expect(await listRecalls(publicationId)).toMatchObject([{ total: 1, sent: 0, unsent: 1 }])
})

test('the record has every row once in portions of one and adds up', async () => {
  const { publicationId } = await makeHolders()
  await send(makeFilter(publicationId, { kind: 'everybody' }))
  await send(makeFilter(publicationId))
  const filter = { start: today, end: today, noticeId: undefined, publicationId }
  let totals = recallRecipients.emptyTotals
  const keys: string[] = []
  for await (const rows of readPortions(recallRecipients, filter, 1))
    for (const row of rows) {
      keys.push(`${row.noticeId}/${row.profileId}`)
      totals = recallRecipients.addRow(totals, row, undefined)
    }
  expect(new Set(keys).size).toBe(5)
  expect(totals).toEqual(await recallRecipients.totals(filter))
})
