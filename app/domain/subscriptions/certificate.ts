import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { getCurrentStatus, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns 80 random bits as characters that cannot be confused. */
export function makeCertificateNumber(random: Uint8Array): string {
  if (random.length < 16) throw new RangeError('16 random bytes are needed')
  return [...random.subarray(0, 16)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

export function formatCertificateNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-')
}

export function readCertificateNumber(text: string): string | undefined {
  const compactNumber = text.toUpperCase().replace(/[\s-]/g, '')
  return compactNumber.length === 16 && [...compactNumber].every((character) => alphabet.includes(character))
    ? compactNumber
    : undefined
}

export type ItemState = 'in-force' | 'expired' | 'suspended' | 'withdrawn'

type Item = { due: CivilDate | null; status: number; isSuspended: boolean; isWithdrawn: boolean }

export function getItemState({ due, status, isSuspended, isWithdrawn }: Item, today: CivilDate): ItemState {
  if (isSuspended) return 'suspended'
  if (isWithdrawn) return 'withdrawn'
  return getCurrentStatus({ status, due }, today) === subscriptionStatus.expired ? 'expired' : 'in-force'
}
