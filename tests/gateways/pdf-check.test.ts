import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkPdf } from '#app/gateways/pdf-check.server.ts'
import { makePdf } from '../factories/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'aeropub-pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a script that replaces the built worker thread, and returns its path. */
function writeThread(script: string): string {
  const file = join(folder, 'thread.cjs')
  writeFileSync(file, `const { parentPort, workerData } = require('node:worker_threads')\n${script}`)
  return file
}

test('returns stampable or refused when running from source files', async () => {
  expect(await checkPdf(await makePdf())).toBe('stampable')
  expect(await checkPdf(new TextEncoder().encode('not a PDF'))).toBe('refused')
})

test('sends the bytes to the thread and returns its result', async () => {
  const thread = writeThread("parentPort.postMessage(workerData.length === 3 ? 'stampable' : 'refused')")
  expect(await checkPdf(new Uint8Array([1, 2, 3]), { thread })).toBe('stampable')
  expect(await checkPdf(new Uint8Array([1]), { thread })).toBe('refused')
})

test.each([
  ['never ends', 'for (;;);'],
  ['ends without a result', 'process.exit(0)'],
])('rejects a PDF whose thread %s, and checks the next one', async (_, script) => {
  expect(await checkPdf(new Uint8Array([1]), { thread: writeThread(script), maxMs: 500 })).toBe('refused')
  expect(await checkPdf(await makePdf())).toBe('stampable')
})

test('throws errors of the thread that are not caused by the PDF', async () => {
  const thread = writeThread("throw new Error('no such module')")
  await expect(checkPdf(new Uint8Array([1]), { thread })).rejects.toThrow('no such module')
})
