/** Returns the fields of the page's forms as a browser would send them. */
export function readFormFields(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<(?:input|option)[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    const value = /value="([^"]*)"/.exec(tag)?.[1]
    const isBox = /type="(checkbox|radio)"/.test(tag)
    if (name && (!isBox || /checked=""/.test(tag))) fields[name] = value ?? (isBox ? 'on' : '')
  }
  for (const [, name = '', options = ''] of html.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields[name] = /<option[^>]*value="([^"]*)"[^>]*selected/.exec(options)?.[1] ?? ''
  for (const [, name = '', text = ''] of html.matchAll(
    /<textarea[^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs,
  ))
    fields[name] = text.trim()
  return fields
}
