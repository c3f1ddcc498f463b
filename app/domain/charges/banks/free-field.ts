import { bancoDoBrasil, buildBancoDoBrasilFreeField } from '#app/domain/charges/banks/banco-do-brasil.ts'
import { bradesco, buildBradescoFreeField } from '#app/domain/charges/banks/bradesco.ts'
import { buildCaixaFreeField, caixa } from '#app/domain/charges/banks/caixa.ts'
import { buildItauFreeField, itau } from '#app/domain/charges/banks/itau.ts'
import { buildSantanderFreeField, santander } from '#app/domain/charges/banks/santander.ts'
import { sicoob } from '#app/domain/charges/banks/sicoob.ts'
import { buildSicrediFreeField, sicredi } from '#app/domain/charges/banks/sicredi.ts'

const table = {
  [bancoDoBrasil.code]: buildBancoDoBrasilFreeField,
  [santander.code]: buildSantanderFreeField,
  [caixa.code]: buildCaixaFreeField,
  [bradesco.code]: buildBradescoFreeField,
  [itau.code]: buildItauFreeField,
  [sicoob.code]: sicoob.freeField,
  [sicredi.code]: buildSicrediFreeField,
}

type FreeFieldBank = keyof typeof table

type Inputs = { [Bank in FreeFieldBank]: Parameters<(typeof table)[Bank]>[0] }

export type FreeFieldInput<Bank extends FreeFieldBank = FreeFieldBank> = {
  [Each in Bank]: { bank: Each } & Inputs[Each]
}[Bank]

export type FreeField<Bank extends FreeFieldBank = FreeFieldBank> = ReturnType<(typeof table)[Bank]>

const layouts: { [Bank in FreeFieldBank]: (input: FreeFieldInput<Bank>) => FreeField<Bank> } = table

/**
 * Returns the campo livre. Throws RangeError unless the caller has padded each value with zeros to its
 * length.
 */
export function buildFreeField<Bank extends FreeFieldBank>(input: FreeFieldInput<Bank>): FreeField<Bank> {
  return layouts[input.bank](input)
}
