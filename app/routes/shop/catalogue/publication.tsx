import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listCartPublicationIds } from '#app/http/checkout/cart.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, publicOrigin } from '#app/http/responses.server.ts'
import { paths } from '#app/paths.ts'
import { BuyBox } from '#app/routes/shop/catalogue/buy-box.tsx'
import { readSerial } from '#app/routes/shop/catalogue/catalogue-query.ts'
import { describePublication, formatPublicationData } from '#app/routes/shop/catalogue/publication-data.ts'
import { checkSerial, findPublicationPage } from '#app/routes/shop/catalogue/publication-loader.server.ts'
import {
  Breadcrumb,
  Contents,
  Description,
  ModelList,
  RelatedTitles,
  RevisionLog,
} from '#app/routes/shop/catalogue/publication-parts.tsx'
import { SerialCheck } from '#app/routes/shop/catalogue/serial-check.tsx'
import { getKindName } from '#app/text/catalogue/page-labels.ts'
import { formatBytes, formatDate } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { PhotoGuide } from '#app/ui/photo-guide.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ publication }) => publication.name,
  description: ({ publication }) => describePublication(publication),
  canonical: ({ publication }) => paths.publication(publication.id),
  previewImage: ({ publication, cover }) =>
    paths.publicationCover(publication.id, { stamp: cover.stamp, isPng: cover.isDrawn }),
}

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.id) ?? notFound()
  const [publicationPage, idsInCart, serialAnswer] = await Promise.all([
    findPublicationPage(id),
    listCartPublicationIds(args),
    checkSerial(id, readSerial(args.request)),
  ])
  const { publication, page } = publicationPage ?? notFound()
  const description = publication.description ?? describePublication(publication)
  const cover = paths.publicationCover(id, { stamp: page.cover.stamp })
  const structuredData = formatPublicationData(
    { ...publication, description, cover, models: page.modelNames },
    publicOrigin,
  )
  return { publication, isInCart: idsInCart?.includes(id) ?? null, serialAnswer, structuredData, ...page }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export default function Publication() {
  const loaderData = useLoaderData<typeof loader>()
  const { publication, isInCart, structuredData, serialAnswer, cover, sample } = loaderData
  const { models, modelNames, related, revisions } = loaderData
  const { id, name } = publication
  const currentPath = paths.publication(id)
  const [model, ...otherModels] = modelNames
  return (
    <>
      <Breadcrumb crumbs={listCrumbs(name, model)} />
      <div className="publication">
        <header className="publication-head">
          <h1>
            <Unbroken text={name} />
          </h1>
          <p className="lead">
            <Unbroken text={publication.applicability} />
          </p>
        </header>
        <BuyBox
          publication={publication}
          isInCart={isInCart}
          returnTo={currentPath}
          cartHref={paths.cart()}
        />
        <img
          className="cover"
          src={paths.publicationCover(id, { stamp: cover.stamp })}
          width={cover.width}
          height={cover.height}
          alt={`Capa: ${name}, ${publication.version}`}
        />
        <div className="publication-body stack-l">
          {publication.description ? <Description text={publication.description} /> : null}
          <SummaryList rows={listDetails(loaderData)} />
          {publication.has_photo_upload ? <PhotoGuide lines={[publication]} /> : null}
          {sample ? (
            <p className="no-print">
              <LinkButton href={paths.publicationSample(id)} icon="document">
                {`Ver páginas de amostra (${sample.type === 'application/pdf' ? 'PDF' : 'imagem'}, ${formatBytes(sample.bytes)})`}
              </LinkButton>
            </p>
          ) : null}
          {models.length > 0 || serialAnswer ? (
            <SerialCheck
              action={currentPath}
              answer={serialAnswer}
              contact={paths.contact()}
              listFor={(serial) => paths.publications({ serial })}
            >
              <ModelList models={models} hrefFor={(aircraft) => paths.publications({ aircraft })} />
            </SerialCheck>
          ) : null}
          {publication.contents ? <Contents text={publication.contents} /> : null}
          <RevisionLog revisions={revisions} />
        </div>
      </div>
      {related.length > 0 ? (
        <RelatedTitles
          titles={related}
          hrefFor={paths.publication}
          allLink={
            model !== undefined && otherModels.length === 0
              ? { href: paths.publications({ aircraft: model }), label: `Ver tudo para ${model}` }
              : undefined
          }
        />
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: data and no markup, with every "<" escaped where it is made. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
    </>
  )
}

function listCrumbs(name: string, model: string | undefined) {
  const list = { label: 'Publicações', href: paths.publications() }
  const aircraft =
    model === undefined ? [] : [{ label: model, href: paths.publications({ aircraft: model }) }]
  return [list, ...aircraft, { label: name }]
}

function listDetails({ publication, fileBytes }: Pick<Loaded, 'publication' | 'fileBytes'>) {
  return [
    { key: 'Versão', value: publication.version },
    { key: 'Atualização', value: formatDate(publication.date) },
    ...(publication.kind === 'other' ? [] : [{ key: 'Tipo', value: getKindName(publication.kind) }]),
    ...(publication.is_download && fileBytes
      ? [{ key: 'Arquivo', value: `${formatBytes(fileBytes)}, baixado no site após o pagamento` }]
      : []),
  ]
}
