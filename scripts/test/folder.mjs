import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeWhole } from '../dev-services/files.mjs'
import { isAlive, readIdentity } from '../dev-services/identity.mjs'
import { dataRoot } from '../dev-services/paths.mjs'
import { listLeftovers, stopLeftovers } from '../dev-services/processes.mjs'

/**
 * Creates this run's folder. Deletes the folders of killed runs and ends their remaining processes. A process
 * of a run has `TEST_DIR=<folder>` in its environment, or a trace in the folder.
 */
export async function createTestFolder() {
  const dir = join(dataRoot, `test-${process.pid}`)
  mkdirSync(dataRoot, { recursive: true })
  const testFolders = readdirSync(dataRoot).filter((name) => /^test-\d+$/.test(name))
  for (const folder of testFolders.map((name) => join(dataRoot, name))) {
    const owner = readJson(join(folder, 'owner.json'))
    const isRunning = owner ? isAlive(owner) : readIdentity(Number(folder.split('-').at(-1))) !== undefined
    if (folder !== dir && isRunning) continue
    killRemaining(folder)
    await stopLeftovers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  writeWhole(
    join(dir, 'owner.json'),
    JSON.stringify({ pid: process.pid, identity: readIdentity(process.pid) }),
  )
  // Also after a forced end, which does not wait for `remove`.
  process.once('exit', () => killRemaining(dir))
  return {
    dir,
    remove: async () => {
      killRemaining(dir)
      await stopLeftovers(dir)
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Kills the processes of a run, also those that lost their parent or are frozen. A process with a trace leads
 * a process group. @param {string} dir
 */
export function killRemaining(dir) {
  for (const pid of [...listMarked(dir), ...listLeftovers(dir).map((trace) => -trace.pid)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended meanwhile.
    }
  }
}

/** Returns the processes with this TEST_DIR; none without /proc. @param {string} dir @returns {number[]} */
function listMarked(dir) {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && readEnvironment(pid).includes(`TEST_DIR=${dir}`))
}

/** @param {number} pid */
function readEnvironment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    // The process ended or belongs to another user.
    return []
  }
}
