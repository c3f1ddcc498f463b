import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { listFleet } from '#app/models/accounts/aircraft.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** Calendar programs accept this number of dates. Fleets have a few hundred. */
const MAX_DUE_DATES = 2_000

/** Returns the number and nicknames of the customer's aircraft, and whether any unit has a due date. */
export async function summariseFleet(profileId: number) {
  const [counts, fleet] = await Promise.all([
    selectOwnUnits(profileId)
      .select((eb) => [
        eb.fn.count<number>('airplane_registration').distinct().as('aircraft'),
        eb.fn.count<number>('due').as('dues'),
      ])
      .executeTakeFirstOrThrow(),
    listFleet(profileId),
  ])
  const nicknames: Record<string, string> = {}
  for (const { registration, nickname } of fleet) if (nickname) nicknames[registration] = nickname
  return { aircraft: counts.aircraft, hasDueDates: counts.dues > 0, nicknames }
}

/** Returns due dates from `from` on, earliest first. Omits units in a withdrawal. */
export async function listDueDates(profileId: number, from: CivilDate) {
  const rows = await selectOwnUnits(profileId)
    .where('due', '>=', from)
    .where(selectOpenWithdrawal(from), 'is', null)
    .select(['subscriptions.id', 'order_lines.name', 'due', 'subscriptions.updated_at'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .orderBy('due')
    .orderBy('subscriptions.id')
    .limit(MAX_DUE_DATES)
    .execute()
  return rows.flatMap(({ due, ...row }) => (due === null ? [] : [{ ...row, due }]))
}

function selectOwnUnits(profileId: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('suspended_at', 'is', null)
}
