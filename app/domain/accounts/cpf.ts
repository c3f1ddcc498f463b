/** Removes punctuation; returns null unless 11 digits remain. Does not validate check digits. */
export function normaliseCpf(value: string): string | null {
  const match = /^(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})$/.exec(value.replace(/\s/g, ''))
  return match ? match.slice(1).join('') : null
}

export function isValidCpf(cpf: string): boolean {
  if (!/^\d{11}$/.test(cpf) || /^(\d)\1+$/.test(cpf)) return false
  const first = calculateCheckDigit(cpf.slice(0, 9))
  return cpf.endsWith(first + calculateCheckDigit(cpf.slice(0, 9) + first))
}

export function formatCpf(value: string): string {
  const cpf = normaliseCpf(value)
  if (cpf === null) throw new RangeError(`not a CPF: ${value}`)
  return cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
}

function calculateCheckDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  )
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}
