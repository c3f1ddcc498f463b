import { createHash, createPublicKey, verify } from 'node:crypto'

/** DNS records by name, `{selector}._domainkey.{domain}`. */
export type DkimRecords = ReadonlyMap<string, string>

/**
 * Verifies a signature by RFC 6376 (relaxed/relaxed, rsa-sha256) without the signing library. Returns the names of the
 * signed headers, or the fault.
 */
export function verifyDkim(message: string, records: DkimRecords): { signed: string[] } | { fault: string } {
  const [, head = '', body = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(message) ?? []
  const fields = head.split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))
  if (!signature) return { fault: 'not signed' }
  const tagList = signature.slice(signature.indexOf(':') + 1).replace(/\r\n/g, '')
  const tags = new Map<string, string>()
  for (const tag of tagList.split(';')) {
    const [name = '', value = ''] = tag.split(/=(.*)/s)
    tags.set(name.trim(), value.trim())
  }
  const findTag = (name: string) => tags.get(name)?.replace(/\s+/g, '') ?? ''
  if (findTag('a') !== 'rsa-sha256' || findTag('c') !== 'relaxed/relaxed')
    return { fault: 'another algorithm' }
  const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64')
  if (bodyHash !== findTag('bh')) return { fault: 'the body was changed' }
  const record = records.get(`${findTag('s')}._domainkey.${findTag('d')}`)
  const key = /(?:^|;)\s*p=([^;]+)/.exec(record ?? '')?.[1]
  if (!key) return { fault: 'no record' }
  const signedNames = findTag('h').toLowerCase().split(':')
  const signatureWithoutValue = signature.replace(/(;\s*b=)[^;]*/s, '$1')
  const data = [...chooseFields(fields, signedNames), relaxField(signatureWithoutValue)].join('\r\n')
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const isValid = verify(
    'sha256',
    Buffer.from(data, 'latin1'),
    publicKey,
    Buffer.from(findTag('b'), 'base64'),
  )
  return isValid ? { signed: signedNames } : { fault: 'the head was changed' }
}

/** Returns fields by name, each the last unused one (RFC 6376, 5.4.2). */
function chooseFields(fields: readonly string[], names: readonly string[]): string[] {
  const unusedFields = [...fields]
  return names.flatMap((name) => {
    const index = unusedFields.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`))
    return index < 0 ? [] : unusedFields.splice(index, 1).map(relaxField)
  })
}

/** Canonicalises a header field by the algorithm "relaxed" (RFC 6376, 3.4.2). */
function relaxField(field: string): string {
  const [, name = '', value = ''] = /^([^:]*?)\s*:([\s\S]*)$/.exec(field) ?? []
  return `${name.toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`
}

/** Canonicalises a body by the algorithm "relaxed" (RFC 6376, 3.4.4). */
function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const text = lines.join('\r\n').replace(/(\r\n)*$/, '')
  return text === '' ? '' : `${text}\r\n`
}
