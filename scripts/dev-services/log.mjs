/** Output of a command: one line per step. */

/** A problem that a person can act on: its text is printed alone, without a stack. */
export class Problem extends Error {}

const terminal = process.stdout.isTTY === true && !process.env.CI

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

/** @param {string} [text] */
export function say(text = '') {
  process.stdout.write(`${text}\n`)
}

/** @param {string} text */
export function warn(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * Runs one step. On a terminal the "…" line turns into the "✔" line; elsewhere the "…" line
 * appears only when the step is slow. What the work returns as a string is added to the line.
 * @template T
 * @param {string} doing
 * @param {string} done
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(doing, done, work) {
  const start = performance.now()
  const slow = setTimeout(() => say(`… ${doing}`), terminal ? 0 : 1500)
  if (terminal) {
    clearTimeout(slow)
    process.stdout.write(`… ${doing}`)
  }
  const finish = (/** @type {string} */ line) => {
    clearTimeout(slow)
    process.stdout.write(`${terminal ? '\r\x1b[K' : ''}${line} (${seconds(performance.now() - start)})\n`)
  }
  try {
    const result = await work()
    finish(typeof result === 'string' && result ? `✔ ${done}: ${result}` : `✔ ${done}`)
    return result
  } catch (error) {
    finish(`✖ ${doing}: failed`)
    throw error
  }
}

/**
 * Prints an error as a person should see it.
 * @param {unknown} error
 */
export function report(error) {
  if (error instanceof Problem) warn(`\n${error.message}`)
  else warn(`\nUnexpected error: ${error instanceof Error ? error.stack : String(error)}`)
}
