import { readAccessKey } from '#app/domain/orders/invoices/access-key.ts'

export const maxInvoiceXmlBytes = 2 * 1024 * 1024 // an NF-e with hundreds of items has half of this

export type InvoiceXml = {
  key: string
  protocol: string | null
  authorisedAt: string | null // with UTC offset: 2026-11-25T10:12:13-03:00
  isTest: boolean // true if tpAmb is 2
}

export type XmlFault =
  | 'not-xml'
  | 'declares-types'
  | 'not-an-invoice'
  | 'no-key'
  | 'keys-differ'
  | 'not-authorised'

/** Parses an NFe, alone or with its protocol (nfeProc). Does not parse text with type or entity declarations. */
export function readInvoiceXml(
  text: string,
): { ok: true; value: InvoiceXml } | { ok: false; fault: XmlFault } {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) return { ok: false, fault: 'declares-types' }
  const root = findRoot(text)
  if (root === null) return { ok: false, fault: 'not-xml' }
  if (root !== 'nfeProc' && root !== 'NFe') return { ok: false, fault: 'not-an-invoice' }
  const keyResult = readAccessKey(findId(text, 'infNFe'))
  if (!keyResult.ok) return { ok: false, fault: 'no-key' }
  const protocol = readElement(text, 'infProt')
  const protocolKey = findElementText(protocol, 'chNFe')
  if (protocolKey !== null && protocolKey !== keyResult.value.key) return { ok: false, fault: 'keys-differ' }
  // 100 is authorised, 150 authorised late. All other codes are rejections.
  const status = findElementText(protocol, 'cStat')
  if (status !== null && status !== '100' && status !== '150') return { ok: false, fault: 'not-authorised' }
  const value = {
    key: keyResult.value.key,
    protocol: findElementText(protocol, 'nProt'),
    authorisedAt: findElementText(protocol, 'dhRecbto'),
    isTest: findElementText(text, 'tpAmb') === '2',
  }
  return { ok: true, value }
}

function findId(text: string, name: string): string {
  const start = text.indexOf(name)
  const tag = start < 0 ? '' : text.slice(start, text.indexOf('>', start) + 1)
  return /\bId=["']NFe([0-9A-Za-z]{44})["']/.exec(tag)?.[1] ?? ''
}

function readElement(text: string, name: string): string {
  const start = text.indexOf(name)
  const end = start < 0 ? -1 : text.indexOf(`${name}>`, start + name.length)
  return end < 0 ? '' : text.slice(start, end)
}

function findElementText(text: string, name: string): string | null {
  const tagStart = text.indexOf(`${name}>`)
  if (tagStart < 0) return null
  const textStart = tagStart + name.length + 1
  return text.slice(textStart, text.indexOf('<', textStart)).trim()
}

const ignoredSections = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/** Removes instructions, comments and quoted text. Returns null if one of them has no end. */
function removeIgnoredSections(text: string): string | null {
  const remainingParts: string[] = []
  let position = 0
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    const section = ignoredSections.find(([opening]) => text.startsWith(opening, start))
    if (!section) continue
    const [opening, closing] = section
    const end = text.indexOf(closing, start + opening.length)
    if (end < 0) return null
    remainingParts.push(text.slice(position, start))
    position = end + closing.length
    start = position - 1
  }
  return remainingParts.join('') + text.slice(position)
}

const tagPattern = /<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g

/** Returns the local name of the root element; null if there is not one root, or if elements are not nested. */
function findRoot(text: string): string | null {
  const markup = removeIgnoredSections(text.replace(/^\uFEFF/, ''))
  if (markup === null) return null
  const openElements: string[] = []
  let root: string | null = null
  let tagEnd = 0
  for (const tag of markup.matchAll(tagPattern)) {
    if (markup.slice(tagEnd, tag.index).includes('<')) return null
    tagEnd = tag.index + tag[0].length
    const [, closingSlash, name = '', , isSelfClosing] = tag
    if (closingSlash) {
      if (openElements.pop() !== name) return null
    } else {
      if (openElements.length === 0 && root !== null) return null
      root ??= name
      if (!isSelfClosing) openElements.push(name)
    }
  }
  if (openElements.length > 0 || markup.slice(tagEnd).trim() !== '') return null
  return root?.split(':').at(-1) ?? null
}
