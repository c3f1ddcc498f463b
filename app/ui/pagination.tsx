export type PaginationProps = { page: number; pages: number; hrefFor: (page: number) => string }

function Step({ href, rel, text }: { href: string | undefined; rel: string; text: string }) {
  if (href === undefined) return <span>{text}</span>
  return (
    <a href={href} rel={rel}>
      {text}
    </a>
  )
}

export function Pagination({ page, pages, hrefFor }: PaginationProps) {
  return (
    <nav className="pagination" aria-label="Paginação">
      <Step text="Anterior" rel="prev" href={page > 1 ? hrefFor(page - 1) : undefined} />
      <span>{`Pagina ${page} de ${pages}`}</span>
      <Step text="Próxima" rel="next" href={page < pages ? hrefFor(page + 1) : undefined} />
    </nav>
  )
}
