import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { readLastLines } from './command.mjs'
import { readJson, writeWhole } from './files.mjs'
import { isAlive, readIdentity } from './identity.mjs'
import { Problem } from './log.mjs'
import { root } from './paths.mjs'
import { waitUntil } from './ports.mjs'

/** Contains running processes, which a forced end kills. @type {Set<Background>} */
const living = new Set()

/**
 * @typedef {{ name: string, command: string, args: string[], dir: string, env?: NodeJS.ProcessEnv, cwd?: string,
 *   marker?: string, grace?: number, first?: boolean, inherit?: boolean, endSignal?: NodeJS.Signals }} Order
 * `dir` holds run/<name>.json and logs/<name>.log; `marker` is a part of the command line that only ours has;
 * `grace` (ms) follows `endSignal` (SIGTERM); `first` stops before the others; `inherit` shows the output.
 */

export class Background {
  /** @param {Order} order */
  constructor(order) {
    const { name, command, args, dir, env = process.env, cwd = root } = order
    const { marker, grace = 10_000, first = false, inherit = false, endSignal = 'SIGTERM' } = order
    this.name = name
    this.grace = grace
    this.endSignal = endSignal
    this.logFile = join(dir, 'logs', `${name}.log`)
    mkdirSync(join(dir, 'logs'), { recursive: true })
    rotate(this.logFile)
    const log = openSync(this.logFile, 'a')
    const output = inherit ? 'inherit' : log
    // In a process group of its own, it does not receive Ctrl-C, so that services stop in sequence.
    this.child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output], detached: true })
    closeSync(log)
    this.pid = this.child.pid ?? 0
    const { TEST_DIR } = process.env
    // Redis overwrites its environment, so a test run finds its servers by traces (scripts/test/folder.mjs).
    const traceFiles = [
      join(dir, 'run', `${name}.json`),
      ...(TEST_DIR ? [join(TEST_DIR, 'run', `${this.pid}.json`)] : []),
    ]
    /** @type {{ code: number | null, signal: NodeJS.Signals | null } | undefined} */
    this.ended = undefined
    this.stopping = false
    living.add(this)
    /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
    this.exited = new Promise((resolve) => {
      const end = (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) => {
        this.ended = { code, signal }
        living.delete(this)
        for (const file of traceFiles) rmSync(file, { force: true })
        resolve(this.ended)
      }
      this.child.once('error', () => end(127, null))
      this.child.once('exit', end)
    })
    if (this.pid) {
      const trace = { name, pid: this.pid, identity: readIdentity(this.pid), marker, grace, first, endSignal }
      for (const file of traceFiles) writeWhole(file, JSON.stringify(trace), 0o600)
    }
  }

  /** @param {string} label @param {() => boolean | Promise<boolean>} question @param {number} [timeout] milliseconds */
  async ready(label, question, timeout = 60_000) {
    const settled = await waitUntil(async () => this.ended !== undefined || (await question()), timeout)
    if (settled && !this.ended) return
    const reason = this.ended ? 'stopped right after its start' : `did not answer within ${timeout / 1000} s`
    throw new Problem(`${label}: ${reason}.\n${this.closingLines()}`)
  }

  closingLines() {
    return `\n${readLastLines(this.logFile)}\n\n  Full log: ${relative(root, this.logFile)}`
  }

  /** Sends `endSignal`, then SIGKILL after `grace` (ms). Returns true if SIGKILL was not needed. */
  async stop(grace = this.grace) {
    if (this.ended || !this.pid) return true
    this.stopping = true
    this.signal(this.endSignal)
    const timeout = new Promise((resolve) => setTimeout(resolve, grace, undefined).unref())
    const hasExited = (await Promise.race([this.exited, timeout])) !== undefined
    this.killGroup()
    await this.exited
    return hasExited
  }

  kill() {
    this.stopping = true
    if (!this.ended) this.killGroup()
  }

  /** Children of the process may remain in its process group after its end. */
  killGroup() {
    // 0 would name the group of this process.
    if (this.pid) this.signal('SIGKILL', -this.pid)
  }

  /** @param {NodeJS.Signals} signal @param {number} [target] */
  signal(signal, target = this.pid) {
    try {
      process.kill(target, signal)
    } catch {
      // The process has already ended.
    }
  }
}

/** @param {string} file */
function rotate(file) {
  try {
    renameSync(file, file.replace(/\.log$/, '.anterior.log'))
  } catch {
    // The first run has no log yet.
  }
}

export function killLiving() {
  for (const background of living) background.kill()
}

/** Stops processes that a crashed run left; returns their names. @param {string} dir @returns {Promise<string[]>} names */
export async function stopLeftovers(dir) {
  const traceFiles = listTraceFiles(dir)
  const alive = readTraces(traceFiles)
  for (const group of [alive.filter((trace) => trace.first), alive.filter((trace) => !trace.first)]) {
    await Promise.all(group.map(endTrace))
  }
  for (const file of traceFiles) rmSync(file, { force: true })
  return alive.map((trace) => trace.name)
}

/** Returns the traces of running processes. @param {string} dir */
export function listLeftovers(dir) {
  return readTraces(listTraceFiles(dir))
}

/** @param {string[]} files */
function readTraces(files) {
  return files.map((file) => readJson(file)).filter((trace) => trace && isAlive(trace))
}

/** @param {string} dir @param {number} [depth] @returns {string[]} */
function listTraceFiles(dir, depth = 4) {
  if (depth === 0 || !existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name)
    if (basename(dir) === 'run') return entry.name.endsWith('.json') ? [path] : []
    return entry.isDirectory() && !['data', 'files', 'logs'].includes(entry.name)
      ? listTraceFiles(path, depth - 1)
      : []
  })
}

/** @param {import('./identity.mjs').Trace & { grace: number, endSignal?: NodeJS.Signals }} trace */
async function endTrace(trace) {
  const sendSignal = (/** @type {NodeJS.Signals} */ name, target = trace.pid) => {
    try {
      process.kill(target, name)
    } catch {
      // The process ended meanwhile.
    }
  }
  if (!isAlive(trace)) return
  sendSignal(trace.endSignal ?? 'SIGTERM')
  await waitUntil(() => !isAlive(trace), trace.grace)
  sendSignal('SIGKILL', -trace.pid)
  await waitUntil(() => !isAlive(trace), 10_000)
}
