import { readFileSync } from 'node:fs'

/** Loading a process opens more than a hundred files at once. */
const NEEDED_FILES = 256

/** Ends a process that may open too few files. Call it before other modules load and fail with a stack. */
export function requireOpenFiles(): void {
  const fileLimit = readOpenFileLimit()
  if (fileLimit >= NEEDED_FILES) return
  process.stderr.write(
    `Environment not usable:\n  open files: ${fileLimit} allowed, ${NEEDED_FILES} needed (LimitNOFILE, ulimit -n)\n`,
  )
  process.exit(1)
}

/** Returns infinity if there is no limit, or if the system does not report it. */
export function readOpenFileLimit(): number {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readLimits()) ?? []
  return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
