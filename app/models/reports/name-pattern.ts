/** What a name has to be like to have this text in it, whatever accents and case; its wildcards are plain letters. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
