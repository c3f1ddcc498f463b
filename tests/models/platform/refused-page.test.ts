import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import {
  deleteOldRefusedPages,
  deleteRefusedPage,
  findRefusedPage,
  makeRefusedPageToken,
  saveRefusedPage,
} from '#app/models/platform/refused-page.server.ts'

const hourMs = 3_600_000
const page = { address: '/checkout', status: 400, html: '<p>Joana Prado</p>'.repeat(2_000), nonce: 'n' }

function makeKey() {
  return { token: makeRefusedPageToken(), owner: 'session=mine' }
}

test('finds the page of a rejected form only by its own key and only for an hour', async () => {
  const key = makeKey()
  await saveRefusedPage(key, page)
  expect(await findRefusedPage(key)).toEqual(page)
  expect(await findRefusedPage({ ...key, owner: 'session=other' })).toBeUndefined()
  expect(await findRefusedPage({ ...key, token: makeRefusedPageToken() })).toBeUndefined()
  const anHourLater = new Date(Date.now() + hourMs)
  expect(await findRefusedPage(key, anHourLater)).toBeUndefined()
  expect(await deleteOldRefusedPages(new Date(), 10)).toBe(0)
  expect(await deleteOldRefusedPages(new Date(anHourLater.getTime() + 1_000), 10)).toBe(1)
})

test('replaces the page of the same key, and deletes it by key', async () => {
  const key = makeKey()
  await saveRefusedPage(key, page)
  await saveRefusedPage(key, { ...page, html: '<p>again</p>' })
  expect((await findRefusedPage(key))?.html).toBe('<p>again</p>')
  await deleteRefusedPage(key)
  expect(await findRefusedPage(key)).toBeUndefined()
})

test('stores pages of rejected forms only encrypted', async () => {
  const key = makeKey()
  await saveRefusedPage(key, page)
  const storedPage = await db.selectFrom('refused_pages').selectAll().executeTakeFirstOrThrow()
  const text = `${storedPage.key_hash} ${Buffer.from(storedPage.sealed, 'base64').toString('latin1')}`
  for (const secret of ['Joana', key.token, 'mine']) expect(text).not.toContain(secret)
})
