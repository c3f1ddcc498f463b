const kilograms = /^(\d{1,4})(?:,(\d{1,3}))?$/

/** Returns grams: '1,25' is 1250, '2 kg' is 2000; null otherwise. */
export function parseKilograms(text: string): number | null {
  const [, whole = '', decimals = ''] = kilograms.exec(text.trim().replace(/kg$/i, '').trim()) ?? []
  return whole === '' ? null : Number(whole + decimals.padEnd(3, '0'))
}
