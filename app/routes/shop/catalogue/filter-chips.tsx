import { formNames, saleNames } from '#app/routes/shop/catalogue/catalogue-labels.ts'
import type { CatalogueRequest } from '#app/routes/shop/catalogue/catalogue-query.ts'
import { kindNames } from '#app/text/catalogue/page-labels.ts'

type FilterName = 'aircraft' | 'serial' | 'kind' | 'form' | 'sale'
type FilterChanges = Partial<Record<FilterName, string>>

/** Returns the active filters of the catalogue as text. */
export function listActiveFilters({
  aircraft,
  serial,
  kind,
  form,
  sale,
}: CatalogueRequest): { name: FilterName; label: string }[] {
  return [
    ...(aircraft ? [{ name: 'aircraft' as const, label: aircraft }] : []),
    ...(serial ? [{ name: 'serial' as const, label: `nº de série ${serial}` }] : []),
    ...(kind ? [{ name: 'kind' as const, label: kindNames[kind] }] : []),
    ...(form ? [{ name: 'form' as const, label: formNames[form] }] : []),
    ...(sale ? [{ name: 'sale' as const, label: saleNames[sale] }] : []),
  ]
}

type FilterChipsProps = {
  activeFilters: readonly { name: FilterName; label: string }[]
  /** returns the address of the list's first page with these filters changed */
  hrefWith: (changes: FilterChanges) => string
}

/** Shows active filters as links that remove them (D82). */
export function FilterChips({ activeFilters, hrefWith }: FilterChipsProps) {
  if (activeFilters.length === 0) return null
  const withoutFilters = Object.fromEntries(activeFilters.map(({ name }) => [name, '']))
  return (
    <ul className="plain chips" aria-label="Filtros">
      {activeFilters.map(({ name, label }) => (
        <li key={name}>
          <a className="chip" href={hrefWith({ [name]: '' })}>
            <span className="visually-hidden">Remover o filtro </span>
            {label}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      {activeFilters.length > 1 ? (
        <li>
          <a href={hrefWith(withoutFilters)}>Limpar filtros</a>
        </li>
      ) : null}
    </ul>
  )
}
