import type { AccountRole } from '#app/domain/accounts/colleagues.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { parseHistorySource, recordHistory } from '#app/models/platform/history.server.ts'

/** The account that a request changes. Its ids belong to the account, only `actorUserId` to the person. */
export type Account = Viewer & { actorUserId: number; role: AccountRole }

/** Returns the person's own account, or the account of the company for which the person acts. */
export function resolveAccount(viewer: Viewer): Account {
  const { actingFor, userId } = viewer
  if (actingFor === null || actingFor === 'ended') return { ...viewer, actorUserId: userId, role: 'owner' }
  const { profileId, role, companyName } = actingFor
  const company = { userId: actingFor.userId, profileId, displayName: companyName, isPartner: false }
  return { ...viewer, ...company, actorUserId: userId, role }
}

type AccountActor = { userId: number; actorUserId?: number | undefined }

/** Returns the user id of the colleague who acts for a company, or undefined if the account's own user acts. */
export function getActingColleague({ userId, actorUserId = userId }: AccountActor): number | undefined {
  return actorUserId === userId ? undefined : actorUserId
}

/** Records a colleague's action in the history of the company's account. Actions of its own user need no entry. */
export async function recordColleagueAct(
  trx: Trx,
  accountActor: AccountActor,
  action: 'certificate-issued' | 'price-quote-made',
  details: Record<string, unknown>,
): Promise<void> {
  const actorUserId = getActingColleague(accountActor)
  if (actorUserId === undefined) return
  await recordHistory(trx, { entity: 'user', entityId: accountActor.userId, action, actorUserId, details })
}

export const accountOrderActs = [
  'placed',
  'placed-for-review',
  'given-up',
  'boleto-wanted',
  'photo-sent',
  'delivery-changed',
  'delivery-requested',
] as const

type OrderEntry = { action: string; actor_user_id: number | null; details: string | null }

/** Returns the name of the colleague who caused this history entry, or undefined if no colleague did. */
export function findActingColleague(
  entry: OrderEntry,
  namesByUserId: ReadonlyMap<number, string>,
): string | undefined {
  const { action, actor_user_id: actorUserId } = entry
  const isAccountAct = accountOrderActs.some((act) => act === action)
  if (actorUserId === null || !isAccountAct) return undefined
  const isByCustomer = parseHistorySource(entry) === 'customer'
  return isByCustomer ? namesByUserId.get(actorUserId) : undefined
}
