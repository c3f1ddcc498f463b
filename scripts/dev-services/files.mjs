import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes the file completely or not at all. @param {string} file @param {string} text @param {number} [mode] */
export function writeWhole(file, text, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true })
  const draftFile = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draftFile, text, { mode })
  renameSync(draftFile, file)
}

/** @param {string} file @returns {any} */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the file's secret; creates a random one at the first call. @param {string} file @param {number} [bytes] */
export function readOrCreateSecret(file, bytes = 24) {
  try {
    const storedSecret = readFileSync(file, 'utf8').trim()
    if (storedSecret.length >= bytes * 2) return storedSecret
  } catch {
    // The file does not exist yet, so the secret is created below.
  }
  const secret = randomBytes(bytes).toString('hex')
  writeWhole(file, `${secret}\n`, 0o600)
  return secret
}
