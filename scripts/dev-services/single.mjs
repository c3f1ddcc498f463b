import { takeLock } from './lock.mjs'
import { printLine } from './log.mjs'

/** Exits when another process holds the lock. @param {string} file @param {string} command */
export function requireOnlyOne(file, command) {
  const lock = takeLock(file)
  if (!lock.holder) return lock
  const { url, pid } = lock.holder
  printLine(
    url
      ? `"${command}" is already running in this directory: ${url} (process ${pid}).`
      : `"${command}" is already being started in this directory (process ${pid}).`,
  )
  process.exit(1)
}
