import type { Reader } from '#app/text/orders/reader-labels.ts'

/** Matches sentences about a buyer's account or a company's login, but not its colleagues or staff. */
const ofAccount =
  /pedidos?|publicaç(?:ão|ões)|assinaturas?|desistências?|contas?|compras?|remessas?|frota|cadastro/

/** Matches actions of the account's owner: colleagues order for the company, but neither own nor withdraw. */
const actsOfAccount = /você (?:comprou|assina|desistiu|renovou|informou|pagou)/i

/** A photo of a company's order is also visible to the others of the company. */
const seenByOne = /só você e a nossa equipe/i

/** Acts of the person who ordered. */
const actsOfBuyer = /você (?:fez o pedido|pediu|comprou|renovou)/i

const ofOthers: Readonly<Record<Reader, readonly RegExp[]>> = {
  buyer: [/você fez o pedido em nome de/i],
  owner: [actsOfBuyer, /você fez o pedido em nome de/i, /\bseus? pedidos? n/i],
  colleague: [new RegExp(`\\b(?:seu|sua)s? (?:${ofAccount.source})`, 'i'), actsOfAccount, seenByOne],
  staff: [new RegExp(`\\b(?:seu|sua)s? (?:${ofAccount.source})`, 'i'), actsOfAccount, actsOfBuyer],
}

/** Returns sentences that are false for this reader. Conditions and quotes are skipped. */
export function untrueSentences(text: string, reader: Reader): string[] {
  return text
    .replace(/“[^”]*”/g, '')
    .split(/(?<=[.:;?!])\s+|\n+/)
    .filter((sentence) => !/^\s*(?:se|quando|caso)\s/i.test(sentence))
    .filter((sentence) => ofOthers[reader].some((claim) => claim.test(sentence)))
}
