import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shopEnvironment } from './shop.ts'

export type SentMail = { subject: string; replyTo: string; text: string; html: string }

/** A written message does not change, so each is read once. */
const sourceByName = new Map<string, string>()

/** Returns the mails to this person. Without SMTP, they are files. */
export async function listMailsTo(email: string): Promise<SentMail[]> {
  const folder = join(shopEnvironment().DATA_DIR, 'mail')
  const files = await readdir(folder).catch(() => [])
  const names = files.filter((name) => name.endsWith('.eml'))
  for (const name of names)
    if (!sourceByName.has(name)) sourceByName.set(name, await readFile(join(folder, name), 'utf8'))
  const sources = names.map((name) => sourceByName.get(name) ?? '')
  return sources.filter((source) => readHeader(source, 'To').includes(email)).map(parseMail)
}

function parseMail(source: string): SentMail {
  // The HTML and its pictures are a nested multipart.
  const boundaries = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => `--${boundary}`)
  const parts = boundaries.reduce((all, boundary) => all.flatMap((part) => part.split(boundary)), [source])
  return {
    subject: readHeader(source, 'Subject'),
    replyTo: readHeader(source, 'Reply-To'),
    text: readBody(parts.find((part) => readHeader(part, 'Content-Type').startsWith('text/plain'))),
    html: readBody(parts.find((part) => readHeader(part, 'Content-Type').startsWith('text/html'))),
  }
}

function readHeader(source: string, name: string): string {
  const [head = ''] = source.trimStart().split(/\r?\n\r?\n/, 1)
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
}

function readBody(part = ''): string {
  const body = part.trimStart().replace(/^[\s\S]*?\r?\n\r?\n/, '')
  const encoding = readHeader(part, 'Content-Transfer-Encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
