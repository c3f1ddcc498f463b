import { readFileSync } from 'node:fs'
import { captureOutput } from './command.mjs'

/**
 * Returns a text that identifies the process even if its id is reused; undefined after its end.
 * @param {number} pid @returns {string | undefined}
 */
export function readIdentity(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined
      // Field 19 is the start time since the boot.
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
    } catch {
      return undefined
    }
  }
  const line = captureOutput('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])?.trim()
  return !line || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
}

/** @param {number} pid @returns {number | undefined} */
export function findParent(pid) {
  if (process.platform !== 'linux')
    return Number(captureOutput('ps', ['-o', 'ppid=', '-p', String(pid)])) || undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** @param {number} pid */
export function readCommandLine(pid) {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
  return captureOutput('ps', ['-o', 'command=', '-p', String(pid)]) ?? ''
}

/** @typedef {{ pid: number, identity: string, marker?: string }} Trace @param {Trace} trace */
export function isAlive(trace) {
  if (!Number.isInteger(trace.pid) || trace.pid <= 1 || readIdentity(trace.pid) !== trace.identity)
    return false
  return trace.marker === undefined || readCommandLine(trace.pid).includes(trace.marker)
}
