import { expect, test } from 'vitest'
import { parseModels } from '#app/routes/admin/publications/shop-page/page-schema.ts'
import { formatModels } from '#app/text/catalogue/page-labels.ts'

test.each([
  ['EMB-203: 20300001 a 20300999', 'EMB-203', '20300001', '20300999'],
  ['EMB-203: 20300001–20300999', 'EMB-203', '20300001', '20300999'],
  ['EMB-203: 20300001-20300999', 'EMB-203', '20300001', '20300999'],
  ['EMB-203: séries 20300001 até 20300999', 'EMB-203', '20300001', '20300999'],
  ['EMB-203: 20300001 em diante', 'EMB-203', '20300001', null],
  ['EMB-203: a partir de 20300001', 'EMB-203', '20300001', null],
  ['EMB-203: 20300001–', 'EMB-203', '20300001', null],
  ['EMB-203: 20300001+', 'EMB-203', '20300001', null],
  ['EMB-200: até 200073', 'EMB-200', null, '200073'],
  ['EMB-200 : todas as séries', 'EMB-200', null, null],
  ['EMB-200:', 'EMB-200', null, null],
  [' Tuiuiú T-12 ', 'Tuiuiú T-12', null, null],
  ['Tuiuiú T-12: T12-001 a T12-184', 'Tuiuiú T-12', 'T12-001', 'T12-184'],
  ['Curió C-2: C2-0007', 'Curió C-2', 'C2-0007', 'C2-0007'],
  ['PA-25: 25-2345 a 25-2399', 'PA-25', '25-2345', '25-2399'],
])('parses «%s» as a model with a range of serial numbers', (line, model, from, to) => {
  expect(parseModels(line)).toEqual({ ranges: [{ model, from, to }], faults: [] })
})

test('formats parsed models as the original text', () => {
  const text = 'EMB-203: 20300001 em diante\nEMB-200: até 200073\nEMB-201: 1 a 9\nCurió C-2: C2-7\nT-12'
  expect(formatModels(parseModels(text).ranges)).toBe(text)
})

test.each([
  [': 20300001', 'Linha 1: escreva o modelo'],
  [`${'M'.repeat(41)}: 1`, 'Linha 1: escreva o modelo'],
  ['EMB-203: de 1 para 2', 'Linha 1: use'],
  ['PA-25: 25-2345', 'Linha 1: use'],
  ['PA-28: 28–7690001', 'Linha 1: use'],
  ['EMB-203: 20300001/20300999', 'Linha 1: use'],
  ['Tuiuiú T-12: T12-001-T12-099', 'Linha 1: use'],
  [`EMB-203: ${'1'.repeat(31)}`, 'Linha 1: use'],
  ['EMB-203\n\nEMB-203: 9 a 1', 'Linha 3: o primeiro número de série passa do último'],
  ['EMB-203: T12-1 a C2-2', 'não são da mesma série'],
  ['EMB-203: abc em diante', 'não são da mesma série'],
  ['EMB-203\nemb-203', 'Linha 2: esta linha se repete'],
  ['A\n'.repeat(41), 'Use no máximo 40 linhas'],
])('rejects the models «%s» with the line of the error', (text, expectedText) => {
  expect(parseModels(text).faults.join()).toContain(expectedText)
})
