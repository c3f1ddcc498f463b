import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { bareText, fold, wordsOf } from '#app/domain/platform/folded-text.ts'

/** Raised whenever the same person would give another text or other tokens; whoever was written before is written anew. */
export const personTextVersion = 1

/** What a person is found by. Documents, phone and postal codes are bare characters. */
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

/**
 * `words`: found by how one of them begins, a blank before and after each; `parts`: e-mail and phone, found by any part.
 * Both are empty for an account that was removed.
 */
export type PersonText = { words: string; parts: string }

/** A part of an e-mail or a phone has so many characters at least to be looked for. */
export const shortestPart = 3
/** A token holds so many characters of a text at the most; what is longer is compared in the text. */
export const maxTokenLength = 40
const MAX_WORDS = 60
/** What the columns hold; only a name made to be long comes near. */
const MAX_WORDS_LENGTH = 1_000
const MAX_PARTS_LENGTH = 300

/** The folded text that says whether somebody is meant. */
export function personText(facts: PersonFacts): PersonText {
  if (isRemovedEmail(facts.email)) return { words: '', parts: '' }
  const { name, companyName, cpf, cnpj, ie, phone, zipCodes } = facts
  const numbers = [cpf, cnpj, ie, ...zipCodes].map((each) => bareText(each ?? ''))
  const words = [...numbers, ...formatName(name), ...formatName(companyName ?? '')].filter(Boolean)
  const parts = [fold(facts.email), phone ? phonePart(phone) : ''].filter(Boolean)
  const unique = [...new Set(words)].slice(0, MAX_WORDS).join(' ')
  return {
    words: ` ${unique.slice(0, MAX_WORDS_LENGTH - 2)} `,
    parts: parts.join(' ').slice(0, MAX_PARTS_LENGTH),
  }
}

/**
 * Each word of a person once, and each ending of e-mail and phone, for an index that answers by beginnings. The e-mail
 * of the longest kind (254 characters) gives 252 of them, a usual one 25.
 */
export function personTokens({ words, parts }: PersonText): string[] {
  const tokens = [
    ...words.split(' ').filter(Boolean).map(wordToken),
    ...parts.split(' ').flatMap(endingsOf).map(partToken),
  ]
  return [...new Set(tokens)]
}

/** How a word, or its beginning, stands in the index. */
export function wordToken(text: string): string {
  return [...text].slice(0, maxTokenLength).join('')
}

/** How an ending of e-mail or phone, or the beginning of one, stands in the index: apart from the words. */
export function partToken(text: string): string {
  return `>${wordToken(text)}`
}

/** 'D’Ávila S/A' → d, avila, davila, s, a, sa: the words, and in one what is written in one. */
function formatName(name: string): string[] {
  return name.split(/\s+/).flatMap((piece) => {
    const words = wordsOf(piece)
    return words.length > 1 ? [...words, words.join('')] : words
  })
}

/** With the country's code, which somebody may type; without, it is a part of this. */
function phonePart(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits
}

/** No search begins with a mark, save the '@' of an e-mail's second half. */
function endingsOf(part: string): string[] {
  const letters = [...part]
  return letters.flatMap((letter, index) => {
    const isLongEnough = letters.length - index >= shortestPart
    return isLongEnough && /[\p{L}\p{N}@]/u.test(letter) ? [letters.slice(index).join('')] : []
  })
}
