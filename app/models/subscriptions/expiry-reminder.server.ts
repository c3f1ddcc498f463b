import type { ExpressionBuilder } from 'kysely'
import { type CivilDate, countDaysBetween } from '#app/domain/platform/calendar.ts'
import { findReminderStep, listReminderWindows } from '#app/domain/subscriptions/expiry-reminder.ts'
import { isDeactivated } from '#app/models/accounts/user.server.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { openRenewalOrder } from '#app/models/subscriptions/renewal.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** Maximum number of units in a mail. The customer's page lists all units. */
const MAX_UNITS_PER_MAIL = 500

export async function listCustomersToRemind(today: CivilDate, afterProfileId: number, limit: number) {
  const rows = await selectUnitsToRemind(db, today)
    .where('subscriptions.profile_id', '>', afterProfileId)
    .select('subscriptions.profile_id as profileId')
    .distinct()
    .orderBy('profileId')
    .limit(limit)
    .execute()
  return rows.map(({ profileId }) => profileId)
}

/** Queues a mail and records its reminders because each reminder must be sent once. Returns the number of units. */
export function remindCustomer(profileId: number, today: CivilDate): Promise<number> {
  return withTransaction(async (trx) => {
    const addedCount = await addToOutbox(trx, ['mail-expiry'], `${profileId}/${today}`)
    if (addedCount === 0) return 0
    const units = await selectUnitsToRemind(trx, today)
      .where('subscriptions.profile_id', '=', profileId)
      .select(['subscriptions.id', 'due'])
      .orderBy('due')
      .limit(MAX_UNITS_PER_MAIL)
      .execute()
    const rows = units.flatMap(({ id, due }) => {
      if (due === null) return []
      const step = findReminderStep(due, today)
      return step === null ? [] : [{ subscription_id: id, due, step, notified_on: today }]
    })
    if (rows.length === 0) return 0
    const insertion = await trx.insertInto('expiry_reminders').ignore().values(rows).executeTakeFirst()
    return Number(insertion.numInsertedOrUpdatedRows ?? 0)
  })
}

/**
 * Returns the customer and the units of the mail of `day` in their present state. Omits renewed and suspended
 * units and units in a withdrawal. Returns undefined if none remains or the customer is deactivated.
 */
export async function findExpiryNotice(profileId: number, day: CivilDate, today: CivilDate) {
  const customer = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('profiles.id', '=', profileId)
    .select(['users.id as userId', 'email', 'is_active', 'is_demonstration', 'profiles.name'])
    .executeTakeFirst()
  if (!customer || isDeactivated(customer)) return undefined
  const rows = await selectUnitsOfMail(profileId, day)
  if (rows.length === 0) return undefined
  return {
    userId: customer.userId,
    email: customer.email,
    contactName: customer.name,
    units: rows.map((row) => ({ ...row, daysLeft: countDaysBetween(today, row.due) })),
  }
}

/** Selects the units of the mail of `day` that still have the same due date, with prices and open renewal. */
function selectUnitsOfMail(profileId: number, day: CivilDate) {
  return db
    .selectFrom('expiry_reminders')
    .innerJoin('subscriptions', 'subscriptions.id', 'expiry_reminders.subscription_id')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('notified_on', '=', day)
    .where('suspended_at', 'is', null)
    .where(selectOpenWithdrawal(), 'is', null)
    .whereRef('subscriptions.due', '=', 'expiry_reminders.due')
    .select(['subscriptions.id', 'expiry_reminders.due', 'order_lines.name'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(['publications.active', 'publications.is_signature as isSignature'])
    .select(['publications.price', 'publications.price_signature as renewalPrice'])
    .select(openRenewalOrder.as('openOrderId'))
    .orderBy('expiry_reminders.due')
    .orderBy('airplane_registration')
    .orderBy('subscriptions.id')
    .limit(MAX_UNITS_PER_MAIL)
    .execute()
}

/** Selects subscriptions for which a reminder is due and not recorded yet. */
function selectUnitsToRemind(reader: DbOrTrx, today: CivilDate) {
  return reader
    .selectFrom('subscriptions')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('suspended_at', 'is', null)
    .where(selectOpenWithdrawal(), 'is', null)
    .where('users.is_active', '=', true)
    .where((eb) => {
      const windows = listReminderWindows(today)
      return eb.or(windows.map((window) => isReminderDue(eb, window)))
    })
}

type ReminderWindow = ReturnType<typeof listReminderWindows>[number]

function isReminderDue(eb: ExpressionBuilder<Database, 'subscriptions'>, { step, from, to }: ReminderWindow) {
  const reminders = eb
    .selectFrom('expiry_reminders')
    .select('subscription_id')
    .whereRef('subscription_id', '=', 'subscriptions.id')
    .whereRef('expiry_reminders.due', '=', 'subscriptions.due')
    .where('step', '=', step)
    .where('expiry_reminders.due', '>=', from)
    .where('expiry_reminders.due', '<=', to)
  return eb.and([eb('due', '>=', from), eb('due', '<=', to), eb.not(eb.exists(reminders))])
}
