import { bancoDoBrasil } from '#app/domain/charges/banks/banco-do-brasil.ts'
import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import { bradesco } from '#app/domain/charges/banks/bradesco.ts'
import { itau } from '#app/domain/charges/banks/itau.ts'
import { bancoDoBrasilLabels } from '#app/text/settings/banks/banco-do-brasil.ts'
import { bradescoLabels } from '#app/text/settings/banks/bradesco.ts'
import { itauLabels } from '#app/text/settings/banks/itau.ts'
import type { BankLabels } from '#app/text/settings/banks/labels.ts'

export const bankTexts: Readonly<Record<CnabBank, BankLabels>> = {
  [bancoDoBrasil.code]: bancoDoBrasilLabels,
  [itau.code]: itauLabels,
  [bradesco.code]: bradescoLabels,
}
