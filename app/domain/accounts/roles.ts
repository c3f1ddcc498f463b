/** Who acts and on whose account, as far as it decides what may be changed (D50, D51). */
export type ActingAccount = { userId: number; isSuperuser: boolean }
export type Account = { userId: number; isStaff: boolean; isSuperuser: boolean }
export type Roles = { isActive: boolean; isStaff: boolean; isSuperuser: boolean }

/**
 * What a member of staff may change of an account, a new one being undefined. Staff accounts are in the hands of
 * administrators: whoever could change such an e-mail could take the account over. The own e-mail asks for the password,
 * and so is changed elsewhere.
 */
export function mayChange(account: Account | undefined, actor: ActingAccount) {
  const isOpen = actor.isSuperuser || !isStaffAccount(account)
  return { roles: actor.isSuperuser, active: isOpen, email: isOpen && account?.userId !== actor.userId }
}

/** Whether this member of staff may see the link for a new password of an account (D51). */
export function maySeeLink(account: Account, actor: ActingAccount): boolean {
  return actor.isSuperuser || !isStaffAccount(account)
}

/** The roles somebody wanted to change on the own account, which nobody may. */
export function ownRolesTouched(before: Roles, after: Roles): (keyof Roles)[] {
  const names = ['isActive', 'isStaff', 'isSuperuser'] as const
  return names.filter((name) => before[name] !== after[name])
}

/** True when a change takes an administrator away, so that another one has to be there. */
export function losesSuperuser(before: Roles, after: Roles): boolean {
  return before.isSuperuser && before.isActive && !(after.isSuperuser && after.isActive)
}

/** True for an account of those who run the shop (D50). */
export function isStaffAccount(account: Pick<Account, 'isStaff' | 'isSuperuser'> | undefined): boolean {
  return account !== undefined && (account.isStaff || account.isSuperuser)
}
