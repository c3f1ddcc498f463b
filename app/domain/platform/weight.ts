const kilograms = /^(\d{1,4})(?:,(\d{1,3}))?$/

/** Returns grams: 1250 for '1,25', 2000 for '2 kg'; null for other text. */
export function parseKilograms(text: string): number | null {
  const [, whole = '', decimals = ''] = kilograms.exec(text.trim().replace(/kg$/i, '').trim()) ?? []
  return whole === '' ? null : Number(whole + decimals.padEnd(3, '0'))
}
