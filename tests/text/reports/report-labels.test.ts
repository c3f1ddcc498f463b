import { expect, test } from 'vitest'
import { formatFileColumns } from '#app/text/reports/report-labels.ts'

const labels = ['Item', 'NCM', 'CFOP', 'NF', 'Valor', 'Quantidade', 'Telefone']

test('the note on files names up to six columns, and only counts more than six', () => {
  const reportWithoutJson = { offersJson: false }
  expect(formatFileColumns(labels.slice(0, 6), reportWithoutJson)).toBe(
    'Excel e CSV têm também: Item, NCM, CFOP, NF, Valor e Quantidade.',
  )
  expect(formatFileColumns(labels, reportWithoutJson)).toBe('Excel e CSV têm mais 7 colunas.')
})

test('the note on files names JSON where it is offered', () => {
  expect(formatFileColumns(labels, { offersJson: true })).toBe('Excel, CSV e JSON têm mais 7 colunas.')
})
