/** D50, D51. */
export type ActingAccount = { userId: number; isSuperuser: boolean }
export type Account = { userId: number; isStaff: boolean; isSuperuser: boolean }
export type Roles = { isActive: boolean; isStaff: boolean; isSuperuser: boolean }

/** Only administrators change staff accounts: changing the e-mail would allow a takeover. */
export function mayChange(account: Account | undefined, actor: ActingAccount) {
  const isOpen = actor.isSuperuser || !isStaffAccount(account)
  return { roles: actor.isSuperuser, active: isOpen, email: isOpen && account?.userId !== actor.userId }
}

/** Link for a new password (D51). */
export function maySeeLink(account: Account, actor: ActingAccount): boolean {
  return actor.isSuperuser || !isStaffAccount(account)
}

/** Nobody may change their own roles. */
export function ownRolesTouched(before: Roles, after: Roles): (keyof Roles)[] {
  const names = ['isActive', 'isStaff', 'isSuperuser'] as const
  return names.filter((name) => before[name] !== after[name])
}

type SentRoles = {
  is_active?: boolean | undefined
  is_staff?: boolean | undefined
  is_superuser?: boolean | undefined
}

/** Whether a sent form gives or takes what the staff's rights hang on, by somebody who may (D125); also by shutting or opening their account. */
export function rolesChange(
  account: (Account & Roles) | undefined,
  sent: SentRoles,
  actor: ActingAccount,
): boolean {
  if (!mayChange(account, actor).roles) return false
  const { isStaff = false, isSuperuser = false } = account ?? {}
  if (isStaff !== (sent.is_staff ?? false) || isSuperuser !== (sent.is_superuser ?? false)) return true
  return account !== undefined && isStaffAccount(account) && account.isActive !== (sent.is_active ?? false)
}

/** Whose mailbox it is gets the links for new passwords: as good as a role (D125). */
export function emailOfStaffChanges(
  account: (Account & { email: string }) | undefined,
  { email }: { email?: string | undefined },
): boolean {
  return isStaffAccount(account) && email !== undefined && email !== account?.email
}

/** Then another administrator has to exist. */
export function losesSuperuser(before: Roles, after: Roles): boolean {
  return before.isSuperuser && before.isActive && !(after.isSuperuser && after.isActive)
}

/** D50. */
export function isStaffAccount(account: Pick<Account, 'isStaff' | 'isSuperuser'> | undefined): boolean {
  return account !== undefined && (account.isStaff || account.isSuperuser)
}
