import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import type { Identity } from '#app/domain/accounts/identity.ts'
import { compactText, foldText, tokenise } from '#app/domain/platform/folded-text.ts'

/** The version of texts and tokens. Increase it when their format changes to rebuild older rows. */
export const personTextVersion = 1

export type PersonData = Pick<Identity, 'name' | 'companyName' | 'cpf' | 'cnpj' | 'ie' | 'phone'> & {
  email: string
  zipCodes: readonly (string | null)[]
}

/** A person's searchable text. A search matches the beginning of `words`, but any part of `parts` (e-mail, phone). */
export type PersonText = { words: string; parts: string }

export const minPartLength = 3
/** The longest token in the index. A longer search is compared with the text itself. */
export const maxTokenLength = 40
const MAX_WORDS = 60
/** The width of the column, which only an artificially long name exceeds. */
const MAX_WORDS_LENGTH = 1_000
const MAX_PARTS_LENGTH = 300

export function buildPersonText(data: PersonData): PersonText {
  if (isRemovedEmail(data.email)) return { words: '', parts: '' }
  const { name, companyName, cpf, cnpj, ie, phone, zipCodes } = data
  const numbers = [cpf, cnpj, ie, ...zipCodes].map((number) => compactText(number ?? ''))
  const words = [...numbers, ...listNameTokens(name), ...listNameTokens(companyName ?? '')].filter(Boolean)
  const parts = [foldText(data.email), phone ? normalisePhonePart(phone) : ''].filter(Boolean)
  const wordList = [...new Set(words)].slice(0, MAX_WORDS).join(' ')
  return {
    words: ` ${wordList.slice(0, MAX_WORDS_LENGTH - 2)} `,
    parts: parts.join(' ').slice(0, MAX_PARTS_LENGTH),
  }
}

/** Returns words, and all suffixes of e-mail and phone because a prefix index then finds any part of them. */
export function listPersonTokens({ words, parts }: PersonText): string[] {
  const tokens = [
    ...words.split(' ').filter(Boolean).map(makeWordToken),
    ...parts.split(' ').flatMap(listSuffixes).map(makePartToken),
  ]
  return [...new Set(tokens)]
}

export function makeWordToken(text: string): string {
  return [...text].slice(0, maxTokenLength).join('')
}

export function makePartToken(text: string): string {
  return `>${makeWordToken(text)}`
}

/** Returns d, avila, davila, s, a and sa for 'D’Ávila S/A'. */
function listNameTokens(name: string): string[] {
  return name.split(/\s+/).flatMap((piece) => {
    const words = tokenise(piece)
    return words.length > 1 ? [...words, words.join('')] : words
  })
}

/** Returns the digits with the country code, which many people omit. */
function normalisePhonePart(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits
}

/** Returns suffixes that a search can begin with: at letters, digits or '@'. */
function listSuffixes(part: string): string[] {
  const letters = [...part]
  return letters.flatMap((letter, index) => {
    const isLongEnough = letters.length - index >= minPartLength
    return isLongEnough && /[\p{L}\p{N}@]/u.test(letter) ? [letters.slice(index).join('')] : []
  })
}
