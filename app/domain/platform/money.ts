/** An amount in whole centavos: R$ 12,90 is 1290. */
export type Centavos = number

/** Returns the sum. Throws RangeError for fractions, which are probably amounts in reais. */
export function sumCentavos(amounts: Iterable<Centavos>): Centavos {
  let sum = 0
  for (const amount of amounts) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole centavos: ${amount}`)
    sum += amount
  }
  return sum
}

const plainReais = /^(\d+)(?:,(\d{1,2}))?$/
const groupedReais = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/

/** Parses '1.234,56', '1234,5' or 'R$ 1.234'. A dot only separates thousands, so '12.90' is null. */
export function parseReais(text: string): Centavos | null {
  const amountText = text.trim().replace(/^R\$\s*/i, '')
  const match = plainReais.exec(amountText) ?? groupedReais.exec(amountText)
  if (!match) return null
  const [, reais = '', decimals = ''] = match
  const centavos = Number(reais.replaceAll('.', '') + decimals.padEnd(2, '0'))
  return Number.isSafeInteger(centavos) ? centavos : null
}

export function formatAmount(centavos: Centavos): string {
  if (!Number.isSafeInteger(centavos)) throw new RangeError(`not whole centavos: ${centavos}`)
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}`
}

export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}
