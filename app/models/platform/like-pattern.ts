/** Escapes the wildcards that LIKE would find in the text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

export function makePrefixPattern(text: string): string {
  return `${escapeLike(text)}%`
}

export function makeContainsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}
