export const securityKinds = [
  'login',
  'login-failed',
  'code-asked',
  'code-used',
  'code-failed',
  'recovery-code-used',
  'proof-given',
  'proof-failed',
  'factor-on',
  'factor-off',
  'factor-reset',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'passkey-used',
  'passkey-failed',
  'passkey-copied',
  'password-changed',
  'roles-changed',
  'link-asked',
  'link-shown',
  'link-used',
  'link-wrong',
  'sessions-ended',
  'limit-reached',
  'role-refused',
  'key-made',
  'key-ended',
  'key-refused',
  'list-exported',
  'list-read',
  'data-exported',
] as const

export type SecurityKind = (typeof securityKinds)[number]

export const failureKinds: readonly SecurityKind[] = [
  'login-failed',
  'code-failed',
  'passkey-failed',
  'passkey-copied',
  'proof-failed',
  'key-refused',
]
const repeatedKinds: readonly SecurityKind[] = ['limit-reached', 'role-refused', 'key-refused', 'list-read']

export function isFailure(kind: SecurityKind): boolean {
  return failureKinds.includes(kind)
}

/** Returns true for events that attackers can repeat at will. They are stored at most once a minute. */
export function isThrottled(kind: SecurityKind): boolean {
  return repeatedKinds.includes(kind)
}

export function isSecurityKind(text: string | undefined): text is SecurityKind {
  return securityKinds.some((kind) => kind === text)
}

type AlertSubject = { kind: 'account' | 'network'; key: string; adminId: number }

const HOUR_MS = 3_600_000

/** Returns a key that limits alerts: one an hour for each administrator and each account or network. */
export function makeAlertSubject({ kind, key, adminId }: AlertSubject, now: Date): string {
  return [kind === 'account' ? 'a' : 'n', key, Math.floor(now.getTime() / HOUR_MS), adminId].join(' ')
}

export function readAlertSubject(text: string): (AlertSubject & { since: Date }) | undefined {
  const [, kindLetter, key = '', hour, admin] = /^([an]) (\S+) (\d{1,9}) (\d{1,10})$/.exec(text) ?? []
  if (!kindLetter) return undefined
  const since = new Date(Number(hour) * HOUR_MS)
  return { kind: kindLetter === 'a' ? 'account' : 'network', key, since, adminId: Number(admin) }
}

/** Returns the path without parts that may contain a visitor's text. */
export function maskRoute(pathname: string): string {
  const parts = pathname.split('/').map((part) => (/^[a-z][a-z_.]{0,30}$/.test(part) ? part : ':'))
  return `/${parts.slice(1).join('/')}`.slice(0, 100)
}
