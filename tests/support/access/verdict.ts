import { db } from '#app/models/platform/db.server.ts'
import type { EveryRecord } from '#tests/factories/every-record.ts'
import type { pageFor } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'
import { markers, type Role, type Row, type Verdict } from './matrix.ts'

/** Logs the role in. Mechanic and buyer act for the owner from the beginning. */
export async function completeLogin(role: Role, reportData: EveryRecord): Promise<Visitor> {
  if (role === 'visitor') return new Visitor()
  const userId = reportData.users[role]
  const visitor = await loginAs({ userId })
  if (role !== 'mechanic' && role !== 'buyer') return visitor
  const acting = { acting_member_id: reportData.members[role] }
  await db.updateTable('sessions').set(acting).where('user_id', '=', userId).execute()
  return visitor
}

export function judgeAccess(
  page: Awaited<ReturnType<typeof pageFor>>,
  row: Row,
  role: Role,
  reportData: EveryRecord,
): Verdict {
  const { status, location, text, html } = page
  const mayRead =
    row.isPublic || isOfCompany.has(role) || (isStaff(role) && row.path(reportData).startsWith('/admin'))
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
const isOfCompany: ReadonlySet<Role> = new Set(['owner', 'mechanic', 'buyer'])

function isStaff(role: Role): boolean {
  return role === 'staff' || role === 'superuser'
}
