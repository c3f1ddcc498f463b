import { readFileSync, writeFileSync } from 'node:fs'

/** Returns the page with the text in its marked section, which is appended if the page has none. */
export function insertSection(page: string, name: string, text: string): string {
  const beginMark = `<!-- ${name}:begin -->`
  const endMark = `<!-- ${name}:end -->`
  const [textBefore = '', textFromSection] = page.split(beginMark)
  const textAfter = textFromSection?.split(endMark)[1] ?? '\n'
  return `${textBefore.trimEnd()}\n\n${beginMark}\n${text}\n${endMark}${textAfter}`
}

export function writeSection(file: string, name: string, text: string): void {
  writeFileSync(file, insertSection(readFileSync(file, 'utf8'), name, text))
}
