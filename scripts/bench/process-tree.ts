import { readFileSync } from 'node:fs'
import { processorMs } from './process-figures.ts'

/** A process and all its descendants, by /proc (Linux). */
export function listProcessTree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number)
  return [pid, ...children.flatMap(listProcessTree)]
}

/** Processor milliseconds of a process and its descendants that live now. */
export function treeProcessorMs(pid: number): number {
  return listProcessTree(pid).reduce((sum, each) => sum + (processorMs(each) || 0), 0)
}

/** Memory in MB; pages that several processes share are counted by share. */
export function proportionalMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  )
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024)
}

/** The largest values seen until `stop`: of the process itself, and of its descendants together. */
export function watchPeaks(pid: number) {
  const peaks = { own: 0, descendants: 0 }
  const look = () => {
    const [own = pid, ...others] = listProcessTree(pid)
    peaks.own = Math.max(peaks.own, proportionalMegabytes([own]))
    peaks.descendants = Math.max(peaks.descendants, proportionalMegabytes(others))
  }
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    look()
    return peaks
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
