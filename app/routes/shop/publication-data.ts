import type { Centavos } from '#app/domain/platform/money.ts'
import { paths } from '#app/paths.ts'

type Sold = { id: number; name: string; price: Centavos; description: string }

/**
 * What a publication is for search engines (schema.org: Product, Offer, BreadcrumbList), as the text of a script element
 * that holds data: `<` is written so that nothing in it can end the element.
 */
export function publicationData({ id, name, price, description }: Sold, origin: string): string {
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
    { name, item: url },
  ]
  const graph = [
    { '@type': 'Product', '@id': url, sku: String(id), name, description, url, offers: offer },
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
    },
  ]
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return text.replaceAll('<', '\\u003c')
}
