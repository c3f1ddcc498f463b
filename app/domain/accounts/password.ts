export const MIN_PASSWORD_LENGTH = { customer: 8, staff: 12 } as const
export const MAX_PASSWORD_LENGTH = 200

export type PasswordOwner = { email?: string; names?: readonly (string | null)[]; isStaff?: boolean }

export type PasswordFault = 'too-short' | 'too-long' | 'blank' | 'common' | 'own-data' | 'shop-name'

/** Returns whether a password is common; `text` is in lower case, trimmed and without accents. */
export type IsCommonPassword = (text: string) => boolean

const MIN_WORD_LENGTH = 3 // shorter words ("da", "de") do not identify a person
const SHOP_WORDS = ['aeropub']

export function getMinPasswordLength({ isStaff }: PasswordOwner): number {
  return isStaff ? MIN_PASSWORD_LENGTH.staff : MIN_PASSWORD_LENGTH.customer
}

/** Composes accents because systems encode them differently (NIST SP 800-63B, 3.1.1.2). */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC')
}

/** Returns why a password is too weak. Requires no character classes (OWASP ASVS 5, 6.2.1–6.2.12). */
export function findPasswordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: IsCommonPassword,
): PasswordFault | undefined {
  const length = [...normalisePassword(password)].length
  if (length < getMinPasswordLength(owner)) return 'too-short'
  if (length > MAX_PASSWORD_LENGTH) return 'too-long'
  const plainPassword = password.trim().toLowerCase()
  if (plainPassword === '') return 'blank'
  const forms = listGuessedForms(plainPassword)
  if (forms.some((form) => isRepeatedCharacter(form) || isCommon(form))) return 'common'
  if (forms.some((form) => consistsOfNames(form, SHOP_WORDS))) return 'shop-name'
  const hasOwnNames = forms.some((form) => consistsOfNames(form, listOwnNames(owner)))
  return hasOwnNames || isLoginName(plainPassword, owner) ? 'own-data' : undefined
}

const letterByLookAlike: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
}

/** Returns the words that guessing programs would try for this password ('password' for 'P@ssword1!'). */
function listGuessedForms(plainPassword: string): string[] {
  const unaccented = plainPassword.normalize('NFD').replace(/\p{M}/gu, '')
  // A password of digits only contains no word, so none of its digits are padding.
  const paddingLength = /\p{L}/u.test(unaccented) ? countPadding(unaccented) : 0
  const shortenedForms = Array.from({ length: paddingLength + 1 }, (_, removedCount) =>
    unaccented.slice(0, unaccented.length - removedCount),
  )
  const letterForms = shortenedForms.map((form) =>
    form.replace(/[4@31!05$]/g, (character) => letterByLookAlike[character] ?? character),
  )
  return [...new Set([...shortenedForms, ...letterForms])].filter((form) => form !== '')
}

const paddingCharacters = '0123456789@!$'

function countPadding(text: string): number {
  const characters = text.split('')
  const lastWordIndex = characters.findLastIndex((character) => !paddingCharacters.includes(character))
  return characters.length - 1 - lastWordIndex
}

function isRepeatedCharacter(text: string): boolean {
  return /^(\D)\1+\d*$/u.test(text)
}

function consistsOfNames(text: string, words: readonly string[]): boolean {
  const letters = keepLetters(text)
  const longestFirst = [...words].sort((left, right) => right.length - left.length)
  let remainder = letters
  for (const word of longestFirst) remainder = remainder.replaceAll(word, ' ')
  return letters !== '' && remainder.trim() === ''
}

/**
 * Returns true for the e-mail or its part before the @. Compares digits, too: that part may have no letters.
 */
function isLoginName(text: string, { email = '' }: PasswordOwner): boolean {
  const address = email.trim().toLowerCase()
  return address !== '' && (text === address || text === address.split('@', 1)[0])
}

function listOwnNames({ email = '', names: personNames = [] }: PasswordOwner): string[] {
  const words = [email, ...personNames].flatMap((text) => (text ?? '').split(/[^\p{L}\p{M}]+/u))
  const names = [...words, email.split('@', 1).join()].map(keepLetters)
  return [...names.filter((name) => name.length >= MIN_WORD_LENGTH), ...SHOP_WORDS]
}

function keepLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
}
