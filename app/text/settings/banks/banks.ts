import { bancoDoBrasil } from '#app/domain/charges/banks/banco-do-brasil.ts'
import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import { bradesco } from '#app/domain/charges/banks/bradesco.ts'
import { caixa } from '#app/domain/charges/banks/caixa.ts'
import { itau } from '#app/domain/charges/banks/itau.ts'
import { santander } from '#app/domain/charges/banks/santander.ts'
import { sicredi } from '#app/domain/charges/banks/sicredi.ts'
import { bancoDoBrasilLabels } from '#app/text/settings/banks/banco-do-brasil.ts'
import { bradescoLabels } from '#app/text/settings/banks/bradesco.ts'
import { caixaLabels } from '#app/text/settings/banks/caixa.ts'
import { itauLabels } from '#app/text/settings/banks/itau.ts'
import type { BankLabels } from '#app/text/settings/banks/labels.ts'
import { santanderLabels } from '#app/text/settings/banks/santander.ts'
import { sicrediLabels } from '#app/text/settings/banks/sicredi.ts'

export const bankTexts: Readonly<Record<CnabBank, BankLabels>> = {
  [bancoDoBrasil.code]: bancoDoBrasilLabels,
  [itau.code]: itauLabels,
  [bradesco.code]: bradescoLabels,
  [santander.code]: santanderLabels,
  [caixa.code]: caixaLabels,
  [sicredi.code]: sicrediLabels,
}
