import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listSubjectFaults } from '../../scripts/test/commit-subjects.mjs'

test.each([
  ['Wrap long file names on mobile', []],
  ['Seed two orders with a refund', []],
  ['Bring the label to one page', []],
  ['Pass the reader to every mail', []],
  ['Added a label', ['"Added" is not imperative']],
  ['Adds a label', ['"Adds" is not imperative']],
  ['Adding a label', ['"Adding" is not imperative']],
  ['add a label.', ['starts with a small letter', 'ends with a full stop']],
  [`Wrap ${'x'.repeat(60)}`, ['has 65 characters, at most 60 are allowed']],
])('the subject "%s" has the faults %j', (subject, faults) => {
  expect(listSubjectFaults(subject)).toEqual(faults)
})

/** Runs git; undefined outside a repository, as in an unpacked archive. */
function runGit(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

test('commits of the change have short, imperative subjects', () => {
  const base = ['origin/main', 'main'].map((branch) => runGit('merge-base', 'HEAD', branch)).find(Boolean)
  const range = base && base !== runGit('rev-parse', 'HEAD') ? [`${base}..HEAD`] : ['-1']
  const subjects = runGit('log', '--no-merges', '--format=%s', ...range)?.split('\n') ?? []
  expect(subjects.filter(Boolean).flatMap((subject) => listSubjectFaults(subject))).toEqual([])
})
