import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Verbs whose present and past are the same word, so that readers understand the past. */
const ambiguousVerb =
  /\b(?:avis|combin|confer|continu|devolv|envi|escrev|lig|mand|pergunt|reembols|resolv|respond)[aei]mos\b/i

/** Words about the future. */
const futureExpression = /(?<!\p{L})(?:em até|assim que|antes d[aeo]|depois|quando|para criar)(?!\p{L})/iu

const sentences = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) =>
    readFileSync(join('app', path), 'utf8')
      .split(/(?<=[.:;?!])\s+|['"`>]/)
      .map((text) => ({ path, text: text.replace(/\s+/g, ' ').trim() })),
  )

test('verbs in -amos or -emos describe the past, and the future uses "vamos"', () => {
  const ambiguousSentences = sentences.filter(({ text }) => ambiguousVerb.test(text))
  expect(ambiguousSentences.length).toBeGreaterThan(8)
  expect(ambiguousSentences.filter(({ text }) => futureExpression.test(text))).toEqual([])
})

test.each([
  ['Enviamos um link assim que ficar pronto', true],
  ['Respondemos em até 5 dias', true],
  ['Vamos responder em até 5 dias', false],
  ['Enviamos um link para ana@exemplo.com.br', false],
])('%j is ambiguous between past and future: %j', (text, isMistake) => {
  expect(ambiguousVerb.test(text) && futureExpression.test(text)).toBe(isMistake)
})
