import { db } from '#app/models/platform/db.server.ts'

const MAX_NAMED = 5

/** Several buyers of one company, or one person twice (D54). */
export async function listSameDocument(profile: { id: number; cpf: string | null; cnpj: string | null }) {
  const others = (column: 'cpf' | 'cnpj', document: string | null) =>
    db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select(['profiles.id', 'shown_name as shownName', 'email'])
      .where(column, '=', document)
      .where('profiles.id', '!=', profile.id)
      .orderBy('profiles.id', 'desc')
      .limit(MAX_NAMED)
      .execute()
  const found = await Promise.all([others('cpf', profile.cpf), others('cnpj', profile.cnpj)])
  return [...new Map(found.flat().map((each) => [each.id, each])).values()]
}

export async function listClientRecords(profileId: number, limit = 5) {
  const orders = db.selectFrom('orders').where('profile_id', '=', profileId)
  const units = db.selectFrom('subscriptions').where('subscriptions.profile_id', '=', profileId)
  const [newestOrders, newestUnits, ofOrders, ofUnits] = await Promise.all([
    orders.select(['id', 'date', 'status', 'reason', 'total']).orderBy('id', 'desc').limit(limit).execute(),
    units
      .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
      .select([
        'subscriptions.id',
        'order_lines.name',
        'airplane_registration as registration',
        'status',
        'due',
      ])
      .orderBy('subscriptions.id', 'desc')
      .limit(limit)
      .execute(),
    orders.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    units.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return {
    orders: { rows: newestOrders, count: ofOrders.count },
    units: { rows: newestUnits, count: ofUnits.count },
  }
}
