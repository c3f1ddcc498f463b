import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { checkStampable, StampRefused } from '#app/gateways/stamp.server.ts'
import { log } from '#app/log.server.ts'

export type PdfVerdict = 'stampable' | 'refused'

/** The time limit: ten times what the largest known catalogue needs. */
const MAX_CHECK_MS = 60_000
const MAX_HEAP_MB = 512

/** Returns the path of the built pdf-thread.server.ts; undefined when the shop runs from source. */
export function findPdfThread(folder: string): string | undefined {
  const relativeFolders = ['../../tools', '.', '..']
  const candidates = relativeFolders.map((relativeFolder) => join(folder, relativeFolder, 'pdf-thread.js'))
  return candidates.find(existsSync)
}

const builtThread = findPdfThread(dirname(fileURLToPath(import.meta.url)))

/** Checks whether a PDF can be stamped. A built shop checks in a thread with limits of time and memory. */
export async function checkPdf(
  bytes: Uint8Array,
  { thread = builtThread, maxMs = MAX_CHECK_MS } = {},
): Promise<PdfVerdict> {
  if (thread) return checkInThread(bytes, thread, maxMs)
  try {
    await checkStampable(bytes, () => setImmediate())
    return 'stampable'
  } catch (error) {
    if (error instanceof StampRefused) return 'refused'
    throw error
  }
}

/** Checks in a thread. A PDF that exceeds its time or memory is refused. Throws other failures. */
async function checkInThread(bytes: Uint8Array, script: string, maxMs: number): Promise<PdfVerdict> {
  const thread = new Worker(script, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let reason = 'ended'
  const timeoutTimer = setTimeout(() => {
    reason = 'time'
    void thread.terminate()
  }, maxMs)
  try {
    const verdict = await new Promise<PdfVerdict | undefined>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error)
        reason = 'memory'
        resolve(undefined)
      })
      thread.once('exit', () => resolve(undefined))
    })
    if (verdict !== undefined) return verdict
    log.warn({ reason, bytes: bytes.length }, 'pdf refused by the limits of its thread')
    return 'refused'
  } finally {
    // A thread that exits by itself has already responded.
    thread.removeAllListeners('exit')
    clearTimeout(timeoutTimer)
    await thread.terminate()
  }
}
