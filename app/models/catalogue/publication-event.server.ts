import type { Trx } from '#app/models/platform/db.server.ts'
import type { Announced } from '#app/models/settings/webhook-event.server.ts'

/** A publication with its revision in force, as other systems are told. */
export async function describePublication(trx: Trx, id: number): Promise<Announced[]> {
  const publication = await trx
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'date', 'active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [{ id, data: { publication } }]
}
