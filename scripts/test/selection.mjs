import { Problem } from '../dev-services/log.mjs'
import { isCommit, listChangedFiles, selectChanged } from './changed.mjs'
import { groupByKind, kinds, listTestFiles, listTestFolders } from './kinds.mjs'
import { readServerChoice } from './server.mjs'

export const checkNames = ['typecheck', 'lint', 'build']

/**
 * `files` are the chosen test files by kind; `left` tells for the closing lines which tests the mode leaves out.
 * @typedef {{ mode: 'complete' | 'changed' | 'full', server?: import('./server.mjs').ServerChoice, checks: string[],
 *   updates?: boolean, lintFiles?: string[], routes?: string[], files: Map<string, string[]>, isWhole: boolean, left: string[] }} Selection
 */

const usage = `npm test                        the complete check
npm test -- changed [COMMIT]    what the change since COMMIT, or the merge base with main, touches
npm test -- full                everything, on both database servers
npm test -- [STEP …] [PATH …]   these steps, of these test files

Steps: ${[...new Set([...checkNames, 'unit', ...Object.keys(kinds), ...listTestFolders()])].join(' ')}
PATH is any part of the path of a test file. --server mariadb, mysql or both chooses the database server; --update
writes stored pages and files anew.`

/** Parses the arguments; throws a Problem for an unknown word. @param {string[]} argv @returns {Selection} */
export function readSelection(argv) {
  const { choice: serverChoice, words: allArguments } = readServerChoice(argv, reject)
  const words = allArguments.filter((word) => word !== '--update')
  const updates = words.length < allArguments.length
  const [firstWord = '', ...remainingArguments] = words
  if (firstWord === 'changed') {
    const [base, ...otherArguments] = remainingArguments
    if (otherArguments.length > 0 || (base !== undefined && !isCommit(base)))
      reject(`not a commit: ${remainingArguments.join(' ')}`)
    const selected = selectChanged(listChangedFiles(base))
    return { mode: 'changed', server: serverChoice, updates, isWhole: false, ...selected }
  }
  const mode = firstWord === 'full' ? 'full' : 'complete'
  const selected = chooseSteps(mode === 'full' ? remainingArguments : words)
  return { mode, server: serverChoice, updates, left: [], ...selected }
}

/** Returns true if one of the test files opens documents in LibreOffice. @param {Map<string, string[]>} files */
export function needsOffice(files) {
  return [...files.values()].flat().some((path) => path.endsWith('/libreoffice.test.ts'))
}

/** Returns the chosen checks, and the test files of the chosen steps and paths. @param {string[]} words */
function chooseSteps(words) {
  const folders = listTestFolders()
  const isStep = (/** @type {string} */ word) => word === 'unit' || word in kinds || folders.includes(word)
  const steps = words.filter(isStep)
  const checks = words.filter((word) => checkNames.includes(word))
  const paths = words.filter((word) => !isStep(word) && !checkNames.includes(word))
  const isWhole = words.length === 0
  const includesTests = isWhole || steps.length > 0 || paths.length > 0
  const files = !includesTests
    ? []
    : listTestFiles().filter(
        ({ path, kind }) =>
          (steps.length === 0 || steps.some((step) => isInStep(path, kind, step))) &&
          (paths.length === 0 || paths.some((part) => path.includes(part))),
      )
  const unknownPaths = paths.filter((part) => !files.some(({ path }) => path.includes(part)))
  if (unknownPaths.length > 0)
    reject(
      `no step and no path of a test file${steps.length > 0 ? ' in these steps' : ''}: ${unknownPaths.join(' ')}`,
    )
  return { checks: isWhole ? checkNames : checks, files: groupByKind(files), isWhole }
}

/** @param {string} path @param {string} kind @param {string} step */
function isInStep(path, kind, step) {
  if (step === 'unit') return kind !== 'e2e'
  return step === kind || path.startsWith(`tests/${step}/`)
}

/** @param {string} reason @returns {never} */
function reject(reason) {
  throw new Problem(`${reason}\n\n${usage}`)
}
