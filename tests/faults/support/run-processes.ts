import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with a file for each process of the run, set before the first test process starts. */
export const PROCESSES_VARIABLE = 'FAULTS_PROCESSES'

/** Registers a process to be killed at the end of the run, because test processes may end abruptly. */
export function killAtEnd(pid: number, ended: Promise<unknown>): void {
  const folder = process.env[PROCESSES_VARIABLE]
  if (!folder) return
  const note = join(folder, String(pid))
  writeFileSync(note, '')
  void ended.then(() => rmSync(note, { force: true }))
}
