import { endCommands } from './command.mjs'
import { findParent, readCommandLine } from './identity.mjs'
import { printError, printLine } from './log.mjs'
import { killLiving } from './processes.mjs'

/**
 * On Ctrl-C, runs `close` and exits; on a second Ctrl-C, exits at once. Returns functions that end the run
 * likewise.
 * @param {() => Promise<unknown>} close @param {number} interruptedCode exit code after Ctrl-C
 */
export function exitAfterClose(close, interruptedCode = 0) {
  let endingSince = 0

  /** Closes once; a later call waits for the first. @param {number} code @returns {Promise<never>} */
  const end = async (code) => {
    if (!endingSince) {
      endingSince = Date.now()
      endCommands()
      await close().catch(printError)
      process.exit(code)
    }
    return new Promise(() => {})
  }
  /** @param {unknown} error @returns {Promise<never>} */
  const fail = (error) => {
    if (!endingSince) printError(error)
    return end(1)
  }
  const interruptRun = () => {
    if (!endingSince) {
      printLine('\nStopping… (Ctrl-C again forces the end)')
      void end(interruptedCode)
      return
    }
    // npm forwards the terminal's signal, which has already arrived: it is not a second Ctrl-C.
    if (Date.now() - endingSince < 1000) return
    killLiving()
    process.exit(130)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interruptRun)
  process.on('uncaughtException', fail)
  // Errors of a closed terminal must not prevent stopping the services.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  if (process.env.npm_lifecycle_event) watchParents(interruptRun)
  return { end, fail }
}

/**
 * Calls `onParentEnd` when npm or its shell ends, since the shell swallows signals and SIGKILL is not
 * forwarded.
 * @param {() => void} onParentEnd
 */
function watchParents(onParentEnd) {
  const shellPid = process.ppid
  const npmPid = findParent(shellPid)
  const parentChain =
    npmPid !== undefined && readCommandLine(npmPid).startsWith('npm') ? [shellPid, npmPid] : [shellPid]
  const timer = setInterval(() => {
    if (process.ppid === shellPid && (parentChain.length === 1 || findParent(shellPid) === npmPid)) return
    clearInterval(timer)
    onParentEnd()
  }, 500)
  timer.unref()
}
