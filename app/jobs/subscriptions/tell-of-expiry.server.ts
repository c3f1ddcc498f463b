import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { expiryReminderMail } from '#app/emails/expiry-reminder.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findExpiryNotice } from '#app/models/subscriptions/expiry-reminder.server.ts'
import { paths } from '#app/paths.ts'

/** More than these do not go into one address; the customer's page has them all. */
const MOST_IN_A_LINK = 100

/** Mails a customer everything that expires or has expired, as it is now; nothing once all of it is renewed (D33). */
export const tellOfExpiry: Job = {
  queue: 'work',
  async run(subject, event) {
    const [, profileId, day] = /^(\d+)\/(\d{4}-\d{2}-\d{2})$/.exec(subject) ?? []
    if (!profileId || !day) throw new JobRefused('no customer and day to tell about')
    const notice = await findExpiryNotice(Number(profileId), day, civilDateIn(new Date()))
    if (!notice) return
    const sender = await mailSender()
    const units = notice.units.map((unit) => ({
      ...unit,
      price: priceOf(unit),
      renewal: renewalOf(unit),
    }))
    const content = expiryReminderMail({
      contactName: notice.contactName,
      units,
      renewUrl: renewUrl(units),
      manageUrl: `${env.PUBLIC_URL}${paths.manage()}`,
      sender,
    })
    const delivery = await handOver(event, sender, { to: notice.email, ...content })
    log.info({ profileId, units: units.length, ...delivery }, 'expiry reminder handed over')
  },
}

type Unit = {
  daysLeft: number
  active: boolean
  isSignature: boolean
  price: number
  renewalPrice: number | null
  openOrderId: number | null
}

/** The full price once it has expired (D33), else that of one more year; null when it is sold no more or renewed already. */
function priceOf({ daysLeft, active, isSignature, price, renewalPrice, openOrderId }: Unit): number | null {
  if (!active || openOrderId !== null) return null
  if (daysLeft < 0) return price
  return isSignature ? renewalPrice : null
}

/** The renewal that waits for its payment, with the way there. */
function renewalOf({ openOrderId: orderId }: Unit) {
  return orderId === null ? null : { orderId, url: `${env.PUBLIC_URL}${paths.payment(orderId)}` }
}

function renewUrl(units: { id: number; daysLeft: number; price: number | null }[]): string | null {
  const ids = units.filter(({ daysLeft, price }) => daysLeft >= 0 && price !== null).map(({ id }) => id)
  const [first] = ids
  if (first === undefined) return null
  if (ids.length > MOST_IN_A_LINK) return `${env.PUBLIC_URL}${paths.manage()}`
  return `${env.PUBLIC_URL}${ids.length === 1 ? paths.renew(first) : paths.renewals({ ids })}`
}
