import { expect, test } from 'vitest'
import {
  listSortFields,
  makeSortLink,
  makeStaffListHref,
  parseStaffListQuery,
} from '#app/http/backoffice/staff-list.ts'

const parseQuery = (query: string) =>
  parseStaffListQuery(new Request(`http://shop.test/admin/orders${query}`), {
    sorts: ['id', 'date'],
    statuses: [1, 2, 3, 4],
  })

test.each([
  ['', { page: 1, search: '', status: undefined, sort: 'id', direction: 'descending' }],
  [
    '?page=3&search=ana&status=2&sort=date&direction=ascending',
    { page: 3, search: 'ana', status: 2, sort: 'date', direction: 'ascending' },
  ],
  ['?status=9&sort=password&direction=up', { status: undefined, sort: 'id', direction: 'descending' }],
])('parses %s and ignores unknown options', (query, params) => {
  expect(parseQuery(query)).toMatchObject(params)
})

test('an address contains only the changed options', () => {
  expect(makeStaffListHref('/admin/orders', parseQuery(''))).toBe('/admin/orders')
  expect(makeStaffListHref('/admin/orders', parseQuery('?search=a&status=2'), { page: 2 })).toBe(
    '/admin/orders?search=a&status=2&page=2',
  )
  expect(makeStaffListHref('/admin/orders', parseQuery('?sort=date'))).toBe('/admin/orders?sort=date')
})

test('the heading of the sorted column reverses the order, and other headings sort by their column', () => {
  expect(makeSortLink('/admin/orders', parseQuery('?page=3'), 'id')).toEqual({
    href: '/admin/orders?direction=ascending',
    direction: 'descending',
  })
  expect(makeSortLink('/admin/orders', parseQuery('?search=a'), 'date')).toEqual({
    href: '/admin/orders?search=a&sort=date',
  })
})

test.each([
  ['', {}],
  ['?sort=id&direction=ascending', { sort: 'id', direction: 'ascending' }],
  ['?sort=date', { sort: 'date', direction: 'descending' }],
])('a search of the list at %j preserves its sorting', (query, preservedFields) => {
  expect(listSortFields(parseQuery(query))).toEqual(preservedFields)
})
