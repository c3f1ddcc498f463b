export type StateRegistration = { ok: true; value: string } | { ok: false; reason: 'too-long' | 'invalid' }

/**
 * An IE as stored: digits only, with a leading P for rural producers, or 'ISENTO'.
 * There is no national format, so its digits are not checked; longer than `maxLength` is refused (D64: 12, or 14 by setting).
 */
export function normaliseIe(value: string, maxLength = 12): StateRegistration {
  const bare = value.replace(/[\s./-]/g, '')
  if (/^isento$/i.test(bare)) return { ok: true, value: 'ISENTO' }
  if (!/^P?\d+$/i.test(bare)) return { ok: false, reason: 'invalid' }
  if (bare.length > maxLength) return { ok: false, reason: 'too-long' }
  return { ok: true, value: bare.toUpperCase() }
}
