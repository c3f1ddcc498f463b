import { endCommands } from './command.mjs'
import { commandLine, findParent } from './identity.mjs'
import { report, say } from './log.mjs'
import { killLiving } from './processes.mjs'

/** The second Ctrl-C forces the end. @param {() => Promise<unknown>} close @param {number} interruptedCode exit code */
export function ending(close, interruptedCode = 0) {
  let since = 0

  /** A later call waits for the first one. @param {number} code @returns {Promise<never>} */
  const end = async (code) => {
    if (!since) {
      since = Date.now()
      endCommands()
      await close().catch(report)
      process.exit(code)
    }
    return new Promise(() => {})
  }
  /** @param {unknown} error @returns {Promise<never>} */
  const fail = (error) => {
    if (!since) report(error)
    return end(1)
  }
  const interrupted = () => {
    if (!since) {
      say('\nStopping… (Ctrl-C again forces the end)')
      void end(interruptedCode)
      return
    }
    // npm forwards the signal that the terminal has sent us already: the same Ctrl-C, not a second one.
    if (Date.now() - since < 1000) return
    killLiving()
    process.exit(130)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupted)
  process.on('uncaughtException', fail)
  // A closed terminal must not keep us from stopping services.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  if (process.env.npm_lifecycle_event) watchParents(interrupted)
  return { end, fail }
}

/** npm's shell keeps signals, and a SIGKILL is not forwarded, so we end with them. @param {() => void} gone */
function watchParents(gone) {
  const shell = process.ppid
  const npm = findParent(shell)
  const chain = npm !== undefined && commandLine(npm).startsWith('npm') ? [shell, npm] : [shell]
  const timer = setInterval(() => {
    if (process.ppid === shell && (chain.length === 1 || findParent(shell) === npm)) return
    clearInterval(timer)
    gone()
  }, 500)
  timer.unref()
}
