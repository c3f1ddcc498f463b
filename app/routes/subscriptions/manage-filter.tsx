import type { ReactNode } from 'react'
import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'

type ManageFilterProps = {
  action: string
  search: string
  status: number | undefined
  order: 'newest' | 'aircraft'
  aside: ReactNode
}

const statusOptions = Object.entries(subscriptionTexts).map(([value, { text }]) => ({ value, label: text }))

/** Shows the form for search, status and sort order of a customer's units, which puts them in the address. */
export function ManageFilter({ action, search, status, order, aside }: ManageFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: old engines do not know <search>.
    <form method="get" action={action} className="search" role="search">
      <TextField
        label="Buscar por nome ou aeronave"
        name="search"
        type="search"
        autoComplete="off"
        defaultValue={search}
      />
      <SelectField
        label="Situação"
        name="status"
        width="half"
        placeholder="Todas"
        options={statusOptions}
        defaultValue={status === undefined ? '' : String(status)}
      />
      <SelectField
        label="Ver"
        name="order"
        width="half"
        options={[
          { value: 'aircraft', label: 'Por aeronave' },
          { value: 'newest', label: 'Em lista, mais novas primeiro' },
        ]}
        defaultValue={order}
      />
      <Button icon="search">Filtrar</Button>
      <div className="search-aside">{aside}</div>
    </form>
  )
}
