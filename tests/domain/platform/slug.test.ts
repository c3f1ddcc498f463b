import { expect, test } from 'vitest'
import { slugify } from '#app/domain/platform/slug.ts'

test.each([
  ['Ação nº 5 – São João', 'acao-no-5-sao-joao'],
  ['Manual de Voo (Ipanema) 2ª ed.', 'manual-de-voo-ipanema-2a-ed'],
  ['  ../../etc/passwd "x"; ', 'etc-passwd-x'],
  ['Açúcar', 'acucar'],
  ['手册 – 5', '5'],
  ['…', ''],
])('the address part of %s is %s', (text, slug) => {
  expect(slugify(text)).toBe(slug)
})

test('cuts a long name without leaving a hyphen at its end', () => {
  expect(slugify(`${'a'.repeat(99)} bcd`)).toBe('a'.repeat(99))
})
