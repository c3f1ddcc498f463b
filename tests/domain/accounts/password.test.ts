import { expect, test } from 'vitest'
import { findPasswordFault, type PasswordOwner } from '#app/domain/accounts/password.ts'

const commonPasswords = new Set(['password', '12345678', 'qwertyui', 'senha', 'coracao'])
const findFault = (password: string, owner: PasswordOwner = {}) =>
  findPasswordFault(password, owner, (text) => commonPasswords.has(text))

const jose = { email: 'j.antunes@exemplo.test', names: ['José Raimundo Antunes', 'Asa Inventada Ltda.'] }
const staff = { ...jose, isStaff: true }

test.each<[string, PasswordOwner, ReturnType<typeof findFault>]>([
  ['1234567', {}, 'too-short'],
  ['😀😀😀😀', {}, 'too-short'],
  ['x'.repeat(201), {}, 'too-long'],
  ['        ', {}, 'blank'],
  [' \t \u00a0     ', {}, 'blank'],
  ['password', {}, 'common'],
  ['PassWord', {}, 'common'],
  [' password ', {}, 'common'],
  ['senha123', {}, 'common'],
  ['Senha20262026', {}, 'common'],
  ['s3nh4123', {}, 'common'],
  ['p@ssw0rd', {}, 'common'],
  ['P@$$w0rd99', {}, 'common'],
  ['Coração2026', {}, 'common'],
  ['Coração2026'.normalize('NFD'), {}, 'common'],
  ['aaaaaaaa', {}, 'common'],
  ['aaaaaaaa1', {}, 'common'],
  ['aaaaaaa@1!', {}, 'common'],
  ['Senha@123', {}, 'common'],
  ['senha123!', {}, 'common'],
  ['Senha@123!', {}, 'common'],
  ['$enha@!2026', {}, 'common'],
  ['Senha!!!!', {}, 'common'],
  ['4er0pub@2026', {}, 'shop-name'],
  ['j4ntun3s@2026', jose, 'own-data'],
  ['4er0pub2026', {}, 'shop-name'],
  ['j4ntun3s2026', jose, 'own-data'],
  ['e\u0301'.repeat(7), {}, 'too-short'],
  ['aeropub1', {}, 'shop-name'],
  ['Aeropub-2026!', {}, 'shop-name'],
  ['aeropubaeropub', {}, 'shop-name'],
  ['j.antunes@exemplo.test', jose, 'own-data'],
  ['jantunes', jose, 'own-data'],
  ['J.Antunes2026', jose, 'own-data'],
  ['JoséRaimundo', jose, 'own-data'],
  ['jose raimundo antunes 1', jose, 'own-data'],
  ['aeropub-antunes', jose, 'own-data'],
  ['inventada99', jose, 'own-data'],
  ['14999990000', { email: '14999990000@exemplo.test' }, 'own-data'],
  ['onze letras', staff, 'too-short'],
])('rejects the password %j of %j: %s', (password, owner, expected) => {
  expect(findFault(password, owner)).toBe(expected)
})

test.each<[string, PasswordOwner]>([
  ['demonstracao-2026', { ...staff, email: 'equipe@aeropub.test' }],
  ['demonstracao-2026', { email: 'cliente@aeropub.test', names: ['Helena Brandão de Almeida', null] }],
  ['uma frase longa, com espaços no fim  ', staff],
  ['antunes voa alto', jose],
  ['senha do hangar 7', {}],
  ['4321 passwords', {}],
  ['çãéü😀😀ab', jose],
  ['98765432101', jose],
  ['xy'.repeat(100), {}],
  ['doze letras!', staff],
  ['senha@do@123', {}],
  ['@!$@!$7@', {}],
  ['aeropublico', {}],
])('accepts the password %j of %j', (password, owner) => {
  expect(findFault(password, owner)).toBeUndefined()
})
