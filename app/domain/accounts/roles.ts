export type ActingAccount = { userId: number; isSuperuser: boolean }
export type Account = { userId: number; isStaff: boolean; isSuperuser: boolean }
export type Roles = { isActive: boolean; isStaff: boolean; isSuperuser: boolean }

/** Returns which data of the account the actor may change. Only administrators may change staff accounts. */
export function getAccountChangeRights(account: Account | undefined, actor: ActingAccount) {
  const isChangeable = actor.isSuperuser || !isStaffAccount(account)
  return {
    roles: actor.isSuperuser,
    active: isChangeable,
    email: isChangeable && account?.userId !== actor.userId,
  }
}

export function canSeeLink(account: Account, actor: ActingAccount): boolean {
  return actor.isSuperuser || !isStaffAccount(account)
}

export function listRoleDifferences(before: Roles, after: Roles): (keyof Roles)[] {
  const names = ['isActive', 'isStaff', 'isSuperuser'] as const
  return names.filter((name) => before[name] !== after[name])
}

type SentRoles = {
  is_active?: boolean | undefined
  is_staff?: boolean | undefined
  is_superuser?: boolean | undefined
}

/** Returns true if an actor who may change roles does so, or activates or closes a staff account. */
export function isRoleChange(
  account: (Account & Roles) | undefined,
  sentRoles: SentRoles,
  actor: ActingAccount,
): boolean {
  if (!getAccountChangeRights(account, actor).roles) return false
  const { isStaff = false, isSuperuser = false } = account ?? {}
  const changesStaff = isStaff !== (sentRoles.is_staff ?? false)
  const changesSuperuser = isSuperuser !== (sentRoles.is_superuser ?? false)
  if (changesStaff || changesSuperuser) return true
  return (
    account !== undefined && isStaffAccount(account) && account.isActive !== (sentRoles.is_active ?? false)
  )
}

/** Returns whether the e-mail of staff changes. This is as critical as a role because e-mails get password links. */
export function isStaffEmailChange(
  account: (Account & { email: string }) | undefined,
  { email }: { email?: string | undefined },
): boolean {
  return isStaffAccount(account) && email !== undefined && email !== account?.email
}

export function isSuperuserLost(before: Roles, after: Roles): boolean {
  return before.isSuperuser && before.isActive && !(after.isSuperuser && after.isActive)
}

export function isStaffAccount(account: Pick<Account, 'isStaff' | 'isSuperuser'> | undefined): boolean {
  return account !== undefined && (account.isStaff || account.isSuperuser)
}
