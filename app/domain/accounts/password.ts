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

/** Composes accents, which systems encode differently (NIST SP 800-63B, 3.1.1.2). */
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
  const bare = password.trim().toLowerCase()
  if (bare === '') return 'blank'
  const forms = listGuessedForms(bare)
  if (forms.some((form) => isOneSign(form) || isCommon(form))) return 'common'
  if (forms.some((form) => consistsOfNames(form, SHOP_WORDS))) return 'shop-name'
  const isOwn = forms.some((form) => consistsOfNames(form, listOwnNames(owner))) || isLoginName(bare, owner)
  return isOwn ? 'own-data' : undefined
}

const lookAlikes: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
}

/** Returns the words to which guessing programs reduce this password ('P@ssword1!' to 'password'). */
function listGuessedForms(bare: string): string[] {
  const plain = bare.normalize('NFD').replace(/\p{M}/gu, '')
  // A password of digits only contains no word, so none of its digits are padding.
  const padding = /\p{L}/u.test(plain) ? countPadding(plain) : 0
  const cut = Array.from({ length: padding + 1 }, (_, count) => plain.slice(0, plain.length - count))
  const spelled = cut.map((text) => text.replace(/[4@31!05$]/g, (sign) => lookAlikes[sign] ?? sign))
  return [...new Set([...cut, ...spelled])].filter((form) => form !== '')
}

function countPadding(text: string): number {
  const signs = text.split('')
  return signs.length - 1 - signs.findLastIndex((sign) => !'0123456789@!$'.includes(sign))
}

function isOneSign(bare: string): boolean {
  return /^(\D)\1+\d*$/u.test(bare)
}

function consistsOfNames(text: string, words: readonly string[]): boolean {
  const letters = keepLetters(text)
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((remainder, word) => remainder.replaceAll(word, ' '), letters)
  return letters !== '' && rest.trim() === ''
}

/** Also compares the whole address, since 14999990000@exemplo.test has no letters before the @. */
function isLoginName(text: string, { email = '' }: PasswordOwner): boolean {
  const whole = email.trim().toLowerCase()
  return whole !== '' && (text === whole || text === whole.split('@', 1)[0])
}

function listOwnNames({ email = '', names = [] }: PasswordOwner): string[] {
  const words = [email, ...names].flatMap((text) => (text ?? '').split(/[^\p{L}\p{M}]+/u))
  const whole = [...words, email.split('@', 1).join()].map(keepLetters)
  return [...whole.filter((word) => word.length >= MIN_WORD_LENGTH), ...SHOP_WORDS]
}

function keepLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
}
