import { expect, test } from 'vitest'
import { formatError } from '#app/text/platform/error-labels.ts'

test.each([429, 500, 503, 418])('shows staff %i without cart and maintenance', (status) => {
  const { title, text } = formatError(status, { isStaff: true })
  expect(`${title} ${text}`).not.toMatch(/carrinho|manutenção|loja/i)
  expect(text).toMatch(/[.]$/)
})

test.each([
  [401, 'Você precisa estar logado', 'login'],
  [403, 'Você não tem permissão para isto', 'home'],
  [404, 'Não encontrado', 'shop'],
  [409, 'Alguém mudou isto ao mesmo tempo', 'retry'],
  [413, 'Envio grande demais', 'retry'],
  [429, 'Muitas tentativas', 'retry'],
  [500, 'Um erro foi encontrado.', 'home'],
  [503, 'Estamos em manutenção rápida', 'retry'],
  [418, 'Um erro foi encontrado.', 'home'],
])('%i has a text and a link', (status, title, nextLink) => {
  const labels = formatError(status)
  expect(labels).toMatchObject({ title, nextLink })
  expect(labels.text).toMatch(/[.]$/)
})

test('distinguishes a busy shop from maintenance', () => {
  expect(formatError(503, { isBusy: true })).toMatchObject({
    title: 'Muitos acessos ao mesmo tempo',
    nextLink: 'retry',
  })
  expect(formatError(500, { isBusy: true }).title).toBe('Um erro foi encontrado.')
})
