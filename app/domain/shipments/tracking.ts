const weights = [8, 6, 4, 2, 3, 5, 9, 7]

/** The 13 bare characters of a tracking code, in capitals, from one typed with spaces, dots or dashes; null for any other shape. */
export function normaliseTrackingCode(text: string): string | null {
  const bare = text.replace(/[\s.-]/g, '')
  return /^[A-Za-z]{2}[0-9]{9}[A-Za-z]{2}$/.test(bare) ? bare.toUpperCase() : null
}

/** True for 13 bare characters, in capitals, whose check digit holds (UPU S10); the shop posts in Brazil, hence 'BR'. */
export function isTrackingCode(code: string): boolean {
  return /^[A-Z]{2}[0-9]{9}BR$/.test(code) && code[10] === trackingCheckDigit(code.slice(2, 10))
}

/** The check digit of the eight digits of a tracking code (UPU S10: weights, modulo 11). */
export function trackingCheckDigit(serial: string): string {
  if (!/^[0-9]{8}$/.test(serial)) throw new RangeError(`not the eight digits of a tracking code: ${serial}`)
  const sum = weights.reduce((total, weight, index) => total + weight * Number(serial[index]), 0)
  const digit = 11 - (sum % 11)
  if (digit === 10) return '0'
  return digit === 11 ? '5' : String(digit)
}
