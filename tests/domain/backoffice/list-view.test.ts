import { expect, test } from 'vitest'
import { chooseColumns, getViewQuery, parseColumnKeys } from '#app/domain/backoffice/list-view.ts'

test.each([
  ['', ''],
  ['page=3', ''],
  ['status=2&search=ana&page=3', 'status=2'],
  ['sort=total&direction=descending', 'direction=descending&sort=total'],
  ['search=&sort=total', 'sort=total'],
  ['search=%20', ''],
  ['prefix=jo%C3%A3o+%26+filhos', 'prefix=jo%C3%A3o+%26+filhos'],
  ['__proto__x%3D=1&status=2', 'status=2'],
  [`prefix=${'a'.repeat(501)}`, ''],
])('the view of ?%s is stored as "%s"', (query, storedQuery) => {
  expect(getViewQuery(new URLSearchParams(query))).toBe(storedQuery)
})

test.each([
  ['id.date', ['id', 'date']],
  ['id.id', ['id']],
  ['', undefined],
  [null, undefined],
  ['id..date', undefined],
  ['<script>', undefined],
])('the columns stored as %s for a list are %j', (text, keys) => {
  expect(parseColumnKeys(text)).toEqual(keys)
})

const columns = [
  { key: 'id', rowHeader: true },
  { key: 'date' },
  { key: 'code', inFileOnly: true },
  { key: 'total' },
]

test.each([
  [null, ['id', 'date', 'total']],
  [[], ['id', 'date', 'total']],
  [['gone'], ['id', 'date', 'total']],
  [['total'], ['id', 'total']],
  [
    ['total', 'code'],
    ['id', 'code', 'total'],
  ],
])('the column selection %j shows %j', (chosenKeys, keys) => {
  expect(chooseColumns(columns, chosenKeys).map(({ key }) => key)).toEqual(keys)
})
