import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** After an identity check, staff may change bank, issuer, refunds and roles for this many minutes. */
export const proofMinutes = 10
export const recoveryCodeCount = 10

/** Crockford's Base32 alphabet, which omits I, L, O and U. */
const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recoveryLength = 10

export const factorActs = [
  'second-factor-on',
  'second-factor-off',
  'second-factor-reset',
  'recovery-code-used',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'passkey-copied', // rejected: its counter did not increase, so the passkey may have been copied
] as const
export type FactorAct = (typeof factorActs)[number]

export type TypedCode = { kind: 'timed' | 'recovery'; text: string }

/** Parses a code. Ignores spaces and hyphens. In recovery codes, O is read as 0, and I and L as 1. */
export function parseCode(typedCode: string): TypedCode | undefined {
  const text = typedCode.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(text)) return { kind: 'timed', text }
  const recoveryCode = text.replace(/O/g, '0').replace(/[IL]/g, '1')
  const isRecovery =
    recoveryCode.length === recoveryLength &&
    [...recoveryCode].every((letter) => recoveryAlphabet.includes(letter))
  return isRecovery ? { kind: 'recovery', text: recoveryCode } : undefined
}

export function makeRecoveryCode(bytes: Uint8Array): string {
  return [...bytes.subarray(0, recoveryLength)]
    .map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length])
    .join('')
}

export function formatRecoveryCode(code: string): string {
  return `${code.slice(0, recoveryLength / 2)}-${code.slice(recoveryLength / 2)}`
}

export function isProofFresh(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() < proofMinutes * 60_000
}

export function isSecondFactorDue(requiredSince: CivilDate | null, today: CivilDate): boolean {
  return requiredSince !== null && requiredSince <= today
}
