import { availableParallelism, freemem } from 'node:os'

/** Returns how many workers the processors and the free memory allow, at least 1. */
export function countWorkers(/** @type {{ gigabytesEach: number }} */ { gigabytesEach }) {
  const freeBytes = Math.min(freemem(), process.availableMemory?.() ?? Number.POSITIVE_INFINITY)
  return Math.max(1, Math.min(availableParallelism(), Math.floor(freeBytes / (gigabytesEach * 1024 ** 3))))
}
