import { publicOrigin } from '#app/http/responses.server.ts'
import { listNewRevisions } from '#app/models/catalogue/revision.server.ts'
import { cachedCompany } from '#app/models/settings/cached-settings.server.ts'
import { paths } from '#app/paths.ts'
import { escapeXml, makeXmlResponse } from '#app/routes/shop/xml.ts'
import { formatDate } from '#app/text/platform/format.ts'

const MAX_ENTRIES = 50

/** Sends the newest revisions on sale for feed readers, sorted by "updated" (RFC 4287). */
export async function loader() {
  const [revisions, company] = await Promise.all([
    listNewRevisions(MAX_ENTRIES, 'created_at'),
    cachedCompany(),
  ])
  const feedUrl = `${publicOrigin}${paths.revisionsFeed()}`
  // RFC 4287 requires a date, so a feed without entries has the date 0.
  const creationTimes = revisions.map(({ created_at: createdAt }) => createdAt.getTime())
  return makeXmlResponse('application/atom+xml', [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR">',
    '<title>Novas revisões · Aeropub</title>',
    `<id>${escapeXml(feedUrl)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feedUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${publicOrigin}${paths.currentVersions()}`)}"/>`,
    `<updated>${new Date(Math.max(0, ...creationTimes)).toISOString()}</updated>`,
    `<author><name>${escapeXml(company?.tradeName ?? 'Aeropub')}</name></author>`,
    ...revisions.map(formatEntry),
    '</feed>',
  ])
}

type Revision = Awaited<ReturnType<typeof listNewRevisions>>[number]

function formatEntry({
  id,
  publication_id,
  name,
  applicability,
  version,
  date,
  changes,
  created_at,
}: Revision) {
  const pageUrl = escapeXml(`${publicOrigin}${paths.publication(publication_id)}`)
  const sentences = [`${version}, de ${formatDate(date)}. ${applicability}.`, ...(changes ? [changes] : [])]
  return [
    '<entry>',
    `<title>${escapeXml(`${name}: ${version}`)}</title>`,
    `<id>${pageUrl}#revisao-${id}</id>`,
    `<link rel="alternate" type="text/html" href="${pageUrl}"/>`,
    `<updated>${created_at.toISOString()}</updated>`,
    `<summary>${escapeXml(sentences.join(' '))}</summary>`,
    '</entry>',
  ].join('')
}
