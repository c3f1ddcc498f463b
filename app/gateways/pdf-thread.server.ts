import { parentPort, workerData } from 'node:worker_threads'
import { checkStampable, StampRefused } from '#app/gateways/stamp.server.ts'
import type { PdfVerdict } from './pdf-check.server.ts'

/** This module runs in a thread (pdf-check.server.ts), so that a malicious, slow PDF blocks nothing else. */
let verdict: PdfVerdict = 'stampable'
try {
  await checkStampable(workerData)
} catch (error) {
  if (!(error instanceof StampRefused)) throw error
  verdict = 'refused'
}
parentPort?.postMessage(verdict)
