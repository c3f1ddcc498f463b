import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { compactText, foldText, tokenise } from '#app/domain/platform/folded-text.ts'

/** A search term. One of its `alternatives` must match. 'begins' also matches any part of e-mail and phone. */
export type PeopleTerm = { alternatives: string[]; match: 'begins' | 'whole' | 'email' }

const MAX_TERMS = 8
const MIN_LONG_NUMBER = 8 // longer numbers are documents, phone numbers or postal codes
const MIN_BEGINNING_DIGITS = 4 // too many documents begin with fewer digits

/** Splits a search into terms that must all match: 'Brandão helena' are two, '(14) 99999-0000' is one. */
export function parsePeopleTerms(search: string): PeopleTerm[] {
  const cnpj = normaliseCnpj(search)
  if (cnpj && isValidCnpj(cnpj)) return [makeBeginningTerm(cnpj.toLowerCase())]
  const terms = splitPieces(foldText(search).trim()).flatMap(listTerms)
  const termsByText = new Map(terms.map((term) => [`${term.match} ${term.alternatives.join(' ')}`, term]))
  return [...termsByText.values()].slice(0, MAX_TERMS)
}

/** Returns true for a record's number, such as '1042', '#21' or 'nº 7'. */
export function isRecordNumber(search: string): boolean {
  const digits = /^\s*(?:n[ºo°.]{0,2}\s*|#)?(\d{1,9})\s*$/i.exec(search)?.[1]
  return digits !== undefined && digits.length < MIN_LONG_NUMBER
}

const digitGroupsPattern = /(?<!\S)[+(]*\d[\d()./+-]*(?:\s+[(]?\d[\d()./+-]*)*(?!\S)/g

/** Splits at spaces, but joins groups of digits that form a document, phone number or postal code. */
function splitPieces(text: string): string[] {
  const joinedText = text.replace(digitGroupsPattern, (digitGroups) => {
    const digits = compactText(digitGroups)
    return digits.length >= MIN_LONG_NUMBER ? digits : digitGroups
  })
  return joinedText.split(/\s+/).filter(Boolean)
}

const cnpjBeginningPattern =
  /^[0-9a-z]{2}\.[0-9a-z]{3}(\.([0-9a-z]{0,3}|[0-9a-z]{3}\/([0-9a-z]{0,4}|[0-9a-z]{4}-\d{0,2})))?$/

function listTerms(piece: string): PeopleTerm[] {
  const compactPiece = compactText(piece)
  if (compactPiece === '') return []
  if (piece.includes('@'))
    return [{ alternatives: [piece.replace(/^[^\p{L}\p{N}@]+|[^\p{L}\p{N}]+$/gu, '')], match: 'email' }]
  if (/^\d+$/.test(compactPiece)) return [makeNumberTerm(compactPiece)]
  if (cnpjBeginningPattern.test(piece) && /\d/.test(piece)) return [makeBeginningTerm(compactPiece)]
  return tokenise(piece).map((word) => (/^\d+$/.test(word) ? makeNumberTerm(word) : makeBeginningTerm(word)))
}

function makeNumberTerm(digits: string): PeopleTerm {
  if (digits.length < MIN_BEGINNING_DIGITS) return { alternatives: [digits], match: 'whole' }
  return { alternatives: [...new Set([digits, normalisePhone(digits) ?? digits])], match: 'begins' }
}

function makeBeginningTerm(text: string): PeopleTerm {
  return { alternatives: [text], match: 'begins' }
}
