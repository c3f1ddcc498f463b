/** A fault that the user can correct, so it is printed without a stack. */
export class Problem extends Error {}

const isTerminal = process.stdout.isTTY === true && !process.env.CI

/** @param {number} ms */
export function formatSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

/** @param {string} [text] */
export function printLine(text = '') {
  process.stdout.write(`${text}\n`)
}

/** @param {string} text */
export function printWarning(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * Prints a line when the step ends, with the string that `work` may return. On a terminal, or if the step is
 * slow, also prints a line before.
 * @template T @param {string} doing @param {string} done @param {() => T | Promise<T>} work @returns {Promise<T>}
 */
export async function runStep(doing, done, work) {
  const start = performance.now()
  const slowTimer = setTimeout(() => printLine(`… ${doing}`), isTerminal ? 0 : 1500)
  if (isTerminal) {
    clearTimeout(slowTimer)
    process.stdout.write(`… ${doing}`)
  }
  const finish = (/** @type {string} */ line) => {
    clearTimeout(slowTimer)
    process.stdout.write(
      `${isTerminal ? '\r\x1b[K' : ''}${line} (${formatSeconds(performance.now() - start)})\n`,
    )
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

/** @param {unknown} error */
export function printError(error) {
  if (error instanceof Problem) printWarning(`\n${error.message}`)
  else printWarning(`\nUnexpected error: ${error instanceof Error ? error.stack : String(error)}`)
}
