import { sql } from 'kysely'
import { orderStatus } from '#app/domain/order-status.ts'
import type { Period } from '#app/domain/period.ts'
import { db } from '#app/models/db.server.ts'
import { containing } from '#app/models/reports/name-pattern.ts'
import type { Place, Report } from '#app/models/reports/report.ts'

/** `name`: a part of the person's or the company's name, whatever accents and case; null for all (D44). */
export type ClientsFilter = Period & { name: string | null }

type Client = {
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  /** by which clients are ordered */
  shownName: string | null
  phone: string | null
}

type Line = {
  profileId: number
  lineId: number
  orderId: number
  date: string
  nfe: string | null
  publicationId: number
  publication: string
  version: string
  isSignature: boolean
  /** of the unit this line made or prolonged */
  due: string | null
  timesRenewed: number | null
  /** centavos */
  value: number
}

/** One line of a paid order, and whose it is. */
export type ClientRow = Client & Line

export type ClientsTotals = { count: number; orders: number; value: number }

/**
 * Who bought in a period and what, from paid orders by their day (F113, D41): clients by name, each with all lines,
 * the newest order first, renewals among them. Counts and goes on by clients.
 */
export const clients: Report<ClientsFilter, ClientRow, ClientsTotals> = {
  async totals(filter) {
    const row = await paid(filter)
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .select((eb) => [
        eb.fn.count<number>('orders.profile_id').distinct().as('count'),
        eb.fn.count<number>('orders.id').distinct().as('orders'),
      ])
      .select(sql<string | null>`sum(order_lines.value)`.as('value'))
      .executeTakeFirstOrThrow()
    return { count: row.count, orders: row.orders, value: Number(row.value ?? 0) }
  },

  async rows(filter, place) {
    const found = await listClients(filter, place)
    const lines = new Map<number, Line[]>(found.map(({ profileId }) => [profileId, []]))
    for (const line of await listLines(filter, [...lines.keys()])) lines.get(line.profileId)?.push(line)
    return found.flatMap((client) =>
      (lines.get(client.profileId) ?? []).map((line) => ({ ...client, ...line })),
    )
  },
}

function paid({ start, end, name }: ClientsFilter) {
  const pattern = containing(name ?? '')
  return db
    .selectFrom('orders')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.date', '>=', start)
    .where('orders.date', '<=', end)
    .$if(name !== null, (orders) =>
      orders.where((eb) =>
        eb.exists(
          eb
            .selectFrom('profiles')
            .whereRef('profiles.id', '=', 'orders.profile_id')
            .where((of) => of.or([of('name', 'like', pattern), of('company_name', 'like', pattern)]))
            .select('profiles.id'),
        ),
      ),
    )
}

/** The buyers are gathered first, so that a period is read and not everybody who has an account. */
function listClients(filter: ClientsFilter, place: Place<ClientRow>): Promise<Client[]> {
  const after = 'after' in place ? place.after : undefined
  const name = after?.shownName ?? ''
  const buyers = paid(filter).groupBy('orders.profile_id').select('orders.profile_id').as('buyers')
  return db
    .selectFrom(buyers)
    .innerJoin('profiles', 'profiles.id', 'buyers.profile_id')
    .select(['profiles.id as profileId', 'is_company as isCompany', 'name', 'company_name as companyName'])
    .select(['shown_name as shownName', 'phone'])
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('shown_name', '>', name),
          eb.and([eb('shown_name', '=', name), eb('profiles.id', '>', after?.profileId ?? 0)]),
        ]),
      ),
    )
    .orderBy('shown_name')
    .orderBy('profiles.id')
    .limit(place.limit)
    .$if('offset' in place, (query) => query.offset('offset' in place ? place.offset : 0))
    .execute()
}

async function listLines(filter: ClientsFilter, profileIds: number[]): Promise<Line[]> {
  if (profileIds.length === 0) return []
  return paid({ ...filter, name: null })
    .where('orders.profile_id', 'in', profileIds)
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .leftJoin('subscriptions as made', 'made.order_line_id', 'order_lines.id')
    .leftJoin('subscriptions as renewed', 'renewed.id', 'order_lines.renews_subscription_id')
    .select(['orders.profile_id as profileId', 'order_lines.id as lineId', 'orders.id as orderId'])
    .select(['orders.date', 'nfe', 'order_lines.publication_id as publicationId'])
    .select([
      'order_lines.name as publication',
      'order_lines.version',
      'is_signature as isSignature',
      'value',
    ])
    .select((eb) => [
      eb.fn.coalesce('made.due', 'renewed.due').as('due'),
      eb.fn.coalesce('made.times_renewed', 'renewed.times_renewed').as('timesRenewed'),
    ])
    .orderBy('orders.date', 'desc')
    .orderBy('orders.id', 'desc')
    .orderBy('order_lines.id')
    .execute()
}
