import { readFileSync, writeFileSync } from 'node:fs'

export function insertSection(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const [before = '', fromSection] = page.split(begin)
  const after = fromSection?.split(end)[1] ?? '\n'
  return `${before.trimEnd()}\n\n${begin}\n${text}\n${end}${after}`
}

export function writeSection(file: string, name: string, text: string): void {
  writeFileSync(file, insertSection(readFileSync(file, 'utf8'), name, text))
}
