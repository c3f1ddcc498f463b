import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kinds } from '#app/desk/desk.server.ts'

const root = join(import.meta.dirname, '..', '..')

/** Words by which a text promises work by a person. */
const promisePattern =
  /(?<!não |Não )\b(?:estamos (?:vendo|conferindo)|(?:avisar|enviar|devolver|escrever|responder|retornar|fazer)emos|vamos \p{L}+|combinamos|respondemos em até|avisamos (?:por e-mail|quando))/giu

/** Texts for staff, which promise nothing to customers. */
const staffFile =
  /^app\/routes\/admin\/|^app\/text\/(?:backoffice|reports|settings)\/|(?:task|refused-boletos|gateway-event|waiting-work)-mail/

const texts = ['app/text', 'app/mails', 'app/routes', 'app/documents']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  .filter((path) => !staffFile.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').replace(/\s+/g, ' ') }))

const deadlinePromises = kinds.flatMap(({ name, deadlines }) => deadlines.map((words) => ({ name, words })))

test('each promise to a customer belongs to an existing kind of work', () => {
  const unkeptPromises = texts.flatMap(({ path, text }) =>
    [...text.matchAll(promisePattern)].flatMap(({ index, 0: words }) =>
      deadlinePromises.some((deadlinePromise) =>
        doesOverlap(text, deadlinePromise.words, { start: index, end: index + words.length }),
      )
        ? []
        : [`${path}: ${words}${text.slice(index + words.length, index + words.length + 40)}`],
    ),
  )
  expect(unkeptPromises).toEqual([])
})

test('each promise of a kind of work is made in a text', () => {
  const unmadePromises = deadlinePromises.filter(
    ({ words }) => !texts.some(({ text }) => text.includes(words)),
  )
  expect(unmadePromises).toEqual([])
})

test('kinds of work have unique names', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})

function doesOverlap(text: string, words: string, { start, end }: { start: number; end: number }): boolean {
  for (
    let position = text.indexOf(words);
    position >= 0 && position < end;
    position = text.indexOf(words, position + 1)
  )
    if (start < position + words.length) return true
  return false
}
