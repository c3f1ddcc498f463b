export type StateRegistration = { ok: true; value: string } | { ok: false; reason: 'too-long' | 'invalid' }

/** Digits, P first for rural producers, or 'ISENTO'; no national format. `maxLength` 12, or 14 by setting (D64). */
export function normaliseIe(value: string, maxLength = 12): StateRegistration {
  const bare = value.replace(/[\s./-]/g, '')
  if (/^isento$/i.test(bare)) return { ok: true, value: 'ISENTO' }
  if (!/^P?\d+$/i.test(bare)) return { ok: false, reason: 'invalid' }
  if (bare.length > maxLength) return { ok: false, reason: 'too-long' }
  return { ok: true, value: bare.toUpperCase() }
}
