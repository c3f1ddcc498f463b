import { expect, test } from 'vitest'
import { readFirstBytes } from '../../scripts/operation/start-of-input.ts'

const parts = ['abc', 'def', 'ghi'].map((text) => Buffer.from(text))

test.each([
  [2, 'ab'],
  [4, 'abcd'],
  [6, 'abcdef'],
  [100, 'abcdefghi'],
])('returns the first %i bytes and reads the whole input', async (bytes, expected) => {
  const consumedParts: string[] = []
  async function* yieldInput() {
    for (const part of parts) {
      yield part
      consumedParts.push(part.toString())
    }
  }
  expect((await readFirstBytes(yieldInput(), bytes)).toString()).toBe(expected)
  expect(consumedParts).toHaveLength(parts.length)
})
