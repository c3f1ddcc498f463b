import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { checkStampable, StampRefused } from '#app/gateways/stamp.server.ts'

export type PdfVerdict = 'stampable' | 'refused'

/** The largest catalogue of the trade takes a tenth of it. */
const MAX_CHECK_MS = 60_000
const MAX_HEAP_MB = 768

/** The built pdf-thread.server.ts as seen from the bundles of pages and of commands; none where the sources run. */
const here = dirname(fileURLToPath(import.meta.url))
const places = ['../tools/pdf-thread.js', 'pdf-thread.js', '../pdf-thread.js']
const builtThread = places.map((place) => join(here, place)).find(existsSync)

/** Whether a copy of the PDF can be stamped. Judged in a thread with limits on time and memory, where it is built. */
export async function checkPdf(
  bytes: Uint8Array,
  { thread = builtThread, maxMs = MAX_CHECK_MS } = {},
): Promise<PdfVerdict> {
  if (thread) return inThread(bytes, thread, maxMs)
  try {
    await checkStampable(bytes, () => setImmediate())
    return 'stampable'
  } catch (error) {
    if (error instanceof StampRefused) return 'refused'
    throw error
  }
}

/** A PDF that ends its thread, by time, memory or an error, is refused. */
async function inThread(bytes: Uint8Array, script: string, maxMs: number): Promise<PdfVerdict> {
  const thread = new Worker(script, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const limit = setTimeout(() => void thread.terminate(), maxMs)
  try {
    return await new Promise<PdfVerdict>((resolve) => {
      thread.once('message', resolve)
      thread.once('error', () => resolve('refused'))
      thread.once('exit', () => resolve('refused'))
    })
  } finally {
    clearTimeout(limit)
    await thread.terminate()
  }
}
