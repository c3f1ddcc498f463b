/** The 11 bare digits of a CPF typed bare or with its mask; null for any other shape. Check digits are not judged. */
export function normaliseCpf(value: string): string | null {
  const match = /^(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})$/.exec(value.replace(/\s/g, ''))
  return match ? match.slice(1).join('') : null
}

/** True for 11 bare digits whose check digits hold; repeated digits are refused though they add up (D54). */
export function isValidCpf(cpf: string): boolean {
  if (!/^\d{11}$/.test(cpf) || /^(\d)\1+$/.test(cpf)) return false
  const first = checkDigit(cpf.slice(0, 9))
  return cpf.endsWith(first + checkDigit(cpf.slice(0, 9) + first))
}

/** '52998224725' → '529.982.247-25'; refuses what has not the shape of a CPF. */
export function formatCpf(value: string): string {
  const cpf = normaliseCpf(value)
  if (cpf === null) throw new RangeError(`not a CPF: ${value}`)
  return cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
}

// Weights 2, 3, 4… from the right.
function checkDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
    0,
  )
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}
