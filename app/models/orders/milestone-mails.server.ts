import { db } from '#app/models/platform/db.server.ts'

const jobsOfOrder = {
  received: ['mail-order-received', 'mail-order-without-boleto', 'mail-order-under-review'],
  paid: ['mail-payment-confirmed'],
  cancelled: ['mail-order-cancelled', 'mail-cancellation-received', 'mail-photo-rejected'],
} as const

/** Returns when each milestone was first mailed; keys with a number or day are 'sent-{shipment}', 'refund-{day}'. */
export async function listMilestoneMails(
  orderId: number,
  { shipmentIds, hasRefunds }: { shipmentIds: readonly number[]; hasRefunds: boolean },
): Promise<ReadonlyMap<string, Date>> {
  const refunds = hasRefunds ? await listRefunds(orderId) : []
  const rows = await db
    .selectFrom('mails')
    .where('state', '=', 'sent')
    .where((eb) => {
      const isMailAbout = (jobs: readonly string[], subjects: readonly number[]) =>
        eb.and([eb('job', 'in', jobs), eb('subject_ref', 'in', ['', ...subjects.map(String)])])
      const dispatchMails = shipmentIds.map((id) =>
        eb.and([eb('job', '=', 'mail-dispatched'), eb('subject_ref', 'like', `${id}-%`)]),
      )
      return eb.or([
        isMailAbout(Object.values(jobsOfOrder).flat(), [orderId]),
        isMailAbout(
          ['mail-refund'],
          refunds.map(({ id }) => id),
        ),
        ...dispatchMails,
      ])
    })
    .select(['job', 'subject_ref as subject', 'sent_at as sentAt'])
    .orderBy('id')
    .limit(200)
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
    .limit(100)
    .execute()
}

function findMilestoneKey(job: string, subject: string, refundedOn: string | undefined): string | undefined {
  if (job === 'mail-dispatched') return `sent-${subject.split('-')[0]}`
  if (job === 'mail-refund') return `refund-${refundedOn}`
  return Object.entries(jobsOfOrder).find(([, jobs]) => jobs.some((name) => name === job))?.[0]
}
