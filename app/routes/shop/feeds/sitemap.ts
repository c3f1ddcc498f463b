import { publicOrigin } from '#app/http/responses.server.ts'
import { listCurrentVersions } from '#app/models/catalogue/publication.server.ts'
import { countModels } from '#app/models/catalogue/publication-models.server.ts'
import { paths } from '#app/paths.ts'
import { escapeXml, makeXmlResponse } from '#app/routes/shop/xml.ts'

const fixedPaths = [
  paths.home(),
  paths.publications(),
  paths.currentVersions(),
  paths.contact(),
  paths.tracking(),
  paths.terms(),
  paths.privacy(),
]

/** Sends all public pages, with the list of each aircraft. A publication has the date of its revision. */
export async function loader() {
  const [publications, models] = await Promise.all([listCurrentVersions(), countModels()])
  const entries = [
    ...fixedPaths.map((path) => formatEntry(path)),
    ...models.map(({ model }) => formatEntry(paths.publications({ aircraft: model }))),
    ...publications.map(({ id, date }) => formatEntry(paths.publication(id), date)),
  ]
  return makeXmlResponse('application/xml', [
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ])
}

function formatEntry(path: string, changedOn?: string): string {
  const lastModified = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`
  return `<url><loc>${escapeXml(`${publicOrigin}${path}`)}</loc>${lastModified}</url>`
}
