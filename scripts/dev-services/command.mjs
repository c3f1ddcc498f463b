import { spawn, spawnSync } from 'node:child_process'
import { accessSync, closeSync, constants, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { Problem } from './log.mjs'
import { root } from './paths.mjs'

/** Contains running commands, so that Ctrl-C can end them. @type {Set<import('node:child_process').ChildProcess>} */
const runningCommands = new Set()

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Searches PATH, then `folders`. @param {string[]} names @param {string[]} [folders] @returns {string | undefined} */
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

/** Returns the output, or undefined when the command fails. @param {string} command @param {string[]} args */
export function captureOutput(command, args) {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 15_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return result.status === 0 ? `${result.stdout}${result.stderr}` : undefined
}

/** @param {string} file @param {number} [count] */
export function readLastLines(file, count = 20) {
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
 * Returns the output, which is also logged; throws a Problem. `leave` excludes it from Ctrl-C (package managers).
 * @param {string} command @param {string[]} args
 * @param {{ logFile: string, env?: NodeJS.ProcessEnv, cwd?: string, leave?: boolean, failure?: string }} options
 * @returns {Promise<string>}
 */
export async function run(command, args, { logFile, env = process.env, cwd = root, leave = false, failure }) {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log] })
  if (!leave) runningCommands.add(child)
  const exitCode = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (status, signal) => resolve(status ?? signal))
  })
  runningCommands.delete(child)
  closeSync(log)
  if (exitCode === 0) return readFileSync(logFile, 'utf8')
  const title = failure ?? `The command "${[command, ...args].join(' ')}" failed (${exitCode}).`
  throw new Problem(`${title}\n\n${readLastLines(logFile)}\n\n  Full log: ${relative(root, logFile)}`)
}

/** Runs npm, preferably the npm that started us. @param {string[]} args @param {Parameters<typeof run>[2]} options */
export function runNpm(args, options) {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js')
    ? run(process.execPath, [script, ...args], options)
    : run(findExecutable(['npm'], [dirname(process.execPath)]) ?? 'npm', args, options)
}

export function endCommands() {
  for (const child of runningCommands) child.kill('SIGTERM')
}
