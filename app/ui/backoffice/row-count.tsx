import type { PageHref } from '#app/ui/pagination.tsx'

export type RowCountProps = {
  count: number
  isCountExact?: boolean
  noun?: { one: string; many: string }
  page: number
  hrefFor: PageHref
}

const defaultNoun = { one: 'resultado', many: 'resultados' }

/** Shows the number of rows. If it is not exact, shows 'mais de …' and a link that counts all rows. */
export function RowCount({ count, isCountExact = true, noun = defaultNoun, page, hrefFor }: RowCountProps) {
  if (isCountExact) return <span className="hint">{`${count} ${count === 1 ? noun.one : noun.many}`}</span>
  return (
    <>
      <span className="hint">{`mais de ${(count - 1).toLocaleString('pt-BR')} ${noun.many}`}</span>
      <a href={hrefFor(page, { counting: 'exact' })}>Contar tudo</a>
    </>
  )
}
