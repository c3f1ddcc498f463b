import { readAccessKey } from '#app/domain/orders/invoices/access-key.ts'

/** An NF-e with hundreds of items has about half of it. */
export const maxInvoiceXmlBytes = 2 * 1024 * 1024

export type InvoiceXml = {
  key: string
  protocol: string | null
  /** as written, with its offset: 2026-11-25T10:12:13-03:00 */
  authorisedAt: string | null
  /** issued for practice alone (tpAmb 2) */
  isTest: boolean
}

export type XmlFault =
  | 'not-xml'
  | 'declares-types'
  | 'not-an-invoice'
  | 'no-key'
  | 'keys-differ'
  | 'not-authorised'

/** Of an NF-e alone (NFe) or with its protocol (nfeProc). Declarations of types and entities are refused unread. */
export function readInvoiceXml(
  text: string,
): { ok: true; value: InvoiceXml } | { ok: false; fault: XmlFault } {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text)) return { ok: false, fault: 'declares-types' }
  const root = rootOf(text)
  if (root === null) return { ok: false, fault: 'not-xml' }
  if (root !== 'nfeProc' && root !== 'NFe') return { ok: false, fault: 'not-an-invoice' }
  const read = readAccessKey(
    /<(?:\w+:)?infNFe\b[^>]*\sId\s*=\s*["']NFe([0-9A-Za-z]{44})["']/.exec(text)?.[1] ?? '',
  )
  if (!read.ok) return { ok: false, fault: 'no-key' }
  const protocol = /<(?:\w+:)?infProt\b[\s\S]*?<\/(?:\w+:)?infProt>/.exec(text)?.[0] ?? ''
  const protocolKey = textOfElement(protocol, 'chNFe')
  if (protocolKey !== null && protocolKey !== read.value.key) return { ok: false, fault: 'keys-differ' }
  // 100 authorised, 150 authorised late; all others say why it was not.
  const status = textOfElement(protocol, 'cStat')
  if (status !== null && status !== '100' && status !== '150') return { ok: false, fault: 'not-authorised' }
  const value = {
    key: read.value.key,
    protocol: textOfElement(protocol, 'nProt'),
    authorisedAt: textOfElement(protocol, 'dhRecbto'),
    isTest: textOfElement(text, 'tpAmb') === '2',
  }
  return { ok: true, value }
}

function textOfElement(text: string, name: string): string | null {
  return new RegExp(`<(?:\\w+:)?${name}>\\s*([^<]*?)\\s*</`).exec(text)?.[1] ?? null
}

/** Local name of the one outermost element, null where elements are not closed in order. */
function rootOf(text: string): string | null {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '')
  const open: string[] = []
  let root: string | null = null
  let end = 0
  for (const tag of bare.matchAll(
    /<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g,
  )) {
    if (bare.slice(end, tag.index).includes('<')) return null
    end = tag.index + tag[0].length
    const [, slash, name = '', , self] = tag
    if (slash) {
      if (open.pop() !== name) return null
    } else {
      if (open.length === 0 && root !== null) return null
      root ??= name
      if (!self) open.push(name)
    }
  }
  if (open.length > 0 || bare.slice(end).trim() !== '') return null
  return root?.split(':').at(-1) ?? null
}
