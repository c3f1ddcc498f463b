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
  const [before, after] = keys ? [{ before: keys.first }, { after: keys.last }] : []
  const previous = page > 2 ? hrefFor(page - 1, before) : page === 2 ? hrefFor(1) : undefined
  return (
    <nav className="pagination" aria-label="Paginação">
      <Step text="Anterior" rel="prev" href={previous} />
      <span>{`Pagina ${page} de ${isOpenEnded ? `mais de ${pages - 1}` : pages}`}</span>
      <Step text="Próxima" rel="next" href={page < pages ? hrefFor(page + 1, after) : undefined} />
    </nav>
  )
}
