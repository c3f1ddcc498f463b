import type { Reader } from '#app/text/orders/reader-labels.ts'

/** Nouns that, after "seu" or "sua", make a false claim if a colleague or staff read the page. */
const accountNouns =
  /pedidos?|publicaç(?:ão|ões)|assinaturas?|desistências?|contas?|compras?|remessas?|frota|cadastro/

/** Matches actions of the account's owner: colleagues order for the company, but neither own nor withdraw. */
const ownerActs = /você (?:comprou|assina|desistiu|renovou|informou|pagou)/i

/** A photo of a company's order is also visible to the others of the company. */
const privatePhotoClaim = /só você e a nossa equipe/i

/** Acts of the person who ordered. */
const buyerActs = /você (?:fez o pedido|pediu|comprou|renovou)/i

const falseClaims: Readonly<Record<Reader, readonly RegExp[]>> = {
  buyer: [/você fez o pedido em nome de/i],
  owner: [buyerActs, /você fez o pedido em nome de/i, /\bseus? pedidos? n/i],
  colleague: [new RegExp(`\\b(?:seu|sua)s? (?:${accountNouns.source})`, 'i'), ownerActs, privatePhotoClaim],
  staff: [new RegExp(`\\b(?:seu|sua)s? (?:${accountNouns.source})`, 'i'), ownerActs, buyerActs],
}

/** Returns sentences that are false for this reader. Conditions and quotes are skipped. */
export function findUntrueSentences(text: string, reader: Reader): string[] {
  return text
    .replace(/“[^”]*”/g, '')
    .split(/(?<=[.:;?!])\s+|\n+/)
    .filter((sentence) => !/^\s*(?:se|quando|caso)\s/i.test(sentence))
    .filter((sentence) => falseClaims[reader].some((claim) => claim.test(sentence)))
}
