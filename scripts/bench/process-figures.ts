import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Resident memory of a process and those it started, in megabytes. */
export function residentMegabytes(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + residentOf(each), 0)
}

/** Processor time of a process and those it started so far, in milliseconds; NaN where there is no /proc. */
export function processorMs(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + ownProcessorMs(each), 0)
}

/** A process and those it started, by id. */
export function processTree(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return [pid, ...children.flatMap((child) => processTree(Number(child)))]
  } catch {
    return [pid]
  }
}

function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Math.round(Number(stdout) / 1024)
  }
}

/** Figures of a single process. */
export function ownProcessorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}
