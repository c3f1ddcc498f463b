import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isSameModel } from '#app/domain/catalogue/applicability.ts'
import type { FilterCounts } from '#app/domain/catalogue/catalogue-filter.ts'
import { listCartPublicationIds } from '#app/http/checkout/cart.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { listSimilarSearches } from '#app/http/similar-searches.server.ts'
import { browsePublications } from '#app/models/catalogue/publication-browse.server.ts'
import { type CatalogueQuery, paths } from '#app/paths.ts'
import { AircraftLinks } from '#app/routes/shop/aircraft-links.tsx'
import { formatUnfitTitles } from '#app/routes/shop/catalogue/catalogue-labels.ts'
import {
  type CatalogueRequest,
  fewTitlesLimit,
  isSerialOnly,
  parseCatalogueQuery,
} from '#app/routes/shop/catalogue/catalogue-query.ts'
import { FilterChips, listActiveFilters } from '#app/routes/shop/catalogue/filter-chips.tsx'
import { FilterFields, listChoices } from '#app/routes/shop/catalogue/filter-fields.tsx'
import { OtherWays } from '#app/routes/shop/catalogue/other-ways.tsx'
import { makePublicationColumns } from '#app/routes/shop/catalogue/publication-columns.tsx'
import { specTexts } from '#app/text/platform/messages.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBar } from '#app/ui/search-bar.tsx'
import { SimilarSearches } from '#app/ui/similar-searches.tsx'
import { DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ query }) => formatTitle(query),
  list: ({ search, page }) => ({ search, page }),
  description: ({ query }) =>
    query.aircraft
      ? `Manuais, catálogos e boletins para ${query.aircraft}, impressos ou por download.`
      : 'Manuais, catálogos e boletins para aeronaves, impressos ou por download.',
  canonical: ({ query, page }) => paths.publications({ aircraft: query.aircraft, page }),
}

export async function loader(args: LoaderFunctionArgs) {
  const typedQuery = parseCatalogueQuery(args.request)
  const { page, search } = typedQuery
  const [{ counts, ...list }, idsInCart] = await Promise.all([
    browsePublications(typedQuery),
    listCartPublicationIds(args),
  ])
  if (list.found === 0 && isSerialOnly(typedQuery)) throw redirect(paths.publications({ serial: search }))
  redirectPastEnd(args.request, { page, pages: list.pages })
  const similarSearches = await listSimilarSearches({ search, count: list.found, maxCount: fewTitlesLimit })
  const query = { ...typedQuery, aircraft: findSpelling(typedQuery.aircraft, counts) }
  const choices = listChoices(counts, query)
  const pageData = { ...list, query, page, search, idsInCart, similarSearches, choices }
  return data(pageData, { headers: { 'Cache-Control': 'private, no-cache' } })
}

/** Returns the catalogue's spelling, so that 'emb 203' and 'EMB-203' have one title and address. */
function findSpelling(aircraft: string | undefined, counts: FilterCounts): string | undefined {
  return [...counts.aircraft.keys()].find((model) => isSameModel(model, aircraft ?? '')) ?? aircraft
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function Publications() {
  const { rows, count, page, pages, query, idsInCart, similarSearches, choices, ...searchFacts } =
    useLoaderData<typeof loader>()
  const { found: foundCount, unfit: unfitCount, likely: likelyModel } = searchFacts
  const activeFilters = listActiveFilters(query)
  const formatChangedHref = (changes: CatalogueQuery) => formatHref(query, { page: 1, ...changes })
  const models = choices.aircraft.map(({ value, count: titleCount }) => ({ model: value, count: titleCount }))
  const similarSearchLinks = (
    <SimilarSearches searches={similarSearches} hrefFor={(search) => paths.publications({ search })} />
  )
  return (
    <>
      <PageHeading
        title={formatTitle(query)}
        lead="Manuais e catálogos para a sua aeronave, impressos ou por download."
      />
      <SearchBar
        label="Buscar por nome ou aplicabilidade"
        defaultValue={query.search}
        action={paths.publications()}
        icon="refresh"
        aside={<p className="hint">{count === 1 ? '1 publicação' : `${count} publicações`}</p>}
      >
        <FilterFields filter={query} choices={choices} activeCount={activeFilters.length} />
      </SearchBar>
      {models.length > 0 && query.serial === '' ? (
        <nav aria-labelledby="por-aeronave" className="aircraft-strip no-print">
          <p id="por-aeronave" className="label">
            Pela aeronave
          </p>
          <AircraftLinks
            models={models}
            chosenModel={query.aircraft}
            hrefFor={(model) => formatChangedHref({ aircraft: model === query.aircraft ? '' : model })}
          />
        </nav>
      ) : null}
      <FilterChips activeFilters={activeFilters} hrefWith={formatChangedHref} />
      {query.serial ? (
        <p className="unfit">
          {formatUnfitTitles(query.serial, { unfit: unfitCount, model: query.aircraft ?? likelyModel })}
        </p>
      ) : null}
      {count > 0 ? similarSearchLinks : null}
      <div id="lista" data-region="">
        <DataTable
          caption="Publicações à venda"
          layout="compact"
          columns={makePublicationColumns(idsInCart, formatHref(query, {}))}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{
            text: specTexts.noResults,
            action: { href: paths.publications(), label: 'Ver todas as publicações' },
            children: (
              <>
                {similarSearchLinks}
                <OtherWays search={query.search} count={activeFilters.length > 0 ? foundCount : 0} />
              </>
            ),
          }}
        />
      </div>
      {count > 0 ? (
        <Pagination
          page={page}
          pages={pages}
          hrefFor={(targetPage) => formatHref(query, { page: targetPage })}
        />
      ) : null}
    </>
  )
}

function formatTitle({ aircraft }: CatalogueRequest): string {
  return aircraft ? `Publicações para ${aircraft}` : 'Publicações'
}

/** Returns the list's address with changes. An empty value removes a filter. */
function formatHref(currentQuery: CatalogueRequest, changes: CatalogueQuery): string {
  const { search, aircraft, serial, kind, form, sale, page } = currentQuery
  const sort = currentQuery.sort === 'newest' ? undefined : currentQuery.sort
  return paths.publications({ search, aircraft, serial, kind, form, sale, sort, page, ...changes })
}
