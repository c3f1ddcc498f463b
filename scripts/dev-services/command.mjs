/** Commands that run to their end: install, build, migrate. */
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, closeSync, constants, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { Problem } from './log.mjs'
import { root } from './paths.mjs'

/** Commands under way, so that Ctrl-C can end them. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * The first of these names found in PATH, then in the further folders.
 * @param {string[]} names
 * @param {string[]} [folders]
 * @returns {string | undefined}
 */
export function findExecutable(names, folders = []) {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const name of names) {
    for (const folder of [...path, ...folders]) {
      const file = join(folder, name)
      if (isExecutable(file)) return file
    }
  }
  return undefined
}

/**
 * The output of a short command, or undefined when it fails.
 * @param {string} command
 * @param {string[]} args
 */
export function capture(command, args) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 15_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return result.status === 0 ? `${result.stdout}${result.stderr}` : undefined
}

/**
 * The last lines of a log, indented for a message.
 * @param {string} file
 * @param {number} [count]
 */
export function lastLines(file, count = 20) {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return ''
  }
  return text
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `    ${line}`)
    .join('\n')
}

/**
 * Runs a command to its end with its output in a log file. A failure becomes a Problem with the last lines.
 * `leave` marks commands that a Ctrl-C must not cut short (package managers).
 * @param {string} command
 * @param {string[]} args
 * @param {{ logFile: string, env?: NodeJS.ProcessEnv, cwd?: string, leave?: boolean, failure?: string }} options
 * @returns {Promise<string>} the output
 */
export async function run(command, args, { logFile, env = process.env, cwd = root, leave = false, failure }) {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log] })
  if (!leave) running.add(child)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (status, signal) => resolve(status ?? signal))
  })
  running.delete(child)
  closeSync(log)
  if (code === 0) return readFileSync(logFile, 'utf8')
  const title = failure ?? `The command "${[command, ...args].join(' ')}" failed (${code}).`
  throw new Problem(`${title}\n\n${lastLines(logFile)}\n\n  Full log: ${relative(root, logFile)}`)
}

/**
 * Runs npm itself, the one that started us where there is one.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} options
 */
export function npm(args, options) {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js')
    ? run(process.execPath, [script, ...args], options)
    : run(findExecutable(['npm'], [dirname(process.execPath)]) ?? 'npm', args, options)
}

/** Ends the commands under way. */
export function endCommands() {
  for (const child of running) child.kill('SIGTERM')
}
