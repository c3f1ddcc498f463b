import { maxSerialNumberLength } from '#app/domain/accounts/aircraft.ts'
import type { FilterCounts } from '#app/domain/catalogue/catalogue-filter.ts'
import { publicationKinds } from '#app/domain/catalogue/publication-kind.ts'
import { formNames, saleNames, sortNames } from '#app/routes/shop/catalogue/catalogue-labels.ts'
import { type CatalogueRequest, publicationSorts } from '#app/routes/shop/catalogue/catalogue-query.ts'
import { kindNames } from '#app/text/catalogue/page-labels.ts'
import { SelectField, type SelectOption, TextField } from '#app/ui/forms/field.tsx'

export type Choice = { value: string; label: string; count: number }
export type Choices = Record<keyof FilterCounts, Choice[]>

/** Returns the choices with results, and the selected choice, in their usual sequence. */
export function listChoices(counts: FilterCounts, catalogueQuery: CatalogueRequest): Choices {
  const listNamedChoices = (
    name: keyof FilterCounts,
    labels: Readonly<Record<string, string>>,
    order: readonly string[],
  ) => order.map((value) => ({ value, label: labels[value] ?? value, count: counts[name].get(value) ?? 0 }))
  const models = [...counts.aircraft.keys()].toSorted((left, right) => left.localeCompare(right, 'pt-BR'))
  const isModelKnown = catalogueQuery.aircraft === undefined || models.includes(catalogueQuery.aircraft)
  const allChoices: Choices = {
    aircraft: listNamedChoices(
      'aircraft',
      {},
      isModelKnown ? models : [...models, catalogueQuery.aircraft ?? ''],
    ),
    kind: listNamedChoices('kind', kindNames, publicationKinds),
    form: listNamedChoices('form', formNames, Object.keys(formNames)),
    sale: listNamedChoices('sale', saleNames, Object.keys(saleNames)),
  }
  const listAvailableChoices = (name: keyof FilterCounts) =>
    allChoices[name].filter(({ value, count }) => count > 0 || value === catalogueQuery[name])
  return {
    aircraft: listAvailableChoices('aircraft'),
    kind: listAvailableChoices('kind'),
    form: listAvailableChoices('form'),
    sale: listAvailableChoices('sale'),
  }
}

type FilterFieldsProps = { filter: CatalogueRequest; choices: Choices; activeCount: number }

/** Shows all filters of the search form, folded because active filters are listed separately. */
export function FilterFields({ filter, choices, activeCount }: FilterFieldsProps) {
  return (
    <details className="filters">
      <summary>{activeCount > 0 ? `Filtrar e ordenar (${activeCount})` : 'Filtrar e ordenar'}</summary>
      <div className="fields">
        <FilterSelect
          name="aircraft"
          label="Aeronave"
          allLabel="Todas"
          choices={choices.aircraft}
          chosen={filter.aircraft}
        />
        <TextField
          label="Nº de série da aeronave"
          name="serial"
          width="half"
          maxLength={maxSerialNumberLength}
          autoComplete="off"
          defaultValue={filter.serial}
        />
        <FilterSelect name="kind" label="Tipo" allLabel="Todos" choices={choices.kind} chosen={filter.kind} />
        <FilterSelect
          name="form"
          label="Forma"
          allLabel="Impressa ou download"
          choices={choices.form}
          chosen={filter.form}
        />
        <FilterSelect
          name="sale"
          label="Venda"
          allLabel="Assinatura ou avulsa"
          choices={choices.sale}
          chosen={filter.sale}
        />
        <SelectField
          label="Ordenar por"
          name="sort"
          width="half"
          options={publicationSorts.map((sort) => ({
            value: sort === 'newest' ? '' : sort,
            label: sortNames[sort],
          }))}
          defaultValue={filter.sort === 'newest' ? '' : filter.sort}
        />
      </div>
    </details>
  )
}

type FilterSelectProps = {
  name: string
  label: string
  /** label of the empty choice */
  allLabel: string
  choices: readonly Choice[]
  chosen: string | undefined
}

function FilterSelect({ name, label, allLabel, choices, chosen = '' }: FilterSelectProps) {
  const options: SelectOption[] = choices.map(({ value, label: text, count }) => ({
    value,
    label: `${text} (${count})`,
  }))
  return (
    <SelectField
      label={label}
      name={name}
      width="half"
      placeholder={allLabel}
      options={options}
      defaultValue={chosen}
    />
  )
}
