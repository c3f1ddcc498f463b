import { mod11OrZero, needDigits } from '#app/domain/charges/boleto.ts'

/** ourNumber15 excludes its two leading constants; a 7-digit beneficiario has no check digit. */
type FreeFieldInput = { beneficiario: string; ourNumber15: string; const1: string; const2: string }

/** Free field only. Values are zero-filled. Throws RangeError for a wrong length. */
export const caixa = {
  code: '104',
  freeField({ beneficiario, ourNumber15, const1, const2 }: FreeFieldInput) {
    const beneficiarioDv = beneficiarioDigit(beneficiario)
    const number = needDigits(ourNumber15, 15, 'ourNumber15')
    const fullOurNumber = needDigits(const1, 1, 'const1') + needDigits(const2, 1, 'const2') + number
    const mixed = number.slice(0, 3) + const1 + number.slice(3, 6) + const2 + number.slice(6)
    const digits = beneficiario + (beneficiarioDv ?? '') + mixed
    const freeFieldDv = mod11OrZero(digits)
    const freeField = digits + freeFieldDv
    return { freeField, beneficiarioDv, freeFieldDv, fullOurNumber, ourNumberDv: mod11OrZero(fullOurNumber) }
  },
} as const

// Codes from 1100000 on fill the place of the check digit.
function beneficiarioDigit(beneficiario: string): string | null {
  if (/^\d{7}$/.test(beneficiario) && Number(beneficiario) >= 1_100_000) return null
  return mod11OrZero(needDigits(beneficiario, 6, 'beneficiario'))
}
