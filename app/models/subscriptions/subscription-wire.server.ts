import type { ExpressionBuilder } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { mapPublicationsOnWire } from '#app/models/catalogue/publication-wire.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

export type SubscriptionOnWire = Awaited<ReturnType<typeof readSubscriptions>>[number]

/** Returns units in the sequence of `ids`. If `profileId` is given, returns only this customer's active units. */
export async function readSubscriptions(ids: readonly number[], today: CivilDate, profileId?: number) {
  const rows = await listRows(ids, today, profileId)
  const publicationIds = rows.map(({ publication_id }) => publication_id)
  const publications = await mapPublicationsOnWire(publicationIds)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowsById.get(id)
    const publication = publications.get(row?.publication_id ?? 0)
    return row && publication ? { ...row, publication } : []
  })
}

function listRows(ids: readonly number[], today: CivilDate, profileId: number | undefined) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('subscriptions.id', 'in', nonEmptyIds(ids))
    .$if(profileId !== undefined, (units) =>
      units.where('subscriptions.profile_id', '=', profileId ?? 0).where('suspended_at', 'is', null),
    )
    .select(['subscriptions.id', 'subscriptions.publication_id', 'subscriptions.status', 'due', 'notes'])
    .select([
      'order_line_id',
      'starts_on',
      'track_code',
      'sent_on',
      'times_renewed',
      'suspended_at',
      'order_id',
    ])
    .select(['order_lines.name as name_sold', 'order_lines.version as version_sold', 'fuel_type'])
    .select(['airplane_registration', 'airplane_is_foreign', 'airplane_serial_number', 'is_download'])
    .select(['subscriptions.lock_version', 'subscriptions.updated_at', 'subscriptions.legacy_id'])
    .select(selectOpenWithdrawal(today).as('withdrawal'))
    .select(hasFileToOpen)
    .select(['subscriptions.profile_id', 'profiles.name', 'company_name', 'is_company', 'phone', 'email'])
    .execute()
}

/** SQL equivalent of `findRevisionToOpen`. Subscribers can open any revision, other buyers only the sold one. */
function hasFileToOpen(eb: ExpressionBuilder<Database, 'subscriptions' | 'order_lines'>) {
  return eb
    .exists(
      eb
        .selectFrom('revisions')
        .select('revisions.id')
        .whereRef('revisions.publication_id', '=', 'subscriptions.publication_id')
        .where('revisions.file', 'is not', null)
        .where((builder) =>
          builder.or([
            builder('order_lines.is_signature', '=', true),
            builder('revisions.version', '=', builder.ref('order_lines.version')),
          ]),
        ),
    )
    .as('hasFile')
}
