const MAX_TEXTS = 12
const MAX_LENGTH = 200
/** What a page put into its own form, not a person. */
const MARK = /^[\w+/=-]{20,}$|^(on|off|true|false)$|^[a-z]+([_-][a-z]+)*$|^\d{1,7}$/

/** What a person recognises of a form: words and numbers as typed, without the marks a page sends with them. */
export function typedTexts(fields: readonly (readonly [string, string])[]): string[] {
  const texts = fields
    .map(([, value]) => value.trim())
    .filter((text) => text.length > 2 && !MARK.test(text) && /[\p{L}\d]/u.test(text))
    .map((text) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text))
  return [...new Set(texts)].slice(0, MAX_TEXTS)
}
