import type { Carrier } from '#app/domain/checkout/carriers/carrier.ts'

export const correios = {
  services: {
    SEDEX: { code: 'required', isSold: true },
    PAC: { code: 'required', isSold: true },
    ACOBRAR: { code: 'optional' }, // paid by the recipient
    REGISTRADA: { code: 'required' },
    SIMPLES: { code: 'none' },
  },
  normaliseCode,
  isCode,
  trackingPage: {
    origin: 'https://rastreamento.correios.com.br',
    path: '/app/index.php',
    field: 'objetos',
  },
} as const satisfies Carrier

const weights = [8, 6, 4, 2, 3, 5, 9, 7]

function normaliseCode(text: string): string | null {
  const compactCode = text.replace(/[\s.-]/g, '')
  return /^[A-Za-z]{2}[0-9]{9}[A-Za-z]{2}$/.test(compactCode) ? compactCode.toUpperCase() : null
}

/** Validates the check digit (UPU S10). Requires 'BR', since the shop posts in Brazil. */
function isCode(code: string): boolean {
  return /^[A-Z]{2}[0-9]{9}BR$/.test(code) && code[10] === calculateTrackingCheckDigit(code.slice(2, 10))
}

export function calculateTrackingCheckDigit(serial: string): string {
  if (!/^[0-9]{8}$/.test(serial)) throw new RangeError(`not the eight digits of a tracking code: ${serial}`)
  const sum = weights.reduce((total, weight, index) => total + weight * Number(serial[index]), 0)
  const digit = 11 - (sum % 11)
  if (digit === 10) return '0'
  return digit === 11 ? '5' : String(digit)
}
