/** What a colleague of a company account may be (D92). */
export const memberRoles = ['mechanic', 'buyer'] as const
export type MemberRole = (typeof memberRoles)[number]
/** The account's own login has every right. */
export type AccountRole = 'owner' | MemberRole

/**
 * What the pages of an account ask for: the list of its units; downloads and certificates; orders with their boletos
 * and papers; carts, quotes, orders and renewals; giving a purchase back, which names where the money goes.
 */
export type AccountRight = 'units' | 'files' | 'orders' | 'purchase' | 'withdrawal'

const rights: Readonly<Record<AccountRole, readonly AccountRight[]>> = {
  owner: ['units', 'files', 'orders', 'purchase', 'withdrawal'],
  mechanic: ['units', 'files'],
  buyer: ['units', 'orders', 'purchase'],
}

export function mayUse(role: AccountRole, right: AccountRight): boolean {
  return rights[role].includes(right)
}

export type AccountRights = Readonly<Record<AccountRight, boolean>>

/** What a page shows to this role. */
export function rightsOf(role: AccountRole): AccountRights {
  const may = (right: AccountRight) => mayUse(role, right)
  return {
    units: may('units'),
    files: may('files'),
    orders: may('orders'),
    purchase: may('purchase'),
    withdrawal: may('withdrawal'),
  }
}

/** The right that opens a prepared file of this kind; undefined for those no company has. */
const rightOfKind: Readonly<Record<string, AccountRight>> = {
  copy: 'files',
  certificate: 'files',
  receipt: 'orders',
}

/** Whether this role opens a file that was prepared in the company's name. */
export function mayOpenKind(role: AccountRole, kind: string): boolean {
  const right = rightOfKind[kind]
  return right !== undefined && mayUse(role, right)
}

export function isMemberRole(text: unknown): text is MemberRole {
  return memberRoles.some((role) => role === text)
}

/** A company that a colleague acts for; `userId` and `profileId` are the company's. */
export type Acting = {
  memberId: number
  userId: number
  profileId: number
  role: MemberRole
  companyName: string
}

/** How a membership or an invitation ended; 'removed': one of the two accounts was erased. */
export type MemberEnd = 'declined' | 'withdrawn' | 'revoked' | 'left' | 'removed'

export type MemberState = 'invited' | 'expired' | 'active' | MemberEnd

type MemberFacts = {
  acceptedAt: Date | null
  expiresAt: Date
  endedAt: Date | null
  endReason: MemberEnd | null
}

export function memberState(
  { acceptedAt, expiresAt, endedAt, endReason }: MemberFacts,
  now: Date,
): MemberState {
  if (endedAt) return endReason ?? 'removed'
  if (acceptedAt) return 'active'
  return expiresAt > now ? 'invited' : 'expired'
}

/** Days an invitation can be accepted. */
export const invitationDays = 7
/** Open invitations and colleagues of one company together. */
export const maxColleagues = 50
