import { db } from '#app/models/platform/db.server.ts'
import type { EveryRecord } from '#tests/factories/every-record.ts'
import type { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'
import { markers, type Role, type Row, type Verdict } from './matrix.ts'

/** Logs the role in. Mechanic and buyer act for the owner from the beginning. */
export async function completeLogin(role: Role, records: EveryRecord): Promise<Visitor> {
  if (role === 'visitor') return new Visitor()
  const userId = records.users[role]
  const visitor = await loginAs({ userId })
  if (role !== 'mechanic' && role !== 'buyer') return visitor
  const actingMember = { acting_member_id: records.memberIds[role] }
  await db.updateTable('sessions').set(actingMember).where('user_id', '=', userId).execute()
  return visitor
}

/** Classifies the page that a role received. Throws if the status is 500 or higher. */
export function judgeAccess(
  page: Awaited<ReturnType<typeof fetchPage>>,
  row: Row,
  role: Role,
  records: EveryRecord,
): Verdict {
  const { status, location, text, html } = page
  const mayRead =
    row.isPublic || companyRoles.has(role) || (isStaff(role) && row.path(records).startsWith('/admin'))
  if (!mayRead && markers.some((marker) => html.includes(marker))) return 'LEAKS ANOTHER'
  if (location?.startsWith('/login?')) return 'login'
  if (location === '/' && status === 302) return 'home'
  if (status === 404) return text.includes('Não entendemos') ? '405' : 'missing'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 400 && row.fields) return 'refused'
  if (status === 405) return '405'
  if (status >= 500) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
  return text.includes('Você precisa estar logado') ? 'login' : 'open'
}

/** Roles that may read the owner's data where they have access. */
const companyRoles: ReadonlySet<Role> = new Set(['owner', 'mechanic', 'buyer'])

function isStaff(role: Role): boolean {
  return role === 'staff' || role === 'superuser'
}
