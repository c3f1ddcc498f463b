import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyTexts } from '#app/models/platform/non-empty.ts'

const MAX_MAILS = 200
const MAX_REFUNDS = 100

const orderJobsByMilestone = {
  received: ['mail-order-received', 'mail-order-without-boleto', 'mail-order-under-review'],
  paid: ['mail-payment-confirmed'],
  cancelled: ['mail-order-cancelled', 'mail-cancellation-received', 'mail-photo-rejected'],
} as const

/** Returns when each milestone was first mailed. Its keys include 'sent-{shipment id}' and 'refund-{day}'. */
export async function listMilestoneMails(
  orderId: number,
  { shipmentIds, hasRefunds }: { shipmentIds: readonly number[]; hasRefunds: boolean },
): Promise<ReadonlyMap<string, Date>> {
  const refunds = hasRefunds ? await listRefunds(orderId) : []
  const refundIds = refunds.map(({ id }) => id)
  const rows = await db
    .selectFrom('mails')
    .where('state', '=', 'sent')
    .where((eb) => {
      const isMailAbout = (jobs: readonly string[], subjects: readonly number[]) =>
        eb.and([eb('job', 'in', jobs), eb('subject_ref', 'in', nonEmptyTexts(subjects.map(String)))])
      const dispatchMails = shipmentIds.map((id) =>
        eb.and([eb('job', '=', 'mail-dispatched'), eb('subject_ref', 'like', `${id}-%`)]),
      )
      return eb.or([
        isMailAbout(Object.values(orderJobsByMilestone).flat(), [orderId]),
        isMailAbout(['mail-refund'], refundIds),
        ...dispatchMails,
      ])
    })
    .select(['job', 'subject_ref as subject', 'sent_at as sentAt'])
    .orderBy('id')
    .limit(MAX_MAILS)
    .execute()
  const firstMailedAt = new Map<string, Date>()
  for (const { job, subject, sentAt } of rows) {
    const refund = refunds.find(({ id }) => String(id) === subject)
    const key = findMilestoneKey(job, subject, refund?.on)
    if (key && sentAt && !firstMailedAt.has(key)) firstMailedAt.set(key, sentAt)
  }
  return firstMailedAt
}

function listRefunds(orderId: number) {
  return db
    .selectFrom('refunds')
    .where('order_id', '=', orderId)
    .select(['id', 'refunded_on as on'])
    .limit(MAX_REFUNDS)
    .execute()
}

function findMilestoneKey(job: string, subject: string, refundedOn: string | undefined): string | undefined {
  if (job === 'mail-dispatched') return `sent-${subject.split('-')[0]}`
  if (job === 'mail-refund') return `refund-${refundedOn}`
  for (const [milestone, milestoneJobs] of Object.entries(orderJobsByMilestone))
    if (milestoneJobs.some((name) => name === job)) return milestone
  return undefined
}
