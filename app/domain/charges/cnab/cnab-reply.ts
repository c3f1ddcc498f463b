import { banks, type CnabBank, knownBank } from '#app/domain/charges/banks/banks.ts'
import { bankLines, rawAt, textAt } from '#app/domain/charges/cnab/cnab-text.ts'

/** Bank's answer to a whole remittance of CNAB 240, before it looks at its boletos. */
export type RemittanceReply = {
  bank: CnabBank
  agreement: string
  /** of the remittance */
  sequence: number
  outcome: 'accepted' | 'partly-accepted' | 'rejected'
  /** as the bank writes them, for people */
  words: string[]
}

const outcomes: Readonly<Record<string, RemittanceReply['outcome']>> = {
  '3': 'accepted',
  '4': 'partly-accepted',
  '5': 'rejected',
}

/** Caixa's "pré-crítica" (MO 67.118, G015 and G021; its errors stand in segments W); undefined for any other file. */
export function readRemittanceReply(content: Uint8Array): RemittanceReply | undefined {
  const [header = '', ...lines] = bankLines(content)
  const bank = knownBank(rawAt(header, [1, 3]))
  const outcome = outcomes[rawAt(header, [143, 143])]
  const number = rawAt(header, [158, 163])
  const isReply = bank && rawAt(header, [4, 8]) === '00000' && outcome && /^\d{6}$/.test(number)
  if (!isReply) return undefined
  const errors = lines
    .filter((line) => rawAt(line, [8, 8]) === '3' && rawAt(line, [14, 14]) === 'W')
    .map((line) => textAt(line, [15, 240]).replace(/\s+/g, ' '))
  const words = [textAt(header, [172, 191]), ...errors].filter((text) => text !== '')
  const agreement = banks[bank].returns[240].agreement.map((span) => textAt(header, span)).join('')
  return { bank, agreement, sequence: Number(number), outcome, words }
}
