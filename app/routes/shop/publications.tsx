import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findCartOwner } from '#app/http/checkout/cart.server.ts'
import { listParams } from '#app/http/list-params.ts'
import { nearMissesOf } from '#app/http/near-misses.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { listPublications } from '#app/models/catalogue/publication.server.ts'
import { listCartPublicationIds } from '#app/models/checkout/cart.server.ts'
import { paths } from '#app/paths.ts'
import { CartToggle } from '#app/routes/shop/cart-toggle.tsx'
import { formatYearly, kindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specified } from '#app/text/platform/messages.ts'
import { Money } from '#app/ui/money.tsx'
import { NearMisses } from '#app/ui/near-misses.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBar } from '#app/ui/search-bar.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<Loaded> = {
  title: 'Publicações',
  list: ({ search, page }) => ({ search, page }),
  description: 'Manuais, catálogos e boletins para aeronaves, impressos ou por download.',
  canonical: ({ page }) => paths.publications({ page }),
}

export async function loader(args: LoaderFunctionArgs) {
  const { page, search } = listParams(args.request)
  const owner = await findCartOwner(args)
  const [list, inCart] = await Promise.all([
    listPublications({ search, page }),
    listCartPublicationIds(owner),
  ])
  redirectPastEnd(args.request, { page, pages: list.pages })
  const near = await nearMissesOf({ search, count: list.count })
  return data({ ...list, page, search, inCart, near }, { headers: { 'Cache-Control': 'private, no-cache' } })
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Loaded['rows'][number]

export default function Publications() {
  const { rows, count, page, pages, search, inCart, near } = useLoaderData<typeof loader>()
  const here = paths.publications({ search, page })
  return (
    <>
      <PageHeading
        title="Publicações"
        lead="Manuais e catálogos para a sua aeronave, impressos ou por download."
      />
      <SearchBar
        label="Buscar por nome ou aplicabilidade"
        defaultValue={search}
        action={paths.publications()}
        icon="refresh"
        aside={<p className="hint">{count === 1 ? '1 publicação' : `${count} publicações`}</p>}
      />
      <div id="lista" data-region="">
        <DataTable
          caption="Publicações à venda"
          look="compact"
          columns={columns(inCart, here)}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{
            text: specified.noPublications,
            action: { href: paths.publications(), label: 'Ver todas as publicações' },
            children: (
              <NearMisses searches={near} hrefFor={(meant) => paths.publications({ search: meant })} />
            ),
          }}
        />
      </div>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(target) => paths.publications({ search, page: target })}
      />
    </>
  )
}

function columns(inCart: number[], here: string): Column<Row>[] {
  return [
    { key: 'name', label: 'Publicação', rowHeader: true, render: (row) => <NameCell row={row} /> },
    { key: 'applicability', label: 'Aplicabilidade', render: (row) => <Unbroken text={row.applicability} /> },
    { key: 'version', label: 'Versão', align: 'code', render: (row) => row.version },
    { key: 'date', label: 'Atualização', align: 'code', render: (row) => formatDate(row.date) },
    { key: 'price', label: 'Preço', align: 'num', render: (row) => <PriceCell row={row} /> },
    {
      key: 'cart',
      label: 'Carrinho',
      align: 'actions',
      render: (row) => (
        <CartToggle
          publication={row}
          isInCart={inCart.includes(row.id)}
          returnTo={here}
          paths={{ cart: paths.cart() }}
        />
      ),
    },
  ]
}

/** A subscription costs less from its second year on (D4, F34). */
function PriceCell({ row: { price, price_signature: renewal } }: { row: Row }) {
  return (
    <>
      <Money centavos={price} />
      {renewal ? <span className="hint">{formatYearly(renewal)}</span> : null}
    </>
  )
}

function NameCell({ row }: { row: Row }) {
  return (
    <>
      <a href={paths.publication(row.id)}>
        <Unbroken text={row.name} />
      </a>
      <span className="hint">
        {kindLabels({ isSignature: row.is_signature, isDownload: row.is_download }).join(' · ')}
      </span>
    </>
  )
}
