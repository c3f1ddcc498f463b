import { expect, test } from 'vitest'
import { importPublications } from '#app/models/backoffice/import/catalogue.server.ts'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { loader as feedLoader } from '#app/routes/shop/feeds/revisions-feed.ts'
import { loader as robotsLoader } from '#app/routes/shop/feeds/robots.ts'
import { loader as sitemapLoader } from '#app/routes/shop/feeds/sitemap.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { Visitor } from '#tests/support/request.ts'

const loaders = { '/robots.txt': robotsLoader, '/sitemap.xml': sitemapLoader, '/revisions.atom': feedLoader }

async function readFeed(path: keyof typeof loaders) {
  const { response } = await new Visitor().get<unknown>(loaders[path], path)
  return { contentType: response?.headers.get('Content-Type'), text: (await response?.text()) ?? '' }
}

/** Checks XML without a parser: all elements are closed in sequence, and no bare & or < remains. */
function expectWellFormed(xml: string) {
  const openElements: string[] = []
  for (const [, closingSlash, name = '', emptySlash] of xml.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)) {
    if (closingSlash) expect(openElements.pop()).toBe(name)
    else if (!emptySlash) openElements.push(name)
  }
  expect(openElements).toEqual([])
  expect(xml.replace(/<[^<>]+>/g, '')).not.toMatch(/<|&(?!(amp|lt|gt|quot|apos);)/)
}

test('robots.txt excludes private pages and links the sitemap', async () => {
  const { contentType, text } = await readFeed('/robots.txt')
  expect(contentType).toMatch(/^text\/plain/)
  for (const path of ['/admin', '/checkout', '/manage', '/photo', '/files'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toMatch(/^Sitemap: https?:\/\/[^/\s]+\/sitemap\.xml$/m)
  expect(text).not.toMatch(/^Disallow: (\/|\/publications|\/status|\/terms)$/m)
})

test('the sitemap lists a publication on sale with its revision date and the static pages, but none off sale', async () => {
  const [soldId, inactiveId] = [
    await makePublication({ date: '2026-02-03' }),
    await makePublication({ active: false }),
  ]
  const { contentType, text } = await readFeed('/sitemap.xml')
  expect(contentType).toMatch(/^application\/xml/)
  expectWellFormed(text)
  expect(text).toMatch(
    new RegExp(`<loc>https?://[^<]+/publications/${soldId}</loc><lastmod>2026-02-03</lastmod>`),
  )
  expect(text).not.toContain(`/publications/${inactiveId}<`)
  for (const path of ['/publications', '/status', '/contact', '/acompanhar', '/terms', '/privacy'])
    expect(text).toContain(`${path}</loc>`)
})

test('every page of the sitemap has a meta description', async () => {
  await openShop()
  await makePublication({})
  const { text } = await readFeed('/sitemap.xml')
  const addresses = [...text.matchAll(/<loc>([^<]+)</g)].map(([, address = '']) => new URL(address))
  expect(addresses.length).toBeGreaterThan(6)
  const pagesWithoutDescription = []
  for (const { pathname } of addresses) {
    const { html } = await fetchPage(new Visitor(), pathname)
    if (!/<meta name="description" content="[^"]{20,}"/.test(html)) pagesWithoutDescription.push(pathname)
  }
  expect(pagesWithoutDescription).toEqual([])
})

test('the sitemap lists each aircraft once, also when its spellings differ', async () => {
  const [firstId, secondId, offSaleId] = [
    await makePublication(),
    await makePublication(),
    await makePublication({ active: false }),
  ]
  const makeModel = (publication_id: number, name: string) => ({
    publication_id,
    model: name,
    serial_from: null,
    serial_to: null,
  })
  await db
    .insertInto('publication_models')
    .values([
      makeModel(firstId, 'EMB-203 & outros'),
      makeModel(secondId, 'emb 203 & Outros'),
      makeModel(offSaleId, 'T-99'),
    ])
    .execute()
  const { text } = await readFeed('/sitemap.xml')
  expectWellFormed(text)
  expect(text.match(/publications\?aircraft=[^<]+/g)).toEqual(['publications?aircraft=EMB-203+%26+outros'])
})

test('the feed lists new revisions, newest first, with their changes', async () => {
  await openShop()
  const id = await makePublication({ name: 'Manual <b> & "Hélice"', version: 'Rev. 1', date: '2026-01-15' })
  await makePublication({ name: 'Fora de venda', active: false })
  const revision = {
    publicationId: id,
    version: 'Rev. 2',
    date: '2026-03-04',
    changes: 'Torques > 20 Nm\u0001',
  }
  await withTransaction((trx) => addRevision(trx, revision))
  // This revision has the latest date, but the shop received it first.
  const earlierId = await makePublication({ name: 'Catálogo', version: 'Rev. 9', date: '2026-03-05' })
  await db
    .updateTable('revisions')
    .set({ created_at: new Date('2025-07-28T12:00:00Z') })
    .where('publication_id', '=', earlierId)
    .execute()
  const { contentType, text } = await readFeed('/revisions.atom')
  expect(contentType).toMatch(/^application\/atom\+xml/)
  expectWellFormed(text)
  const titles = [...text.matchAll(/<entry><title>([^<]*)<\/title>/g)].map(([, title]) => title)
  expect(titles).toEqual([
    'Manual &lt;b&gt; &amp; &quot;Hélice&quot;: Rev. 2',
    'Manual &lt;b&gt; &amp; &quot;Hélice&quot;: Rev. 1',
    'Catálogo: Rev. 9',
  ])
  expect(text).toContain('Rev. 2, de 04/03/2026. Todas as aeronaves de teste. Torques &gt; 20 Nm<')
})

test('the feed lists imported revisions by their dates, after the revisions of the shop', async () => {
  await openShop()
  await makePublication({ name: 'Novo', version: 'Rev. 1' })
  const publicationFields = {
    ...{
      applicability: 'Todas',
      version: 'A',
      price: 80_00,
      price_signature: null,
      weight: 700,
      active: true,
    },
    ...{ is_signature: false, is_download: false, is_sent_immediately: true, has_airplane_info: false },
    ...{ has_photo_upload: false, photo_subject: 'other' as const, photo_note: null, isRemoved: false },
  }
  const dates = ['2024-05-02', '2025-03-04', '2019-01-01']
  const records = dates.map((date, index) => ({
    ...publicationFields,
    id: 90_000 + index,
    name: `De ${date}`,
    date,
  }))
  const emptyCounts = { profiles: 0, orders: 0, order_lines: 0, subscriptions: 0, shipments: 0 }
  await withTransaction((trx) => importPublications(trx, records, { ...emptyCounts, publications: 90_002 }))
  const { text } = await readFeed('/revisions.atom')
  const titles = [...text.matchAll(/<entry><title>([^<]*):/g)].map(([, title]) => title)
  expect(titles).toEqual(['Novo', 'De 2025-03-04', 'De 2024-05-02', 'De 2019-01-01'])
})

test('a feed without revisions is valid', async () => {
  const { text } = await readFeed('/revisions.atom')
  expectWellFormed(text)
  expect(text).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
})
