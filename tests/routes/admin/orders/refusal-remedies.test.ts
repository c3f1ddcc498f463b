import { expect, test } from 'vitest'
import { findRemedy, remedyLabels } from '#app/routes/admin/orders/refusal-remedies.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

test.each([
  ['CEP sem praça de cobrança (49)', 'payer'],
  ['CPF ou CNPJ do pagador inválido (46)', 'payer'],
  ['dígito do CPF ou CNPJ inválido (108)', 'payer'],
  ['nome do pagador ou do beneficiário inválido', 'payer'],
  ['agência cobradora não encontrada (21)', 'payer'],
  ['CPF ou CNPJ do beneficiário inválido (06)', 'agreement'],
  ['carteira inválida (10)', 'agreement'],
  ['nosso número não pertence ao beneficiário (09)', 'agreement'],
  ['convênio encerrado', 'agreement'],
  ['vencimento anterior à emissão (17)', 'new-boleto'],
  ['nosso número inválido (08)', 'new-boleto'],
  ['nosso número já cadastrado (092)', 'known'],
  ['título já existente', 'known'],
  ['código de movimento inválido (05)', 'bank'],
  ['motivo 77, veja o manual do banco', 'bank'],
  ['', 'bank'],
])('the reason %s has the remedy %s', (reason, remedy) => {
  expect(findRemedy(reason)).toBe(remedy)
})

test('every bank reason about a payer has the payer correction as remedy', () => {
  const reasons = Object.values(bankTexts).flatMap((bank) =>
    Object.values(bank.reasons).flatMap(Object.values),
  )
  const faultyReasons = reasons.filter(
    (reason) => reason.includes('pagador') && findRemedy(reason) !== 'payer',
  )
  expect(faultyReasons).toEqual([])
  expect(new Set(reasons.map(findRemedy))).toEqual(new Set(Object.keys(remedyLabels)))
})
