import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { listFleet } from '#app/models/accounts/aircraft.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { openWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** A calendar program takes so many without complaint; fleets have some hundreds. */
const MAX_DUE_DATES = 2000

/** How many aircraft the units of a customer are for, what they are called, and whether any unit falls due. */
export async function summarizeFleet(profileId: number) {
  const [counts, fleet] = await Promise.all([
    ownUnits(profileId)
      .select((eb) => [
        eb.fn.count<number>('airplane_registration').distinct().as('aircraft'),
        eb.fn.count<number>('due').as('dues'),
      ])
      .executeTakeFirstOrThrow(),
    listFleet(profileId),
  ])
  const nicknames = Object.fromEntries(
    fleet.flatMap(({ registration, nickname }) => (nickname ? [[registration, nickname]] : [])),
  )
  return { aircraft: counts.aircraft, hasDueDates: counts.dues > 0, nicknames }
}

/** Units that fall due from this day on, the next first, without those being returned (D65). */
export async function listDueDates(profileId: number, from: CivilDate) {
  const rows = await ownUnits(profileId)
    .where('due', '>=', from)
    .where(openWithdrawal(from), 'is', null)
    .select(['subscriptions.id', 'order_lines.name', 'airplane_registration as registration'])
    .select('due')
    .orderBy('due')
    .orderBy('subscriptions.id')
    .limit(MAX_DUE_DATES)
    .execute()
  return rows.flatMap(({ due, ...row }) => (due === null ? [] : [{ ...row, due }]))
}

function ownUnits(profileId: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('suspended_at', 'is', null)
}
