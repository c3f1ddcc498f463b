const reasonsByErrno: Readonly<Record<number, string>> = {
  1044: 'this user has no right in this database',
  1045: 'the server refuses this user or its password',
  1049: 'the server has no database of this name',
  1142: 'this user lacks a right in this database',
  1143: 'this user lacks a right in this database',
  1698: 'the server refuses this user or its password',
}
const GRANTS_HINT = 'npm run database-users gives web and worker theirs'

/** Returns why the server rejects the user of `setting`, or undefined if the error has another cause. */
export function explainDatabaseRefusal(error: unknown, setting = 'DATABASE_URL'): string | undefined {
  const errno = error instanceof Error ? Number(Reflect.get(error, 'errno')) : 0
  const reason = reasonsByErrno[errno]
  if (!reason) return undefined
  const isRightMissing = reason.includes('right')
  return isRightMissing ? `${setting}: ${reason}; ${GRANTS_HINT}` : `${setting}: ${reason}`
}
