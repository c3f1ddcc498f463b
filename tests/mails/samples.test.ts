import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailEffects } from '#app/domain/platform/effect.ts'
import { mails } from '#app/mails/mails.server.ts'
import { samples } from './samples.ts'

/** Expected samples, byte for byte; MAIL_SAMPLES=write renews them. */
const folder = join(import.meta.dirname, 'samples')
const isWriting = process.env.MAIL_SAMPLES === 'write'

const files = samples.flatMap(({ mail, kind, content: { subject, text, html, inline, attachments } }) => {
  const head = [`Subject: ${subject}`, ...inline.map(formatPicture), ...attachments.map(formatAttachment)]
  return [
    { mail, name: `${mail}/${kind}.txt`, content: `${head.join('\n')}\n\n${text}` },
    { mail, name: `${mail}/${kind}.html`, content: html },
  ]
})

test.each(files)('$name matches its stored sample', async ({ mail, name, content }) => {
  if (isWriting) {
    await mkdir(join(folder, mail), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  expect(content).toBe(await readFile(join(folder, name), 'utf8'))
})

test('every mail has a sample, and every mail effect has one declaration', () => {
  const names = mails.map(({ name }) => name)
  expect(new Set(samples.map(({ mail }) => mail))).toEqual(new Set(names))
  expect(new Set(names).size).toBe(names.length)
})

test('mails that name an order are searchable by its number', () => {
  const effects: Readonly<Record<string, { about: string | null }>> = mailEffects
  const orderSamples = samples.filter(({ content }) =>
    /\bpedidos? nº \d/i.test(`${content.subject} ${content.text}`),
  )
  const unsearchableSamples = orderSamples.filter(({ mail }) => effects[mail]?.about === null)
  expect(orderSamples.length).toBeGreaterThan(20)
  // The reminder is about a date and a person; it only mentions the unpaid order of a renewal.
  expect([...new Set(unsearchableSamples.map(({ mail }) => mail))]).toEqual(['mail-expiry'])
})

test('every stored sample belongs to a mail', async () => {
  const sampleFiles = await readdir(folder, { recursive: true })
  expect(sampleFiles.filter((name) => /\.(txt|html)$/.test(name)).toSorted()).toEqual(
    files.map(({ name }) => name).toSorted(),
  )
})

function formatAttachment({
  name,
  type,
  content,
}: {
  name: string
  type: string
  content: Uint8Array
}): string {
  return `Attachment: ${name} ${type}, ${content.length} bytes`
}

function formatPicture({ cid, name, content }: { cid: string; name: string; content: Uint8Array }): string {
  return `Picture: ${cid} ${name} sha256:${createHash('sha256').update(content).digest('hex')}`
}
