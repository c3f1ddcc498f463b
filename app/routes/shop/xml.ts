const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 takes none of them, escaped or not.
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Escapes text for an element or attribute of XML. */
export function escapeXml(text: string): string {
  return text
    .replace(forbiddenCharacters, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Returns a response that search engines and feed readers may cache for an hour. */
export function makeXmlResponse(type: string, lines: readonly string[]): Response {
  return new Response(`<?xml version="1.0" encoding="utf-8"?>\n${lines.join('\n')}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  })
}
