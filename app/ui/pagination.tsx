/** `after` and `before` are row ids of a list read by key; `counting` requests the exact count. */
export type PageChange = { after?: number; before?: number; counting?: 'exact' }
export type PageHref = (page: number, change?: PageChange) => string

export type PaginationProps = {
  page: number
  pages: number
  hrefFor: PageHref
  keys?: { first: number; last: number } | undefined // ids of the first and the last row displayed
  isOpenEnded?: boolean // true if there may be more pages than counted
}

function Step({ href, rel, text }: { href: string | undefined; rel: string; text: string }) {
  if (href === undefined) return <span>{text}</span>
  return (
    <a href={href} rel={rel}>
      {text}
    </a>
  )
}

export function Pagination({ page, pages, hrefFor, keys, isOpenEnded = false }: PaginationProps) {
  // The first page is read from the start of the list, without a key.
  const previousKey = keys && page > 2 ? { before: keys.first } : undefined
  const nextKey = keys && { after: keys.last }
  const previousHref = page > 1 ? hrefFor(page - 1, previousKey) : undefined
  const nextHref = page < pages ? hrefFor(page + 1, nextKey) : undefined
  return (
    <nav className="pagination" aria-label="Paginação">
      <Step text="Anterior" rel="prev" href={previousHref} />
      <span>{`Pagina ${page} de ${isOpenEnded ? `mais de ${pages - 1}` : pages}`}</span>
      <Step text="Próxima" rel="next" href={nextHref} />
    </nav>
  )
}
