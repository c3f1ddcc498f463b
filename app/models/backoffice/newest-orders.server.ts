import { db } from '#app/models/platform/db.server.ts'

export function listNewestOrders(limit: number) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['orders.id', 'date', 'orders.status', 'reason', 'total'])
    .select(['is_company as isCompany', 'profiles.name', 'company_name as companyName'])
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
}
