import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { bareText, fold, tokenise } from '#app/domain/platform/folded-text.ts'

/** Increase it when texts or tokens change: rows of older versions are rebuilt. */
export const personTextVersion = 1

export type PersonFacts = {
  email: string
  name: string
  companyName: string | null
  cpf: string | null
  cnpj: string | null
  ie: string | null
  phone: string | null
  zipCodes: readonly (string | null)[]
}

/** `words` match by prefix, `parts` (e-mail, phone) anywhere. Both are empty for a removed account. */
export type PersonText = { words: string; parts: string }

export const shortestPart = 3
/** Longest token of the index; a longer search is compared with the text itself. */
export const maxTokenLength = 40
const MAX_WORDS = 60
/** Width of the column, which only an artificially long name reaches. */
const MAX_WORDS_LENGTH = 1_000
const MAX_PARTS_LENGTH = 300

export function personText(facts: PersonFacts): PersonText {
  if (isRemovedEmail(facts.email)) return { words: '', parts: '' }
  const { name, companyName, cpf, cnpj, ie, phone, zipCodes } = facts
  const numbers = [cpf, cnpj, ie, ...zipCodes].map((each) => bareText(each ?? ''))
  const words = [...numbers, ...nameTokens(name), ...nameTokens(companyName ?? '')].filter(Boolean)
  const parts = [fold(facts.email), phone ? normalisePhonePart(phone) : ''].filter(Boolean)
  const unique = [...new Set(words)].slice(0, MAX_WORDS).join(' ')
  return {
    words: ` ${unique.slice(0, MAX_WORDS_LENGTH - 2)} `,
    parts: parts.join(' ').slice(0, MAX_PARTS_LENGTH),
  }
}

/** Returns words, and all suffixes of e-mail and phone for a prefix index: 252 for the longest e-mail (254 letters). */
export function personTokens({ words, parts }: PersonText): string[] {
  const tokens = [
    ...words.split(' ').filter(Boolean).map(wordToken),
    ...parts.split(' ').flatMap(listEndings).map(partToken),
  ]
  return [...new Set(tokens)]
}

export function wordToken(text: string): string {
  return [...text].slice(0, maxTokenLength).join('')
}

export function partToken(text: string): string {
  return `>${wordToken(text)}`
}

/** Returns d, avila, davila, s, a and sa for 'D’Ávila S/A'. */
function nameTokens(name: string): string[] {
  return name.split(/\s+/).flatMap((piece) => {
    const words = tokenise(piece)
    return words.length > 1 ? [...words, words.join('')] : words
  })
}

/** Adds the country code, which some people type. */
function normalisePhonePart(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits
}

/** Leaves out endings that start with punctuation, except '@', since no search does. */
function listEndings(part: string): string[] {
  const letters = [...part]
  return letters.flatMap((letter, index) => {
    const isLongEnough = letters.length - index >= shortestPart
    return isLongEnough && /[\p{L}\p{N}@]/u.test(letter) ? [letters.slice(index).join('')] : []
  })
}
