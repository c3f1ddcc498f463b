import type { ReactNode } from 'react'
import { maxInternalItems } from '#app/domain/orders/internal-order.ts'
import { orderButtons } from '#app/routes/admin/orders/new/internal-order.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type FoundPublication = { id: number; name: string; version: string; applicability: string; price: number }

export type PublicationSearchProps = {
  search: string
  /** null before the first search */
  results: { rows: readonly FoundPublication[]; count: number } | null
  /** similar searches, if nothing was found */
  suggestions: readonly string[]
  chosenIds: readonly number[]
}

/** Shows the second step: publications to add, several at once by their quantities. */
export function PublicationSearch({ search, results, suggestions, chosenIds }: PublicationSearchProps) {
  return (
    <section aria-labelledby="publicacoes" className="section">
      <h2 id="publicacoes">2. Publicações</h2>
      <div className="search">
        <TextField
          label="Buscar publicação"
          name="search"
          type="search"
          defaultValue={search}
          autoComplete="off"
        />
        <Button icon="search">Buscar</Button>
      </div>
      {results ? <p className="hint">{formatResultCount(results)}</p> : null}
      {results?.count === 0 ? (
        <>
          <EmptyState text={specTexts.noPublicationsToChoose} />
          <SearchSuggestions suggestions={suggestions} />
        </>
      ) : null}
      {results && results.rows.length > 0 ? (
        <DataTable
          caption="Publicações encontradas"
          columns={listColumns(chosenIds)}
          rows={results.rows}
          rowKey={({ id }) => id}
          empty={{ text: '' }}
        />
      ) : null}
      {results && results.rows.length > 1 ? (
        <p className="actions">
          <Button>Adicionar as quantidades</Button>
        </p>
      ) : null}
    </section>
  )
}

const listColumns = (chosenIds: readonly number[]): Column<FoundPublication>[] => [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: ({ name, version, applicability }) => (
      <>
        {name}
        <span className="hint">
          {version} · {applicability}
        </span>
      </>
    ),
  },
  { key: 'price', label: 'Preço', align: 'num', render: ({ price }) => <Money centavos={price} /> },
  {
    key: 'quantity',
    label: 'Quantidade',
    render: ({ id, name }) =>
      chosenIds.includes(id) ? (
        'Já está no pedido'
      ) : (
        <QuantityField id={id} label={<span className="visually-hidden">{`Quantidade de ${name}`}</span>} />
      ),
  },
  {
    key: 'acts',
    label: 'Adicionar',
    align: 'actions',
    render: ({ id, name }) =>
      chosenIds.includes(id) ? null : (
        <Button name={orderButtons.add} value={id}>
          Adicionar<span className="visually-hidden">{` ${name}`}</span>
        </Button>
      ),
  },
]

type QuantityFieldProps = { id: number; label: ReactNode; count?: number }

/** Asks for the number of copies of a title; empty for search results. */
export function QuantityField({ id, label, count }: QuantityFieldProps) {
  return (
    <TextField
      label={label}
      name={`quantity.${id}`}
      type="number"
      min={0}
      max={maxInternalItems}
      inputMode="numeric"
      width="short"
      defaultValue={count === undefined ? '' : String(count)}
    />
  )
}

/** Offers similar searches as buttons of the form, which preserve the typed items. */
function SearchSuggestions({ suggestions }: { suggestions: readonly string[] }) {
  return (
    <p className="actions">
      {suggestions.length > 0 ? 'Você quis dizer' : null}
      {suggestions.map((suggestion) => (
        <Button key={suggestion} name={orderButtons.searchFor} value={suggestion}>
          {suggestion}
        </Button>
      ))}
      <Button variant="quiet" name={orderButtons.searchFor} value="">
        Limpar a busca
      </Button>
    </p>
  )
}

function formatResultCount({ rows, count }: { rows: readonly FoundPublication[]; count: number }): string {
  if (count > rows.length) return `São as ${rows.length} mais novas de ${count}: com mais palavras vêm menos.`
  return count === 1 ? '1 publicação encontrada.' : `${count} publicações encontradas.`
}
