/** Characters a password needs at least: of customers, and of those who run the shop (D72). */
export const MIN_PASSWORD_LENGTH = { customer: 8, staff: 12 } as const
export const MAX_PASSWORD_LENGTH = 200

export type PasswordOwner = { email?: string; names?: readonly (string | null)[]; isStaff?: boolean }

export type PasswordFault = 'too-short' | 'too-long' | 'blank' | 'common' | 'own-data' | 'shop-name'

/** Expects lower case, trimmed. */
export type IsCommonPassword = (text: string) => boolean

/** Shorter words ("da", "de") identify nobody. */
const MIN_WORD_LENGTH = 3
const SHOP_WORDS = ['aeropub']

export function minPasswordLength({ isStaff }: PasswordOwner): number {
  return isStaff ? MIN_PASSWORD_LENGTH.staff : MIN_PASSWORD_LENGTH.customer
}

/** Undefined when allowed (D72; OWASP ASVS 5, 6.2.1–6.2.12): no character classes, nothing is truncated. */
export function passwordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: IsCommonPassword,
): PasswordFault | undefined {
  const length = [...password].length
  if (length < minPasswordLength(owner)) return 'too-short'
  if (length > MAX_PASSWORD_LENGTH) return 'too-long'
  const bare = password.trim().toLowerCase()
  if (bare === '') return 'blank'
  if (isCommon(bare)) return 'common'
  if (isMadeOf(bare, SHOP_WORDS)) return 'shop-name'
  return isMadeOf(bare, wordsOf(owner)) || isLoginName(bare, owner) ? 'own-data' : undefined
}

/** Digits and signs do not count. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const letters = plainLetters(text)
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), letters)
  return letters !== '' && rest.trim() === ''
}

/** Covers addresses without letters, as 14999990000@exemplo.test. */
function isLoginName(text: string, { email = '' }: PasswordOwner): boolean {
  const whole = email.trim().toLowerCase()
  return whole !== '' && (text === whole || text === whole.split('@', 1)[0])
}

/** Words of e-mail and names, the whole local part, and the shop's name. */
function wordsOf({ email = '', names = [] }: PasswordOwner): string[] {
  const words = [email, ...names].flatMap((text) => (text ?? '').split(/[^\p{L}\p{M}]+/u))
  const whole = [...words, email.split('@', 1).join()].map(plainLetters)
  return [...whole.filter((word) => word.length >= MIN_WORD_LENGTH), ...SHOP_WORDS]
}

/** The letters of a text: small, without accents, digits and signs. */
function plainLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
}
