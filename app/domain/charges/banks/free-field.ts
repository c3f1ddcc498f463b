import { bancoDoBrasil, bancoDoBrasilFreeField } from '#app/domain/charges/banks/banco-do-brasil.ts'
import { bradesco, bradescoFreeField } from '#app/domain/charges/banks/bradesco.ts'
import { caixa, caixaFreeField } from '#app/domain/charges/banks/caixa.ts'
import { itau, itauFreeField } from '#app/domain/charges/banks/itau.ts'
import { santander, santanderFreeField } from '#app/domain/charges/banks/santander.ts'
import { sicoob } from '#app/domain/charges/banks/sicoob.ts'
import { sicredi, sicrediFreeField } from '#app/domain/charges/banks/sicredi.ts'

const table = {
  [bancoDoBrasil.code]: bancoDoBrasilFreeField,
  [santander.code]: santanderFreeField,
  [caixa.code]: caixaFreeField,
  [bradesco.code]: bradescoFreeField,
  [itau.code]: itauFreeField,
  [sicoob.code]: sicoob.freeField,
  [sicredi.code]: sicrediFreeField,
}

type FreeFieldBank = keyof typeof table

type Inputs = { [Bank in FreeFieldBank]: Parameters<(typeof table)[Bank]>[0] }

export type FreeFieldInput<Bank extends FreeFieldBank = FreeFieldBank> = {
  [Each in Bank]: { bank: Each } & Inputs[Each]
}[Bank]

export type FreeField<Bank extends FreeFieldBank = FreeFieldBank> = ReturnType<(typeof table)[Bank]>

const layouts: { [Bank in FreeFieldBank]: (input: FreeFieldInput<Bank>) => FreeField<Bank> } = table

/** Returns the campo livre. Values are padded with zeros. Throws RangeError for a wrong length. */
export function buildFreeField<Bank extends FreeFieldBank>(input: FreeFieldInput<Bank>): FreeField<Bank> {
  return layouts[input.bank](input)
}
