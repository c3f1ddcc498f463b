/** The ends of a command: done, failed, Ctrl-C and its kin (first an orderly end, the second time the forced one). */
import { endCommands } from './command.mjs'
import { commandLine, findParent } from './identity.mjs'
import { report, say } from './log.mjs'
import { killLiving } from './processes.mjs'

/**
 * @param {() => Promise<unknown>} close stops everything that was started
 * @param {number} interruptedCode the exit code after an orderly end by signal
 */
export function ending(close, interruptedCode = 0) {
  let since = 0

  /** The first end counts: whoever comes later waits for it. @param {number} code @returns {Promise<never>} */
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
    // npm passes on the signal that the terminal has already sent us: the same Ctrl-C, not a second one.
    if (Date.now() - since < 1000) return
    killLiving()
    process.exit(130)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupted)
  process.on('uncaughtException', fail)
  // A closed terminal must not keep us from stopping things.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  if (process.env.npm_lifecycle_event) watchParents(interrupted)
  return { end, fail }
}

/**
 * npm passes a signal to the shell between us, which keeps it, and cannot pass on a SIGKILL at all:
 * when one of the two is gone, so are we.
 * @param {() => void} gone
 */
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
