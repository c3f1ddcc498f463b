import { bancoDoBrasil } from '#app/domain/charges/banks/banco-do-brasil.ts'
import { bankCodes, type CnabBank, knownBank } from '#app/domain/charges/banks/banks.ts'
import { bradesco } from '#app/domain/charges/banks/bradesco.ts'
import { itau } from '#app/domain/charges/banks/itau.ts'
import { bancoDoBrasilWords } from '#app/text/settings/banks/banco-do-brasil.ts'
import { bradescoWords } from '#app/text/settings/banks/bradesco.ts'
import { itauWords } from '#app/text/settings/banks/itau.ts'
import type { BankWords } from '#app/text/settings/banks/words.ts'
import { gatewayWords } from '#app/text/settings/issuer-words.ts'

/** The words of the banks the shop can have an agreement with. */
export const bankWords: Readonly<Record<CnabBank, BankWords>> = {
  [bancoDoBrasil.code]: bancoDoBrasilWords,
  [itau.code]: itauWords,
  [bradesco.code]: bradescoWords,
}

/** Banks a gateway's slips may be of. */
const otherNames: Readonly<Record<string, string>> = {
  '033': 'Santander',
  '041': 'Banrisul',
  '077': 'Inter',
  '104': 'Caixa',
  '208': 'BTG Pactual',
  '260': 'Nu Pagamentos',
  '336': 'C6 Bank',
  '422': 'Safra',
  '461': gatewayWords.name,
  '748': 'Sicredi',
  '756': 'Sicoob',
}

/** Name of a bank by its COMPE code, as printed on slips. */
export function bankName(code: string): string {
  const known = knownBank(code)
  return known ? bankWords[known].name : (otherNames[code] ?? `Banco ${code}`)
}

/** The banks of an agreement in a sentence: 'A, B ou C'. */
export const agreementBanks = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(
  bankCodes.map((code) => bankWords[code].name),
)

export const paymentPlace = 'Pagável em qualquer banco até o vencimento'
