import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['app', 'db', 'server', 'scripts', 'tests', 'docs']

/** Returns the anchors of a page in docs/product: f1, d32 … */
function listAnchors(page: string): string[] {
  const text = readFileSync(join('docs/product', page), 'utf8')
  return [...text.matchAll(/<a id="([fd]\d+)"><\/a>/g)].map((match) => match[1] ?? '')
}

const decisionPages = readdirSync('docs/product/decisions').map((name) => join('decisions', name))
const anchors = ['features.md', ...decisionPages].flatMap(listAnchors)

test('the anchors of features and decisions are unique', () => {
  expect(anchors.length).toBeGreaterThan(190)
  expect(new Set(anchors).size).toBe(anchors.length)
})

test('the index of decisions lists each of them', () => {
  const index = readFileSync('docs/product/decisions.md', 'utf8')
  const listed = [...index.matchAll(/\((decisions\/[\w-]+\.md)#(d\d+)\)/g)].map(
    ([, page, anchor]) => `${page} ${anchor}`,
  )
  const written = decisionPages.flatMap((page) => listAnchors(page).map((anchor) => `${page} ${anchor}`))
  expect(listed.sort()).toEqual(written.sort())
})

test('every decision about the product has at most 120 words', () => {
  const bodies = decisionPages.flatMap((page) =>
    readFileSync(join('docs/product', page), 'utf8')
      .split(/^## (?=D\d)/m)
      .slice(1)
      .map((text) => text.replace(/\s*<a id=.*/s, '')),
  )
  const longBodies = bodies.filter(
    (text) => text.split('\n').slice(1).join(' ').trim().split(/\s+/).length > 120,
  )
  expect(bodies.length).toBeGreaterThan(180)
  expect(longBodies.map((text) => text.slice(0, 40))).toEqual([])
})

test('every feature or decision that code or documents mention by number is in docs/product', () => {
  const anchorSet = new Set(anchors)
  const unknownReferences = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs|md|css|js)$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(folder, name), 'utf8')
        return [...text.matchAll(/(?<![\w-])[DF]\d{1,3}(?![\w-])/g)]
          .filter(([reference]) => !anchorSet.has(reference.toLowerCase()))
          .map(([reference]) => `${join(folder, name)}: ${reference}`)
      }),
  )
  expect(unknownReferences).toEqual([])
})

test('every decision record has a unique number', () => {
  const numbers = readdirSync('docs/decisions').map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

/** Folders at the beginning of repository paths in documents. `app/` may be omitted. */
const roots = ['app', 'db', 'server', 'scripts', 'tests', 'docs', 'public']
const layers = readdirSync('app', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const repositoryPath = new RegExp(`^(?:${[...roots, ...layers].join('|')})/`)

/** Files and folders, relative to the root of the repository. */
const existingPaths = roots
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .sort()

const documents = [...readdirSync('.'), ...existingPaths].filter((name) => name.endsWith('.md'))

test('every path in the documents exists', () => {
  const references = documents.flatMap((document) =>
    listNamedPaths(readFileSync(document, 'utf8')).map((path) => ({ document, path })),
  )
  expect(references.length).toBeGreaterThan(60)
  const missingPaths = references
    .filter(({ path }) => !doesPathExist(path))
    .map(({ document, path }) => `${document}: ${path}`)
  expect(missingPaths).toEqual([])
})

test('every file linked from the documents exists', () => {
  const links = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]?.replace(/#.*$/, '') ?? '')
      .filter((target) => target && !/^[a-z]+:/.test(target))
      .map((target) => ({ document, target })),
  )
  expect(links.length).toBeGreaterThan(20)
  const missingFiles = links
    .filter(({ document, target }) => !existsSync(normalize(join(dirname(document), target))))
    .map(({ document, target }) => `${document}: ${target}`)
  expect(missingFiles).toEqual([])
})

/** Returns words in code spans and blocks that look like paths of the repository. */
function listNamedPaths(text: string): string[] {
  const blocks = /^```.*\n([\s\S]*?)^```/gm
  const code = [
    ...[...text.matchAll(blocks)].map((match) => match[1] ?? ''),
    ...[...text.replace(blocks, '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  ]
  return code
    .flatMap((words) => words.split(/\s+/))
    .map((word) => word.replace(/(?::\d+(?:-\d+)?)?[.,;:/]*$/, ''))
    .filter((word) => repositoryPath.test(word))
}

/** Returns whether a path exists, with or without extension; `…`, `*` and `<x>` match any text. */
function doesPathExist(path: string): boolean {
  const pattern = path
    .split(/(…|\*+|<[^>]*>)/)
    .map((part, index) => (index % 2 ? toWildcard(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  const pathPattern = new RegExp(`^(?:app/)?${pattern}(?:\\.[^/]+)?$`)
  return existingPaths.some((path) => pathPattern.test(path))
}

function toWildcard(sign: string): string {
  return sign === '…' || sign === '**' ? '.*' : '[^/]*'
}

/** Rows of docs/security.md: number, state and the last column. */
const securityRows = [
  ...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (\d+) +\|.*?\| (\S+) +\|.*\|(.*)\|$/gm),
].map(([, number = '', state = '', heldBy = '']) => ({ number, state, heldBy }))

test('every security check that passes names an existing test with its title', () => {
  expect(securityRows.map(({ number }) => Number(number))).toEqual(securityRows.map((_, index) => index + 1))
  expect(securityRows.length).toBeGreaterThan(50)
  const missingTests = securityRows.filter(({ state, heldBy }) => {
    const [, file = '', title = ''] = /`(tests\/[^`]+)`: “([^”]+)”/.exec(heldBy) ?? []
    if (state !== '✓') return false
    return !file || !existsSync(file) || !readFileSync(file, 'utf8').includes(`'${title}'`)
  })
  expect(missingTests).toEqual([])
})
