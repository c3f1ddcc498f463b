/** Escapes LIKE's wildcards in the text. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

export function startingWith(text: string): string {
  return `${likeText(text)}%`
}

export function containing(text: string): string {
  return `%${likeText(text)}%`
}
