/** A mail server's report about an undelivered message (RFC 3464). */
export type DeliveryReport = {
  messageIds: string[] // Message-IDs of the reported message, without angle brackets
  failures: { recipients: string[]; status: string }[]
}

type Part = { headers: Map<string, string[]>; body: string }

const MAX_DEPTH = 5 // real reports have two levels of parts
const MAX_PARTS = 50
const MAX_BLOCKS = 200
const MAX_FIELDS = 200
const MAX_ADDRESSES = 100

/** Returns the delivery report in a message, with its permanent failures only; undefined without a report. */
export function readDeliveryReport(message: string): DeliveryReport | undefined {
  const parts = listParts(readPart(message.replaceAll('\r\n', '\n')))
  const statusParts = parts.filter((part) => statusTypePattern.test(getMediaType(part)))
  if (statusParts.length === 0) return undefined
  const blocks = statusParts.flatMap((part) => readFieldBlocks(part.body))
  const returnedHeaders = parts
    .filter((part) => returnedTypePattern.test(getMediaType(part)))
    .map(({ body }) => readPart(body))
  const namedIds = [
    ...blocks.flatMap((fields) => fields.get('x-original-message-id') ?? []),
    ...returnedHeaders.flatMap(({ headers }) => headers.get('message-id') ?? []),
    ...parts.slice(0, 1).flatMap(({ headers }) => headers.get('in-reply-to') ?? []),
    ...parts.slice(0, 1).flatMap(({ headers }) => headers.get('references') ?? []),
  ]
  const returnedRecipients = returnedHeaders
    .flatMap(({ headers }) => (headers.get('to') ?? []).flatMap(findAddresses))
    .slice(0, MAX_ADDRESSES)
  return {
    messageIds: [...new Set(namedIds.flatMap(findIds))],
    failures: blocks.slice(0, MAX_BLOCKS).flatMap((fields) => findFailures(fields, returnedRecipients)),
  }
}

/** Returns true if the recipient's mailbox or domain is at fault. Other codes concern the mail (RFC 3463). */
export function isAddressFailure(status: string): boolean {
  return addressFailurePattern.test(status)
}

const addressFailurePattern = /^5\.(1\.(?!7|8)\d+|2\.\d+|4\.[14])$/

const statusTypePattern = /^message\/(global-)?delivery-status$/
const returnedTypePattern = /^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)$/

function findFailures(
  fields: Map<string, string[]>,
  returnedRecipients: string[],
): DeliveryReport['failures'] {
  const [action = '', status = ''] = ['action', 'status'].map((name) => fields.get(name)?.[0] ?? '')
  const code = findPreciseCode(status, fields.get('diagnostic-code')?.[0] ?? '')
  if (!/^failed\b/i.test(action) || code === undefined) return []
  const namedRecipients = ['original-recipient', 'final-recipient']
    .flatMap((name) => fields.get(name) ?? [])
    .flatMap(findAddresses)
  return [{ recipients: [...new Set([...namedRecipients, ...returnedRecipients])], status: code }]
}

/** Returns the code in the quoted reply if the status is unspecific. Some servers always send 5.0.0. */
function findPreciseCode(status: string, diagnostic: string): string | undefined {
  const code = /^\d\.\d{1,3}\.\d{1,3}/.exec(status)?.[0]
  if (code !== undefined && !code.endsWith('.0.0')) return code
  return /\b5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(diagnostic)?.[1] ?? code
}

function findIds(text: string): string[] {
  return [...text.matchAll(/<([^<>\s]{1,200})>/g)].flatMap(([, id]) => id ?? [])
}

function findAddresses(text: string): string[] {
  return (text.match(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,255}/g) ?? []).map((address) =>
    address.toLowerCase(),
  )
}

function listParts(part: Part, depth = 0): Part[] {
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(getContentType(part))
  if (!/^multipart\//.test(getMediaType(part)) || !boundary || depth === MAX_DEPTH)
    return [{ ...part, body: decodePart(part) }]
  const delimiter = `--${boundary[1] ?? boundary[2]}`
  const [, ...pieces] = `\n${part.body}`.split(`\n${delimiter}`)
  const innerParts = pieces
    .filter((piece) => !piece.startsWith('--'))
    .slice(0, MAX_PARTS)
    .map((piece) => readPart(piece.replace(/^[ \t]*\n/, '')))
  return [part, ...innerParts.flatMap((innerPart) => listParts(innerPart, depth + 1))]
}

function readPart(text: string): Part {
  const headEnd = text.indexOf('\n\n')
  if (text.startsWith('\n')) return { headers: new Map(), body: text.slice(1) }
  if (headEnd < 0) return { headers: readFields(text), body: '' }
  return { headers: readFields(text.slice(0, headEnd)), body: text.slice(headEnd + 2) }
}

function readFieldBlocks(body: string) {
  return body.split(/\n\s*\n/, MAX_BLOCKS).map(readFields)
}

function readFields(head: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n', MAX_FIELDS)) {
    const [, name, value = ''] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line.slice(0, 2_000)) ?? []
    if (!name) continue
    const values = fields.get(name.toLowerCase()) ?? []
    values.push(value.trim())
    fields.set(name.toLowerCase(), values)
  }
  return fields
}

function getContentType({ headers }: Part): string {
  return headers.get('content-type')?.[0] ?? 'text/plain'
}

function getMediaType(part: Part): string {
  return getContentType(part).split(';', 1).join('').trim().toLowerCase()
}

function decodePart({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.[0]?.toLowerCase()
  if (encoding === 'base64') return decodeBase64(body)
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeBase64(body: string): string {
  try {
    return atob(body.replace(/\s+/g, '')).replaceAll('\r\n', '\n')
  } catch {
    return ''
  }
}
