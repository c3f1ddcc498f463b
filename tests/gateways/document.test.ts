import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { DocumentRefused, readDocument } from '#app/gateways/document.server.ts'
import { FileTooLong, findFileSize, putFile, putStream, readStored } from '#app/gateways/storage.server.ts'
import { makePdf } from '../factories/files.ts'
import { makePlainPicture } from './pictures.ts'

const encodeText = (words: string) => new TextEncoder().encode(words)

async function makeProtectedPdf() {
  const document = await PDFDocument.load(await makePdf())
  document.encrypt({ userPassword: 'segredo', ownerPassword: 'segredo' })
  return document.save()
}

test('detects the type by content, not by name', async () => {
  await putFile('try/manual.exe', await makePdf())
  expect(await readDocument('try/manual.exe')).toEqual({ type: 'application/pdf', extension: 'pdf' })
  await putFile('try/plate.pdf', await makePlainPicture(4, 4).png().toBuffer())
  expect(await readDocument('try/plate.pdf')).toEqual({ type: 'image/png', extension: 'png' })
  await putFile('try/empty-archive', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'))
  expect(await readDocument('try/empty-archive')).toMatchObject({ type: 'application/zip' })
})

test.each([
  ['a web page', 'kind', async () => encodeText('<!doctype html><script>alert(1)</script>')],
  ['a drawing with scripts', 'kind', async () => encodeText('<?xml version="1.0"?><svg onload="alert(1)"/>')],
  ['an executable', 'kind', async () => Buffer.from(`4d5a9000${'00'.repeat(100)}`, 'hex')],
  ['plain text', 'kind', async () => encodeText('apenas texto')],
  [
    'an old Word document',
    'old-office',
    async () => Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'),
  ],
  ['a protected PDF', 'protected', makeProtectedPdf],
  ['a PDF cut in the middle', 'damaged', async () => (await makePdf([{}, {}])).slice(0, 300)],
])('rejects %s as an uploaded document', async (_, fault, makeContent) => {
  await putFile('try/refused', await makeContent())
  await expect(readDocument('try/refused')).rejects.toThrow(DocumentRefused)
  await expect(readDocument('try/refused')).rejects.toMatchObject({ fault })
})

test('stores a whole stream, and nothing of one that breaks or is too long', async () => {
  async function* yieldChunks(isBroken = false) {
    yield encodeText('abc')
    if (isBroken) throw new Error('the line broke')
    yield encodeText('def')
  }
  expect(await putStream('try/stream', yieldChunks(), 6)).toBe(6)
  expect(Buffer.from((await readStored('try/stream')) ?? []).toString()).toBe('abcdef')
  await expect(putStream('try/long', yieldChunks(), 5)).rejects.toThrow(FileTooLong)
  await expect(putStream('try/broken', yieldChunks(true), 6)).rejects.toThrow('the line broke')
  expect(await findFileSize('try/long')).toBeUndefined()
  expect(await findFileSize('try/broken')).toBeUndefined()
  await expect(putStream('try/stream', yieldChunks(true), 6)).rejects.toThrow()
  expect(await findFileSize('try/stream')).toBe(6)
})
