import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const getFolder = () => join(process.env.DATA_DIR ?? '', 'mail')

/** Returns the mail of an outbox row: its unfolded headers and its body without quoted-printable. */
export async function readMail(eventId: number): Promise<{ headers: string[]; body: string }> {
  const raw = await readFile(join(getFolder(), `evt-${eventId}.eml`), 'latin1')
  const [, head = '', encodedBody = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(raw) ?? []
  const bytes = encodedBody
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return {
    headers: head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/),
    body: Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n'),
  }
}

/** Returns the files of all written messages. */
export async function listMailFiles(): Promise<string[]> {
  return readdir(getFolder()).catch(() => [])
}
