import { mod11Remainder, requireDigits, subtractFromEleven } from '#app/domain/charges/boleto.ts'

type FreeFieldInput = {
  carteira: string
  agencia: string
  modalidade: string
  beneficiario: string
  ourNumber: string
  parcela: string
}

export const sicoob = {
  code: '756',
  freeField(input: FreeFieldInput) {
    const agencia = requireDigits(input.agencia, 4, 'agencia')
    const beneficiario = requireDigits(input.beneficiario, 7, 'beneficiario')
    const ourNumber = requireDigits(input.ourNumber, 7, 'ourNumber')
    const ourNumberDv = computeNumberDigit(agencia + beneficiario.padStart(10, '0') + ourNumber)
    const beginning =
      requireDigits(input.carteira, 1, 'carteira') +
      agencia +
      requireDigits(input.modalidade, 2, 'modalidade')
    const ending = ourNumber + ourNumberDv + requireDigits(input.parcela, 3, 'parcela')
    return { freeField: beginning + beneficiario + ending, ourNumberDv }
  },
} as const

// Returns the check digit: weights 3, 1, 9, 7 repeat over 21 digits, from the right 3, 7, 9, 1.
function computeNumberDigit(digits: string): string {
  return subtractFromEleven(mod11Remainder(digits, [3, 7, 9, 1]))
}
