export type BarcodeElement = { bar: boolean; wide: boolean }

// The patterns of the digits 0–9: five elements each, two of them wide (W).
const patterns = [
  'NNWWN',
  'WNNNW',
  'NWNNW',
  'WWNNN',
  'NNWNW',
  'WNWNN',
  'NWWNN',
  'NNNWW',
  'WNNWN',
  'NWNWN',
] as const

const start = 'NNNN'
const stop = 'WNN'

/** Returns bars for odd positions and spaces for even ones, without a check digit. */
export function encodeInterleaved2of5(digits: string): BarcodeElement[] {
  if (!/^(?:\d\d)+$/.test(digits)) throw new RangeError(`not an even number of digits: ${digits}`)
  const pairs = digits.match(/../g) ?? []
  const widths = start + pairs.map(interleave).join('') + stop
  return [...widths].map((width, index) => ({ bar: index % 2 === 0, wide: width === 'W' }))
}

function interleave(pair: string): string {
  const bars = getPattern(pair.charAt(0))
  const spaces = getPattern(pair.charAt(1))
  return [...bars].map((bar, index) => bar + spaces.charAt(index)).join('')
}

function getPattern(digit: string): string {
  return patterns[Number(digit)] ?? ''
}
