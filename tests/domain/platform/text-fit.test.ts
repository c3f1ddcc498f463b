import { expect, test } from 'vitest'
import { countLines, fitText, wrapText } from '#app/domain/platform/text-fit.ts'

const box = { width: 60, height: 20, lineHeight: 1.2, sizes: [4, 3, 2] }

test('a short text has the largest size', () => {
  expect(fitText(['Ana', 'Rua A, 1'], box)).toBe(4)
})

test('more or longer lines have a smaller size', () => {
  expect(fitText(['a', 'b', 'c', 'd', 'e'], box)).toBe(3)
  const name = 'Cooperativa dos Produtores Rurais do Vale do São Francisco'
  expect(fitText([name], box)).toBe(4)
  expect(fitText([`${name} ${name}`], box)).toBe(3)
})

test('uses the smallest size when nothing fits', () => {
  expect(fitText(['x'.repeat(5000)], box)).toBe(2)
})

test('breaks lines between words, and long words anywhere', () => {
  expect(countLines('', 10)).toBe(1)
  expect(countLines('aaaa aaaa', 6)).toBe(1)
  expect(countLines('aaaaaaa aaaaaaa', 6)).toBe(2)
  expect(countLines('a'.repeat(30), 6)).toBe(4)
})

test.each([
  ['Manual de Voo', 100, ['Manual de Voo']],
  ['Manual de Voo', 6, ['Manual de', 'Voo']],
  ['Anticonstitucional', 4, ['Anticonstitucional']],
  ['  a   b ', 100, ['a b']],
  ['', 10, []],
])('«%s» in lines of %i characters becomes %o', (text, width, lines) => {
  expect(wrapText(text, width)).toEqual(lines)
})
