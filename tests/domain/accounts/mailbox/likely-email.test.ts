import { expect, test } from 'vitest'
import { calculateDistance, suggestEmail } from '#app/domain/accounts/mailbox/likely-email.ts'

test.each([
  ['maria@gmial.com', 'maria@gmail.com'],
  ['maria@gmail.con', 'maria@gmail.com'],
  ['maria@gmail.com.br', 'maria@gmail.com'],
  ['maria@life.com', undefined],
  ['Maria@GMAI.com ', 'maria@gmail.com'],
  ['ze@hotmal.com', 'ze@hotmail.com'],
  ['ze@hotmial.com', 'ze@hotmail.com'],
  ['ze@outlok.com', 'ze@outlook.com'],
  ['ze@yaho.com.br', 'ze@yahoo.com.br'],
  ['ze@yahoo.com.be', 'ze@yahoo.com.br'],
  ['ze@uol.com.br', undefined],
  ['ze@terra.com', undefined],
  ['ze@ymail.com', undefined],
  ['ze@hotmail.com.br', undefined],
  ['ze@ual.com.br', undefined],
  ['compras@fazenda-asa-branca.com.br', undefined],
  ['compras@oficina.aero', undefined],
  ['sem arroba', undefined],
  ['a@b@gmial.com', undefined],
  ['', undefined],
])('for the typed e-mail address %j suggests %j', (typedText, suggestedEmail) => {
  expect(suggestEmail(typedText)).toBe(suggestedEmail)
})

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['gmial', 'gmail', 1],
  ['gmal', 'gmail', 1],
  ['gmaill', 'gmail', 1],
  ['hotmail', 'gmail', 3],
])('the distance between %j and %j is %d', (first, second, steps) => {
  expect(calculateDistance(first, second)).toBe(steps)
  expect(calculateDistance(second, first)).toBe(steps)
})
