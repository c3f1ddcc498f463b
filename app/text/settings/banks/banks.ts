import { bancoDoBrasil } from '#app/domain/charges/banks/banco-do-brasil.ts'
import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import { bradesco } from '#app/domain/charges/banks/bradesco.ts'
import { itau } from '#app/domain/charges/banks/itau.ts'
import { bancoDoBrasilWords } from '#app/text/settings/banks/banco-do-brasil.ts'
import { bradescoWords } from '#app/text/settings/banks/bradesco.ts'
import { itauWords } from '#app/text/settings/banks/itau.ts'
import type { BankWords } from '#app/text/settings/banks/words.ts'

/** The words of the banks the shop can have an agreement with. */
export const bankWords: Readonly<Record<CnabBank, BankWords>> = {
  [bancoDoBrasil.code]: bancoDoBrasilWords,
  [itau.code]: itauWords,
  [bradesco.code]: bradescoWords,
}
