import type { ExpressionBuilder } from 'kysely'
import { type CivilDate, daysBetween } from '#app/domain/platform/calendar.ts'
import { reminderStep, reminderWindows } from '#app/domain/subscriptions/expiry-reminder.ts'
import { isDeactivated } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { openRenewalOrder } from '#app/models/subscriptions/renewal.server.ts'
import { openWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** How many units one mail lists at the most; the rest is on the customer's page. */
const MAX_IN_A_MAIL = 500

/** Customers after `afterProfileId` who have something to be reminded of today, in order of their number. */
export async function listCustomersToRemind(today: CivilDate, afterProfileId: number, limit: number) {
  const rows = await unitsToRemind(db, today)
    .where('subscriptions.profile_id', '>', afterProfileId)
    .select('subscriptions.profile_id as profileId')
    .distinct()
    .orderBy('profileId')
    .limit(limit)
    .execute()
  return rows.map(({ profileId }) => profileId)
}

/**
 * Promises one customer one mail a day about everything that reached a step, and notes each reminder in the same
 * transaction, so that each is sent once (D33). Returns how many units it is about; 0 when today's mail is promised
 * already, and what is not in it waits for tomorrow's.
 */
export function remindCustomer(profileId: number, today: CivilDate): Promise<number> {
  return withTransaction(async (trx) => {
    if ((await addToOutbox(trx, ['tell-of-expiry'], `${profileId}/${today}`)) === 0) return 0
    const units = await unitsToRemind(trx, today)
      .where('subscriptions.profile_id', '=', profileId)
      .select(['subscriptions.id', 'due'])
      .orderBy('due')
      .limit(MAX_IN_A_MAIL)
      .execute()
    const rows = units.flatMap(({ id, due }) => {
      const step = due === null ? null : reminderStep(due, today)
      return due === null || step === null ? [] : [{ subscription_id: id, due, step, told_on: today }]
    })
    if (rows.length === 0) return 0
    const noted = await trx.insertInto('expiry_reminders').ignore().values(rows).executeTakeFirst()
    return Number(noted.numInsertedOrUpdatedRows ?? 0)
  })
}

/**
 * Who gets the mail promised on `day` and about which units as they are now: those renewed, moved or suspended since
 * are left out, with the days each has left on `today`. Undefined when nothing is left to say, or nobody to say it to.
 */
export async function findExpiryNotice(profileId: number, day: CivilDate, today: CivilDate) {
  const customer = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('profiles.id', '=', profileId)
    .select(['email', 'is_active', 'is_demonstration', 'profiles.name'])
    .executeTakeFirst()
  if (!customer || isDeactivated(customer)) return undefined
  const rows = await notedUnits(profileId, day)
  if (rows.length === 0) return undefined
  return {
    email: customer.email,
    contactName: customer.name,
    units: rows.map((row) => ({ ...row, daysLeft: daysBetween(today, row.due) })),
  }
}

/** Units noted on `day` whose due date is still the same, each with what one more year and a new purchase cost, and its open renewal. */
function notedUnits(profileId: number, day: CivilDate) {
  return db
    .selectFrom('expiry_reminders')
    .innerJoin('subscriptions', 'subscriptions.id', 'expiry_reminders.subscription_id')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('told_on', '=', day)
    .where('suspended_at', 'is', null)
    .where(openWithdrawal(), 'is', null)
    .whereRef('subscriptions.due', '=', 'expiry_reminders.due')
    .select(['subscriptions.id', 'expiry_reminders.due', 'order_lines.name', 'airplane_prefix as prefix'])
    .select(['publications.active', 'publications.is_signature as isSignature'])
    .select(['publications.price', 'publications.price_signature as renewalPrice'])
    .select(openRenewalOrder.as('openOrderId'))
    .orderBy('expiry_reminders.due')
    .orderBy('airplane_prefix')
    .orderBy('subscriptions.id')
    .limit(MAX_IN_A_MAIL)
    .execute()
}

/** Paid subscriptions of active users that reached a step nobody has told them of; no one-off purchases. */
function unitsToRemind(reader: DbOrTrx, today: CivilDate) {
  return reader
    .selectFrom('subscriptions')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('suspended_at', 'is', null)
    .where(openWithdrawal(), 'is', null)
    .where('users.is_active', '=', true)
    .where((eb) => eb.or(reminderWindows(today).map((window) => isUnsent(eb, window))))
}

type Window = ReturnType<typeof reminderWindows>[number]

function isUnsent(eb: ExpressionBuilder<Database, 'subscriptions'>, { step, from, to }: Window) {
  const told = eb
    .selectFrom('expiry_reminders')
    .select('subscription_id')
    .whereRef('subscription_id', '=', 'subscriptions.id')
    .whereRef('expiry_reminders.due', '=', 'subscriptions.due')
    .where('step', '=', step)
  return eb.and([eb('due', '>=', from), eb('due', '<=', to), eb.not(eb.exists(told))])
}
