/**
 * A reporter of vitest: an error outside every test ends the run as a failure, but stands in no JSON report. It is
 * written to the file that `UNHANDLED_ERRORS_FILE` names, for the closing lines of `npm test`.
 */
import { writeWhole } from '../dev-services/files.mjs'

export default class UnhandledErrors {
  /**
   * @param {ReadonlyArray<unknown>} _modules
   * @param {ReadonlyArray<{ type?: string, message?: string, stacks?: { file?: string, line?: number }[], VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }>} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (file) writeWhole(file, JSON.stringify(errors.map(inWords)))
  }
}

/** @param {{ type?: string, message?: string, stacks?: { file?: string, line?: number }[], VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} error */
function inWords({ type, message, stacks, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) {
  const place = stacks?.[0] && `${stacks[0].file}:${stacks[0].line}`
  return [type ?? 'Error', message?.split('\n')[0], place, path, test].filter(Boolean).join(' · ')
}
