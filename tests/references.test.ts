import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const READ = ['app', 'db', 'server', 'scripts', 'tests', 'docs']

/** The anchors of a page of docs/product: f1, d32 … */
function anchorsIn(page: string): string[] {
  const text = readFileSync(join('docs/product', page), 'utf8')
  return [...text.matchAll(/<a id="([fd]\d+)"><\/a>/g)].map((match) => match[1] ?? '')
}

const anchors = [...anchorsIn('features.md'), ...anchorsIn('decisions.md')]

test('every feature and decision has one anchor', () => {
  expect(anchors.length).toBeGreaterThan(190)
  expect(new Set(anchors).size).toBe(anchors.length)
})

test('every feature or decision the code and the documents name is in docs/product', () => {
  const known = new Set(anchors)
  const unknown = READ.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs|md|css|js)$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(folder, name), 'utf8')
        return [...text.matchAll(/(?<![\w-])[DF]\d{1,3}(?![\w-])/g)]
          .filter(([reference]) => !known.has(reference.toLowerCase()))
          .map(([reference]) => `${join(folder, name)}: ${reference}`)
      }),
  )
  expect(unknown).toEqual([])
})

test('every decision has a number of its own', () => {
  const numbers = readdirSync('docs/decisions').map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})
