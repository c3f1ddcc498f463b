/** A LIKE pattern; typed wildcards are literal. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
