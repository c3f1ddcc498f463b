/** Adds to vitest's JSON report: errors outside tests, and tests that passed only on retry. */
import { relative } from 'node:path'
import { writeWhole } from '../dev-services/files.mjs'
import { root } from '../dev-services/paths.mjs'

/**
 * @typedef {{ type?: string, message?: string, stacks?: { file?: string, line?: number }[], VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} ErrorOutside
 * @typedef {{ moduleId: string, children: { allTests(): Iterable<{ fullName: string, diagnostic(): { flaky: boolean } | undefined }> } }} Module
 */

export default class RunNotes {
  /** @param {ReadonlyArray<Module>} modules @param {ReadonlyArray<ErrorOutside>} errors */
  onTestRunEnd(modules, errors) {
    const file = process.env.RUN_NOTES_FILE
    const unstable = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relative(root, module.moduleId)}: ${test.fullName}`),
    )
    if (file) writeWhole(file, JSON.stringify({ errors: errors.map(formatError), unstable }))
  }
}

/** @param {ErrorOutside} error */
function formatError({ type, message, stacks, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) {
  const place = stacks?.[0] && `${stacks[0].file}:${stacks[0].line}`
  return [type ?? 'Error', message?.split('\n')[0], place, path, test].filter(Boolean).join(' · ')
}
