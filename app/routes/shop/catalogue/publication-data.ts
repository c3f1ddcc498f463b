import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { paths } from '#app/paths.ts'
import { listKindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

type SoldPublication = {
  id: number
  name: string
  version: string
  date: CivilDate
  price: Centavos
  description: string
  /** path of the cover */
  cover: string
  models: readonly string[]
}

/**
 * Returns structured data of a publication (schema.org: Product, Offer, BreadcrumbList) for a script element.
 * Escapes `<`, so that no text can end the element.
 */
export function formatPublicationData(publication: SoldPublication, origin: string): string {
  const { id, name, version, date, price, description, cover, models } = publication
  const url = `${origin}${paths.publication(id)}`
  const offer = {
    '@type': 'Offer',
    url,
    price: (price / 100).toFixed(2),
    priceCurrency: 'BRL',
    availability: 'https://schema.org/InStock',
  }
  const crumbs = [
    { name: 'Publicações', item: `${origin}${paths.publications()}` },
    ...models
      .slice(0, 1)
      .map((model) => ({ name: model, item: `${origin}${paths.publications({ aircraft: model })}` })),
    { name, item: url },
  ]
  const graph = [
    {
      '@type': 'Product',
      '@id': url,
      sku: String(id),
      name,
      description,
      url,
      image: `${origin}${cover}`,
      releaseDate: date,
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Versão', value: version }],
      ...(models.length > 0
        ? { isRelatedTo: models.map((model) => ({ '@type': 'Product', name: model })) }
        : {}),
      offers: offer,
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
    },
  ]
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return text.replaceAll('<', '\\u003c')
}

type DescribedPublication = {
  name: string
  applicability: string
  version: string
  date: CivilDate
  is_signature: boolean
  is_download: boolean
}

/** Describes a publication for search engines and link previews: kind, aircraft, revision and medium. */
export function describePublication({
  name,
  applicability,
  version,
  date,
  ...kind
}: DescribedPublication): string {
  const [sale, form] = listKindLabels({ isSignature: kind.is_signature, isDownload: kind.is_download })
  return `${name}. Para ${applicability}. Versão ${version}, de ${formatDate(date)}. ${sale}, ${form?.toLowerCase()}.`
}
