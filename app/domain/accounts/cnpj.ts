/** Removes punctuation; 12 of 14 characters may be letters (IN RFB 2.229/2024). Does not validate. */
export function normaliseCnpj(value: string): string | null {
  const format = /^([0-9A-Za-z]{2})\.?([0-9A-Za-z]{3})\.?([0-9A-Za-z]{3})\/?([0-9A-Za-z]{4})-?(\d{2})$/
  const match = format.exec(value.replace(/\s/g, ''))
  return match ? match.slice(1).join('').toUpperCase() : null
}

/** Validates the check digits of a CNPJ without punctuation. Rejects equal digits. */
export function isValidCnpj(cnpj: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || /^(\d)\1+$/.test(cnpj)) return false
  return cnpj.endsWith(calculateCnpjCheckDigits(cnpj.slice(0, 12)))
}

export function calculateCnpjCheckDigits(base12: string): string {
  if (!/^[0-9A-Z]{12}$/.test(base12)) throw new RangeError(`not the first 12 characters of a CNPJ: ${base12}`)
  const first = calculateCheckDigit(base12)
  return first + calculateCheckDigit(base12 + first)
}

export function isAlphanumericCnpj(cnpj: string): boolean {
  return /[A-Z]/.test(cnpj)
}

export function formatCnpj(value: string): string {
  const cnpj = normaliseCnpj(value)
  if (cnpj === null) throw new RangeError(`not a CNPJ: ${value}`)
  return cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')
}

// Returns a check digit. A character counts as its ASCII code minus 48; weights 2–9 repeat from the right.
function calculateCheckDigit(characters: string): string {
  let sum = 0
  for (let index = 0; index < characters.length; index += 1) {
    const fromRight = characters.length - 1 - index
    sum += (characters.charCodeAt(index) - 48) * (2 + (fromRight % 8))
  }
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}
