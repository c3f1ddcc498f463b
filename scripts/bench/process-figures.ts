import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICK_MS = 10 // the unit of processor time in /proc

export function readResidentMegabytes(pid: number): number {
  return listProcessTree(pid).reduce((sum, treePid) => sum + readOwnResidentMegabytes(treePid), 0)
}

/** Returns the processor milliseconds of a process and its children; NaN without /proc. */
export function readProcessorMs(pid: number): number {
  return listProcessTree(pid).reduce((sum, treePid) => sum + readOwnProcessorMs(treePid), 0)
}

export function listProcessTree(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return [pid, ...children.flatMap((child) => listProcessTree(Number(child)))]
  } catch {
    return [pid]
  }
}

export function readOwnResidentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    // The system has no /proc.
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Math.round(Number(stdout) / 1024)
  }
}

export function readOwnProcessorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Time in the program and in the kernel.
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/** Returns the memory in MB. Each process counts its share of common pages. */
export function readProportionalMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => readProportionalKilobytes(pid))
  return Math.round(kilobytes.reduce((sum, value) => sum + value, 0) / 1024)
}

/** Samples memory until `stop`, which returns the peaks of the process and of all its descendants. */
export function watchPeaks(pid: number) {
  const peaks = { own: 0, descendants: 0 }
  const samplePeaks = () => {
    const [ownPid = pid, ...childPids] = listProcessTree(pid)
    peaks.own = Math.max(peaks.own, readProportionalMegabytes([ownPid]))
    peaks.descendants = Math.max(peaks.descendants, readProportionalMegabytes(childPids))
  }
  const timer = setInterval(samplePeaks, 200)
  return () => {
    clearInterval(timer)
    samplePeaks()
    return peaks
  }
}

function readProportionalKilobytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  } catch {
    return 0
  }
}
