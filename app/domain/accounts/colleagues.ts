export const memberRoles = ['mechanic', 'buyer'] as const
export type MemberRole = (typeof memberRoles)[number]
export type AccountRole = 'owner' | MemberRole

/** A colleague's rights. 'files': downloads and certificates; 'purchase': carts and renewals. */
export type AccountRight = 'units' | 'files' | 'orders' | 'purchase' | 'withdrawal'

const rightsByRole: Readonly<Record<AccountRole, readonly AccountRight[]>> = {
  owner: ['units', 'files', 'orders', 'purchase', 'withdrawal'],
  mechanic: ['units', 'files'],
  buyer: ['units', 'orders', 'purchase'],
}

export function canUse(role: AccountRole, right: AccountRight): boolean {
  return rightsByRole[role].includes(right)
}

export type AccountRights = Readonly<Record<AccountRight, boolean>>

export function getRoleRights(role: AccountRole): AccountRights {
  const canUseRight = (right: AccountRight) => canUse(role, right)
  return {
    units: canUseRight('units'),
    files: canUseRight('files'),
    orders: canUseRight('orders'),
    purchase: canUseRight('purchase'),
    withdrawal: canUseRight('withdrawal'),
  }
}

const rightByFileKind: Readonly<Record<string, AccountRight>> = {
  copy: 'files',
  certificate: 'files',
  receipt: 'orders',
}

export function canOpenFileKind(role: AccountRole, kind: string): boolean {
  const right = rightByFileKind[kind]
  return right !== undefined && canUse(role, right)
}

export function isMemberRole(text: unknown): text is MemberRole {
  return memberRoles.some((role) => role === text)
}

/** The company for which a person acts; `userId` and `profileId` are the company's. */
export type ActingMembership = {
  memberId: number
  userId: number
  profileId: number
  role: MemberRole
  companyName: string
}

/** How a membership ended. 'removed': the colleague's or the company's account was erased. */
export type MemberEnd = 'declined' | 'withdrawn' | 'revoked' | 'left' | 'removed'

export type MemberState = 'invited' | 'expired' | 'active' | MemberEnd

type MemberFacts = {
  acceptedAt: Date | null
  expiresAt: Date
  endedAt: Date | null
  endReason: MemberEnd | null
}

export function getMemberState(
  { acceptedAt, expiresAt, endedAt, endReason }: MemberFacts,
  now: Date,
): MemberState {
  if (endedAt) return endReason ?? 'removed'
  if (acceptedAt) return 'active'
  return expiresAt > now ? 'invited' : 'expired'
}

export const invitationDays = 7
export const maxColleagues = 50 // including open invitations
