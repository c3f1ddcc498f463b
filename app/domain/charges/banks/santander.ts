import { mod11OrZero, needDigits } from '#app/domain/charges/boleto.ts'

type FreeFieldInput = { convenio: string; ourNumber: string; carteira: string; ios?: string }

/** Free field only. Values are zero-filled. Throws RangeError for a wrong length. */
export const santander = {
  code: '033',
  freeField(input: FreeFieldInput) {
    const convenio = needDigits(input.convenio, 7, 'convenio')
    const ourNumber = needDigits(input.ourNumber, 12, 'ourNumber')
    const ourNumberDv = mod11OrZero(ourNumber)
    const ending = needDigits(input.ios ?? '0', 1, 'ios') + needDigits(input.carteira, 3, 'carteira')
    return { freeField: `9${convenio}${ourNumber}${ourNumberDv}${ending}`, ourNumberDv }
  },
} as const
