import { readFileSync, writeFileSync } from 'node:fs'

/** A page with a text between the markers of this name, at its end the first time. */
export function insertSection(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const [before = '', rest] = page.split(begin)
  const after = rest?.split(end)[1] ?? '\n'
  return `${before.trimEnd()}\n\n${begin}\n${text}\n${end}${after}`
}

/** Writes it into the file of the page. */
export function writeSection(file: string, name: string, text: string): void {
  writeFileSync(file, insertSection(readFileSync(file, 'utf8'), name, text))
}
