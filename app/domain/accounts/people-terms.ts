import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { bareText, fold, wordsOf } from '#app/domain/platform/folded-text.ts'

/**
 * One thing a search asks for: somebody has to have one of `any`. `how`: as the beginning of a word or a part of e-mail
 * or phone ('begins'), as a whole word ('whole'), or within the e-mail ('email').
 */
export type PeopleTerm = { any: string[]; how: 'begins' | 'whole' | 'email' }

const MAX_TERMS = 8
/** From so many digits on, a number is somebody's document, phone or postal code and no record's. */
const FEWEST_DIGITS = 8
/** Fewer digits than these are a whole word: half of all documents begin with a 1, a 2 … */
const FEWEST_DIGITS_OF_BEGINNING = 4

/**
 * What a search for people asks for, all of it to be met in whatever order: 'Brandão helena' two words, '111.444.777-35'
 * and '(14) 99999-0000' one number each. None for a text without letters and digits.
 */
export function peopleTerms(search: string): PeopleTerm[] {
  const cnpj = normaliseCnpj(search)
  if (cnpj && isValidCnpj(cnpj)) return [begins(cnpj.toLowerCase())]
  const terms = piecesOf(fold(search).trim()).flatMap(termsOf)
  const byText = new Map(terms.map((term) => [`${term.how} ${term.any.join(' ')}`, term]))
  return [...byText.values()].slice(0, MAX_TERMS)
}

/** True for the number of a record ('1042', '#21', 'nº 7') that is too short to be a person's. */
export function isRecordNumber(search: string): boolean {
  const digits = /^\s*(?:n[ºo°.]{0,2}\s*|#)?(\d{1,9})\s*$/i.exec(search)?.[1]
  return digits !== undefined && digits.length < FEWEST_DIGITS
}

/** The pieces between blanks; digits that are apart, and come to a document, a phone or a postal code, are one piece. */
function piecesOf(text: string): string[] {
  const whole = text.replace(/(?<!\S)[+(]*\d[\d()./+-]*(?:\s+[(]?\d[\d()./+-]*)*(?!\S)/g, (run) => {
    const digits = bareText(run)
    return digits.length >= FEWEST_DIGITS ? digits : run
  })
  return whole.split(/\s+/).filter(Boolean)
}

/** How far somebody may have come in typing a CNPJ with its mask. */
const cnpjBeginning =
  /^[0-9a-z]{2}\.[0-9a-z]{3}(\.([0-9a-z]{0,3}|[0-9a-z]{3}\/([0-9a-z]{0,4}|[0-9a-z]{4}-\d{0,2})))?$/

function termsOf(piece: string): PeopleTerm[] {
  const bare = bareText(piece)
  if (bare === '') return []
  if (piece.includes('@'))
    return [{ any: [piece.replace(/^[^\p{L}\p{N}@]+|[^\p{L}\p{N}]+$/gu, '')], how: 'email' }]
  if (/^\d+$/.test(bare)) return [numberTerm(bare)]
  if (cnpjBeginning.test(piece) && /\d/.test(piece)) return [begins(bare)]
  return wordsOf(piece).map((word) => (/^\d+$/.test(word) ? numberTerm(word) : begins(word)))
}

function numberTerm(digits: string): PeopleTerm {
  if (digits.length < FEWEST_DIGITS_OF_BEGINNING) return { any: [digits], how: 'whole' }
  return { any: [...new Set([digits, normalisePhone(digits) ?? digits])], how: 'begins' }
}

function begins(text: string): PeopleTerm {
  return { any: [text], how: 'begins' }
}
