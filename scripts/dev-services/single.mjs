import { takeLock } from './lock.mjs'
import { say } from './log.mjs'

/** Exits when another process holds the lock. @param {string} file @param {string} command */
export function onlyOne(file, command) {
  const lock = takeLock(file)
  if (!lock.holder) return lock
  const { url, pid } = lock.holder
  say(
    url
      ? `"${command}" is already running in this directory: ${url} (process ${pid}).`
      : `"${command}" is already being started in this directory (process ${pid}).`,
  )
  process.exit(1)
}
