import type { Reader } from '#app/text/orders/reader-labels.ts'

/** Belongs to the account: of a buyer and of a company's login, but neither to the colleague nor to staff. */
const ofAccount =
  /pedidos?|publicaç(?:ão|ões)|assinaturas?|desistências?|contas?|compras?|remessas?|frota|cadastro/

/** Acts of the account's login alone: its colleagues order, but neither own nor withdraw. */
const actsOfAccount = /você (?:comprou|assina|desistiu|renovou|informou|pagou)/i

/** Acts of whoever ordered. */
const actsOfBuyer = /você (?:fez o pedido|pediu|comprou|renovou)/i

const ofOthers: Readonly<Record<Reader, readonly RegExp[]>> = {
  buyer: [/você fez o pedido em nome de/i],
  owner: [actsOfBuyer, /você fez o pedido em nome de/i, /\bseus? pedidos? n/i],
  colleague: [new RegExp(`\\b(?:seu|sua)s? (?:${ofAccount.source})`, 'i'), actsOfAccount],
  staff: [new RegExp(`\\b(?:seu|sua)s? (?:${ofAccount.source})`, 'i'), actsOfAccount, actsOfBuyer],
}

/** Sentences that say of the reader what is true of another one alone; conditions and quotes say nothing. */
export function untrueSentences(text: string, reader: Reader): string[] {
  return text
    .replace(/“[^”]*”/g, '')
    .split(/(?<=[.:;?!])\s+|\n+/)
    .filter((sentence) => !/^\s*(?:se|quando|caso)\s/i.test(sentence))
    .filter((sentence) => ofOthers[reader].some((claim) => claim.test(sentence)))
}
