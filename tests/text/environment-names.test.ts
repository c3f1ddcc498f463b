import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const names = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name = '']) => name,
)
/** Code reads a variable from `env`; the guide of the API is for programmers. */
const namePattern = new RegExp(String.raw`(?<!env\.|[\w.])(?:${names.join('|')})\b`, 'g')
const apiGuide = 'app/text/platform/api-guide.ts'

test('no text for customers or staff names a variable of the installation', () => {
  expect(names.length).toBeGreaterThan(30)
  const paths = ['app/text', 'app/mails', 'app/routes', 'app/ui', 'app/desk'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  )
  const mentions = paths.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(namePattern)].map(([name]) => `${path}: ${name}`),
  )
  expect(mentions.filter((mention) => !mention.startsWith(apiGuide))).toEqual([])
})
