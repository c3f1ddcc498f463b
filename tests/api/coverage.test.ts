// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are sources to search in.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '#app/api/registry.server.ts'

const testFolder = join(import.meta.dirname)
/** Tests that call every operation in the same way prove nothing about one operation. */
const generalTests = new Set(['access.test.ts', 'coverage.test.ts'])

const sources = readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !generalTests.has(name))
  .map((name) => readFileSync(join(testFolder, name), 'utf8'))

/** Matches a call of the client, or a table with method and path; a parameter is any text without a slash. */
function makeCallPattern(method: string, path: string): RegExp {
  const segments = path
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith('{') ? '(?:\\$\\{[^}]+\\}|[\\w{}:%]+)' : part.replace(/[.]/g, '\\.')))
  const callTemplate =
    method === 'POST' || method === 'PUT' ? `(?:\\.upload\\(\\s*'${method}',\\s*|METHOD)` : 'METHOD'
  const callPattern = callTemplate.replace(
    'METHOD',
    `\\.${method.toLowerCase()}\\(\\s*|(?:'${method}',|['"\`]?${method})\\s*`,
  )
  return new RegExp(`(?:${callPattern})['"\`]?${segments.join('/')}/?(?=[?'"\`:\\s,])`)
}

test('every operation is called by a test', () => {
  const uncalledOperations = operations
    .filter(({ method, path, aliases = [] }) =>
      [path, ...aliases].every(
        (anyPath) => !sources.some((text) => makeCallPattern(method, anyPath).test(text)),
      ),
    )
    .map(({ id, method, path }) => `${id}: ${method} ${path}`)
  expect(uncalledOperations).toEqual([])
})

test('finds calls in every spelling that tests use, by method and whole path', () => {
  const findsCall = (text: string) => makeCallPattern('PUT', '/profile/{id}/').test(text)
  for (const text of [
    "client.put('/profile/12/', body)",
    'client.put(`/profile/${id}`, body)',
    "test('PUT /profile/{id}/ changes a profile'",
    "['PUT', '/profile/12', 404]",
    "client.upload('PUT', `/profile/${id}/`, file)",
  ])
    expect.soft([text, findsCall(text)]).toEqual([text, true])
  for (const text of [
    'client.get(`/profile/${id}`)',
    "client.put('/profile/')",
    'client.put(`/profile/${id}/photo`, body)',
    "client.put('/profiles/12')",
  ])
    expect.soft([text, findsCall(text)]).toEqual([text, false])
})
