import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, publicOrigin } from '#app/http/responses.server.ts'
import { findPublication } from '#app/models/catalogue/publication.server.ts'
import { listCartPublicationIds } from '#app/models/checkout/cart.server.ts'
import { paths } from '#app/paths.ts'
import { CartToggle } from '#app/routes/shop/cart-toggle.tsx'
import { describePublication, publicationData } from '#app/routes/shop/publication-data.ts'
import { formatAsked, kindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatDate, formatReais, formatWeight } from '#app/text/platform/format.ts'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ publication }) => publication.name,
  description: ({ publication }) => describePublication(publication),
  canonical: ({ publication }) => paths.publication(publication.id),
}

export async function loader(args: LoaderFunctionArgs) {
  const id = idFrom(args.params.id) ?? notFound()
  const owner = await findCartOwner(args)
  const [publication, inCart] = await Promise.all([findPublication(id), listCartPublicationIds(owner)])
  const found = publication ?? notFound()
  const description = describePublication(found)
  return {
    publication: found,
    isInCart: inCart.includes(id),
    structured: publicationData({ ...found, description }, publicOrigin),
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export default function Publication() {
  const { publication, isInCart, structured } = useLoaderData<typeof loader>()
  const { is_signature: isSignature, is_download: isDownload } = publication
  const asked = formatAsked({
    hasAirplaneInfo: publication.has_airplane_info,
    hasPhotoUpload: publication.has_photo_upload,
  })
  return (
    <>
      <PageHeading
        title={publication.name}
        lead={publication.applicability}
        back={{ href: paths.publications(), label: 'Publicações' }}
      />
      <SummaryList
        rows={[
          { key: 'Versão', value: publication.version },
          { key: 'Atualização', value: formatDate(publication.date) },
          { key: 'Forma', value: kindLabels({ isSignature, isDownload }).join(' · ') },
          ...(publication.weight > 0 ? [{ key: 'Peso', value: formatWeight(publication.weight) }] : []),
          ...(publication.price_signature
            ? [{ key: 'Renovação por mais um ano', value: formatReais(publication.price_signature) }]
            : []),
        ]}
      />
      {asked ? <Notice tone="info">{asked}</Notice> : null}
      <div className="buy" id="compra" data-region="">
        <p className="price">
          <Money centavos={publication.price} />
        </p>
        <CartToggle
          publication={publication}
          isInCart={isInCart}
          returnTo={paths.publication(publication.id)}
          paths={{ cart: paths.cart() }}
          isMain
        />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: data and no markup, with every "<" escaped where it is made. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structured }} />
    </>
  )
}
