import type { ReactNode } from 'react'

type ListFiltersProps = { values: readonly unknown[]; children: ReactNode }

/** Shows a list's filters; on a phone they fold behind one button unless one of the values is set. */
export function ListFilters({ values, children }: ListFiltersProps) {
  return (
    <details className="list-filters" open={values.some((value) => value !== undefined && value !== '')}>
      <summary>Filtros</summary>
      <div>{children}</div>
    </details>
  )
}
