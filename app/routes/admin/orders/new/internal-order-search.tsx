import type { ReactNode } from 'react'
import { maxInternalItems } from '#app/domain/orders/internal-order.ts'
import { orderButtons } from '#app/routes/admin/orders/new/internal-order.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { specified } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/forms/field.tsx'

type Found = { id: number; name: string; version: string; applicability: string; price: number }

export type PublicationSearchProps = {
  search: string
  /** null before anything was searched for */
  found: { rows: readonly Found[]; count: number } | null
  /** what may have been meant, when nothing was found */
  near: readonly string[]
  chosen: readonly number[]
}

/** The second step: publications to add, several at once by their quantities. */
export function PublicationSearch({ search, found, near, chosen }: PublicationSearchProps) {
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
      {found ? <p className="hint">{foundPublications(found)}</p> : null}
      {found?.count === 0 ? <EmptyState text={specified.noPublicationsToChoose} /> : null}
      {found?.count === 0 ? <SearchSuggestions near={near} /> : null}
      <ul className="order-items">
        {(found?.rows ?? []).map(({ id, name, version, applicability, price }) => (
          <li key={id} className="order-item">
            <div className="order-item-name">
              <strong>{name}</strong>
              <span className="hint">
                {version} · {applicability}
              </span>
            </div>
            <span className="num">{formatReais(price)}</span>
            {chosen.includes(id) ? (
              <span className="hint">Já está no pedido</span>
            ) : (
              <>
                <QuantityField
                  id={id}
                  label={
                    <>
                      Quantidade<span className="visually-hidden">{` de ${name}`}</span>
                    </>
                  }
                />
                <Button name={orderButtons.add} value={id}>
                  Adicionar<span className="visually-hidden">{` ${name}`}</span>
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {found && found.rows.length > 1 ? (
        <p className="actions">
          <Button>Adicionar as quantidades</Button>
        </p>
      ) : null}
    </section>
  )
}

type QuantityFieldProps = { id: number; label: ReactNode; count?: number }

/** How many copies of a title; empty for none of those that were found. */
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

/** The ways on from a search that found nothing: buttons of the form, so that the items typed so far stay. */
function SearchSuggestions({ near }: { near: readonly string[] }) {
  return (
    <p className="actions">
      {near.length > 0 ? 'Você quis dizer' : null}
      {near.map((words) => (
        <Button key={words} name={orderButtons.searchFor} value={words}>
          {words}
        </Button>
      ))}
      <Button variant="quiet" name={orderButtons.searchFor} value="">
        Limpar a busca
      </Button>
    </p>
  )
}

function foundPublications({ rows, count }: { rows: readonly Found[]; count: number }): string {
  if (count > rows.length) return `São as ${rows.length} mais novas de ${count}: com mais palavras vêm menos.`
  return count === 1 ? '1 publicação encontrada.' : `${count} publicações encontradas.`
}
