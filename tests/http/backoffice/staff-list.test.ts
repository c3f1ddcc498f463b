import { expect, test } from 'vitest'
import {
  listSortFields,
  makeSortLink,
  makeStaffListHref,
  parseStaffListQuery,
} from '#app/http/backoffice/staff-list.ts'

const read = (query: string) =>
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
])('parses %s and ignores unknown options', (query, found) => {
  expect(read(query)).toMatchObject(found)
})

test('an address contains only the changed options', () => {
  expect(makeStaffListHref('/admin/orders', read(''))).toBe('/admin/orders')
  expect(makeStaffListHref('/admin/orders', read('?search=a&status=2'), { page: 2 })).toBe(
    '/admin/orders?search=a&status=2&page=2',
  )
  expect(makeStaffListHref('/admin/orders', read('?sort=date'))).toBe('/admin/orders?sort=date')
})

test('the heading of the sorted column reverses the order, and other headings sort by their column', () => {
  expect(makeSortLink('/admin/orders', read('?page=3'), 'id')).toEqual({
    href: '/admin/orders?direction=ascending',
    direction: 'descending',
  })
  expect(makeSortLink('/admin/orders', read('?search=a'), 'date')).toEqual({
    href: '/admin/orders?search=a&sort=date',
  })
})

test.each([
  ['', {}],
  ['?sort=id&direction=ascending', { sort: 'id', direction: 'ascending' }],
  ['?sort=date', { sort: 'date', direction: 'descending' }],
])('a search of the list at %j preserves its sorting', (query, kept) => {
  expect(listSortFields(read(query))).toEqual(kept)
})
