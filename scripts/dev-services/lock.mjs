import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readJson, writeWhole } from './files.mjs'
import { isAlive, readIdentity } from './identity.mjs'
import { Problem, printLine } from './log.mjs'
import { waitUntil } from './ports.mjs'

const pause = (/** @type {number} */ ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/**
 * Takes the lock, or returns its living holder. `note` adds facts to the lock's file.
 * @param {string} file @returns {{ holder?: any, note: (facts: object) => void, release: () => void }}
 */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true })
  const ownEntry = { pid: process.pid, identity: readIdentity(process.pid) }
  const draftFile = `${file}.${process.pid}`
  const note = (/** @type {object} */ facts) => writeWhole(file, JSON.stringify({ ...ownEntry, ...facts }))
  const release = () => {
    if (readJson(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  writeFileSync(draftFile, JSON.stringify(ownEntry))
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(draftFile, file)
        // Another process may have removed the dead lock too, and then this new lock, so it is read again.
        if (attempt > 0) pause(50)
        if (readJson(file)?.pid === process.pid) return { note, release }
      } catch {
        const holder = readJson(file)
        if (holder && isAlive(holder)) return { holder, note, release }
        rmSync(file, { force: true })
      }
    }
    return { holder: readJson(file) ?? {}, note, release }
  } finally {
    rmSync(draftFile, { force: true })
  }
}

/**
 * Runs `work` while no other command of this checkout holds the lock.
 * @template T @param {string} file @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function runAlone(file, work) {
  let lock = takeLock(file)
  if (lock.holder) printLine(`… Waiting for another command in this directory (process ${lock.holder.pid})`)
  const isAcquired = await waitUntil(() => {
    if (lock.holder) lock = takeLock(file)
    return !lock.holder
  }, 900_000)
  if (!isAcquired) throw new Problem(`Process ${lock.holder.pid} has held this directory for too long.`)
  try {
    return await work()
  } finally {
    lock.release()
  }
}
