import { expect, test } from 'vitest'
import { findNewPasswordError, makeNewPasswordField } from '#app/forms/new-password.server.ts'
import { isCommonPassword } from '#app/models/accounts/common-password.server.ts'
import { parseField } from './sent.ts'

test.each([
  ['        a', undefined],
  ['uma frase longa, com espaços no fim  ', undefined],
  ['xy'.repeat(100), undefined],
  ['1234567', 'A senha precisa de pelo menos 8 caracteres'],
  ['x'.repeat(201), 'Use no máximo 200 caracteres'],
  ['12345678', 'Esta senha é uma das mais usadas e fácil de adivinhar. Escolha outra'],
  ['        ', 'A senha não pode ter só espaços'],
  ['', 'Campo obrigatório'],
  [undefined, 'Campo obrigatório'],
])('the new password %j has the error %s', (text, error) => {
  expect(parseField(makeNewPasswordField({}), text)).toEqual(error ? { errors: [error] } : { value: text })
})

test('requires twelve characters of staff, with a message', () => {
  expect(findNewPasswordError('onze letras', { isStaff: true })).toBe(
    'A senha precisa de pelo menos 12 caracteres',
  )
})

test.each(['password', '11111111', 'qwertyui', '0123456789', 'baseball', 'trustno1'])(
  'rejects %s, one of the ten thousand most common passwords',
  (text) => {
    expect(isCommonPassword(text)).toBe(true)
  },
)

test('an uncommon sentence and an empty text are no common passwords', () => {
  expect(isCommonPassword('demonstracao-2026')).toBe(false)
  expect(isCommonPassword('')).toBe(false)
})
