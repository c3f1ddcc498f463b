/** Escapes the wildcards of LIKE in a text. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

export function startingWith(text: string): string {
  return `${likeText(text)}%`
}

export function containing(text: string): string {
  return `%${likeText(text)}%`
}
