const MAX_TEXTS = 30
const MAX_LENGTH = 200
/** What a page puts into its own form, not a person. */
const MARK_NAME = /^(intent|token|seen|lock_version|redirectTo|form_owner|form_seen)\b|_token$/
const MARK = /^[\w+/=-]{24,}$|^(on|off|true|false)$/

/** What a person recognises of a form: words and numbers as typed or chosen, without the marks a page sends with them. */
export function typedTexts(fields: readonly (readonly [string, string])[]): string[] {
  const texts = fields
    .filter(([name]) => !MARK_NAME.test(name))
    .map(([, value]) => value.trim())
    .filter((text) => !MARK.test(text) && /[\p{L}\d]/u.test(text))
    .map((text) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text))
  return [...new Set(texts)].slice(0, MAX_TEXTS)
}
