import { expect, test } from 'vitest'
import { describePage } from '#app/http/page.ts'

type Match = Parameters<typeof describePage>[0][number]

function makeMatch(handle: unknown, ...loaderData: unknown[]): Match {
  return { id: 'x', pathname: '/', params: {}, data: loaderData.length > 0 ? loaderData[0] : {}, handle }
}

test('the title contains the names of page and shop', () => {
  expect(describePage([makeMatch({ title: 'Carrinho' })]).title).toBe('Carrinho · Aeropub')
})

test('the title of the home page is the shop’s name', () => {
  expect(describePage([makeMatch({ title: 'Aeropub' })]).title).toBe('Aeropub')
})

test('the innermost route with a title sets title and description', () => {
  const matches = [
    makeMatch({ title: 'Fora' }),
    makeMatch({ title: 'Dentro', description: 'D' }),
    makeMatch(undefined),
    makeMatch({ other: 1 }),
  ]
  expect(describePage(matches)).toEqual({
    title: 'Dentro · Aeropub',
    description: 'D',
    canonical: undefined,
    refreshAfter: undefined,
    hasDialogs: false,
    hasPasskeys: false,
  })
})

test.each([
  [{}, 'Lista'],
  [{ search: '', page: 1 }, 'Lista'],
  [{ search: 'hélice', page: 1 }, 'Lista: busca por “hélice”'],
  [{ page: 2 }, 'Lista, página 2'],
  [{ search: 'hélice', page: 3 }, 'Lista: busca por “hélice”, página 3'],
])('the title contains search and page %o', (listPlace, title) => {
  const handle = { title: 'Lista', list: (data: typeof listPlace) => data }
  expect(describePage([makeMatch(handle, listPlace)]).title).toBe(`${title} · Aeropub`)
  expect(describePage([makeMatch(handle, null)]).title).toBe('Lista · Aeropub')
})

test('description and canonical path can use loader data', () => {
  const handle = {
    title: 'X',
    description: ({ name }: { name: string }) => `Sobre ${name}`,
    canonical: ({ name }: { name: string }) => `/${name}`,
  }
  expect(describePage([makeMatch(handle, { name: 'a' })])).toMatchObject({
    description: 'Sobre a',
    canonical: '/a',
  })
  expect(describePage([makeMatch(handle, null)])).toMatchObject({
    description: undefined,
    canonical: undefined,
  })
})

test('a title can use loader data', () => {
  const handle = { title: ({ name }: { name: string }) => name }
  expect(describePage([makeMatch(handle, { name: 'Manual' })]).title).toBe('Manual · Aeropub')
})

test.each([undefined, null])('the title is the shop’s name without loader data (%j)', (data) => {
  const handle = { title: ({ name }: { name: string }) => name, refreshAfter: () => 3 }
  expect(describePage([makeMatch(handle, data)])).toEqual({
    title: 'Aeropub',
    description: undefined,
    canonical: undefined,
    refreshAfter: undefined,
    hasDialogs: false,
    hasPasskeys: false,
  })
})

test('a page can declare when to refresh', () => {
  const handle = {
    title: 'X',
    refreshAfter: ({ isWaiting }: { isWaiting: boolean }) => (isWaiting ? 3 : undefined),
  }
  expect(describePage([makeMatch(handle, { isWaiting: true })]).refreshAfter).toBe(3)
  expect(describePage([makeMatch(handle, { isWaiting: false })]).refreshAfter).toBeUndefined()
})

test.each([[[]], [[makeMatch(null)]], [[makeMatch('x')]], [[makeMatch({})]]])(
  'the title is the shop’s name when no route has a title',
  (matches) => {
    expect(describePage(matches).title).toBe('Aeropub')
  },
)
