import { canUse } from '#app/domain/accounts/colleagues.ts'
import { listMailsAbout } from '#app/domain/platform/effect.ts'
import { isDeactivated } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { isCustomerAction } from '#app/models/platform/history.server.ts'

/** A colleague who placed an order in a company's name. */
export type ColleagueBuyer = {
  orderId: number
  userId: number
  name: string
  companyName: string
  /** null if the colleague may not see the company's orders or the company does not mail colleagues */
  email: string | null
}

/** Returns the colleagues who placed orders. Orders placed by the account itself or by staff are omitted. */
export async function listColleagueBuyers(orderIds: readonly number[]): Promise<ColleagueBuyer[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('history')
    .innerJoin('orders', 'orders.id', 'history.entity_id')
    .innerJoin('company_members', (join) =>
      join
        .onRef('company_members.profile_id', '=', 'orders.profile_id')
        .onRef('company_members.user_id', '=', 'history.actor_user_id'),
    )
    .innerJoin('profiles as company', 'company.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'company_members.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .where('history.entity', '=', 'order')
    .where('history.entity_id', 'in', orderIds)
    .where('history.action', 'in', ['placed', 'placed-for-review'])
    .where(isCustomerAction())
    .where('accepted_at', 'is not', null)
    .select(['orders.id as orderId', 'users.id as userId', 'profiles.name', 'payer_name as companyName'])
    .select('company.mails_colleagues as isMailed')
    .select(['users.email', 'is_open as isOpen', 'role', 'users.is_active', 'users.is_demonstration'])
    .orderBy('orders.id')
    .orderBy('company_members.id', 'desc')
    .execute()
  const newestMemberships = rows.filter(
    ({ orderId }, index) => rows.findIndex((row) => row.orderId === orderId) === index,
  )
  return newestMemberships.map(({ orderId, userId, name, companyName, ...member }) => {
    const canSeeOrders = member.isOpen === 1 && canUse(member.role, 'orders') && !isDeactivated(member)
    const getsMail = member.isMailed && canSeeOrders
    return { orderId, userId, name, companyName, email: getsMail ? member.email : null }
  })
}

const MAX_ADDRESSES = 50

/** Returns addresses for mails about the order, the account's first. `isSent` is true after the first such mail. */
export async function listOrderMailboxes(orderId: number): Promise<{ address: string; isSent: boolean }[]> {
  const [account, buyers, mailedAddresses] = await Promise.all([
    db
      .selectFrom('orders')
      .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .where('orders.id', '=', orderId)
      .select('email')
      .executeTakeFirstOrThrow(),
    listColleagueBuyers([orderId]),
    listMailedAddresses(orderId),
  ])
  const addresses = [account.email, ...buyers.flatMap(({ email }) => email ?? [])]
  return addresses.map((address) => ({ address, isSent: mailedAddresses.includes(address) }))
}

/** Returns addresses that received a mail about the order or its boleto. */
async function listMailedAddresses(orderId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('to_address')
    .distinct()
    .where('job', 'in', listMailsAbout('order'))
    .where('subject_ref', '=', String(orderId))
    .where('state', '=', 'sent')
    .limit(MAX_ADDRESSES)
    .execute()
  return rows.map(({ to_address: address }) => address)
}
