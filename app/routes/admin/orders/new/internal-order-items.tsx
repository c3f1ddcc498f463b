import {
  type InternalPrice,
  internalPrices,
  internalValue,
  maxInternalItems,
} from '#app/domain/orders/internal-order.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { internalPriceLabels } from '#app/text/orders/internal-order-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { formatCopies } from '#app/text/shipments/shipment-labels.ts'
import { formatLive } from '#app/text/subscriptions/subscription-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { CheckboxField, RadioGroup, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { StaffAircraftFields } from '#app/ui/forms/staff-aircraft-fields.tsx'

export type Offer = {
  id: number
  name: string
  version: string
  price: number
  renewalPrice: number | null
  hasAirplaneInfo: boolean
  renewals: readonly { id: number; registration: string | null; due: CivilDate | null }[]
  /** what the client has of it in force */
  live: readonly { id: number; publicationId: number; registration: string | null; due: CivilDate | null }[]
}

type Found = { id: number; name: string; version: string; applicability: string; price: number }
export type Of = (index: number, field: string) => BoundField

type ItemsStepProps = {
  action: string
  client: number
  search: string
  /** null before anything was searched for */
  found: { rows: readonly Found[]; count: number } | null
  /** what may have been meant, when nothing was found */
  near: readonly string[]
  items: readonly { publication: number }[]
  /** of the items that can be priced, centavos */
  total: number
  offers: readonly Offer[]
  of: Of
}

/**
 * The second and third step: publications and their items. One form that is fetched, never posted, so that every button
 * keeps what was typed and the address says it all.
 */
export function ItemsStep(props: ItemsStepProps) {
  const { action, client, items, total, offers } = props
  const chosen = [...new Set(items.map(({ publication }) => publication))]
  return (
    <form method="get" action={action} noValidate>
      <input type="hidden" name="client" value={client} />
      <PublicationSearch {...props} chosen={chosen} />
      {chosen.length > 0 ? (
        <section aria-labelledby="itens" className="section">
          <h2 id="itens">3. Itens</h2>
          {chosen.map((id) => (
            <PublicationItems
              key={id}
              id={id}
              offer={offers.find((each) => each.id === id)}
              indexes={items.flatMap((item, index) => (item.publication === id ? [index] : []))}
              of={props.of}
            />
          ))}
          <p className="num">
            {`Total até aqui (${formatCopies(items.length)}): `}
            <strong>{formatReais(total)}</strong>
          </p>
          <p className="actions">
            <Button>Atualizar</Button>
            <Button variant="main" name="step" value="review">
              Revisar pedido
            </Button>
          </p>
        </section>
      ) : null}
    </form>
  )
}

function PublicationSearch({ search, found, near, chosen }: ItemsStepProps & { chosen: readonly number[] }) {
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
        <Button icon="refresh">Buscar</Button>
      </div>
      {found ? <p className="hint">{foundPublications(found)}</p> : null}
      {found?.count === 0 ? <EmptyState text={specified.noPublicationsToChoose} /> : null}
      {found?.count === 0 ? <NearSearches near={near} /> : null}
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
                <QuantityField id={id} name={name} />
                <Button name="act" value={`add.${id}`}>
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

/** How many copies of a title; empty for none of those that were found. */
function QuantityField({ id, name, count }: { id: number; name: string; count?: number }) {
  return (
    <TextField
      label={
        <>
          Quantidade<span className="visually-hidden">{` de ${name}`}</span>
        </>
      }
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
function NearSearches({ near }: { near: readonly string[] }) {
  return (
    <p className="actions">
      {near.length > 0 ? 'Você quis dizer' : null}
      {near.map((search) => (
        <Button key={search} name="act" value={`search.${search}`}>
          {search}
        </Button>
      ))}
      <Button variant="quiet" name="act" value="search.">
        Limpar a busca
      </Button>
    </p>
  )
}

function foundPublications({ rows, count }: { rows: readonly Found[]; count: number }): string {
  if (count > rows.length) return `São as ${rows.length} mais novas de ${count}: com mais palavras vêm menos.`
  return count === 1 ? '1 publicação encontrada.' : `${count} publicações encontradas.`
}

type PublicationItemsProps = {
  id: number
  /** undefined when it is not on sale (any more) */
  offer: Offer | undefined
  indexes: readonly number[]
  of: Of
}

/** The items of one publication: the first stays as long as the publication does (F94). */
function PublicationItems({ id, offer, indexes, of }: PublicationItemsProps) {
  const name = offer?.name ?? `Publicação ${id}`
  return (
    <fieldset className="fieldset" id={`publicacao-${id}`}>
      <legend className="legend-m">
        {offer ? `${name} (${offer.version})` : `${name}: não está à venda`}
      </legend>
      {offer ? (
        <div className="fields">
          <QuantityField id={id} name={name} count={indexes.length} />
          <SelectField
            label="Um preço para todos"
            name={`price.${id}`}
            width="half"
            placeholder="Como está em cada item"
            options={priceOptions(offer)}
            defaultValue=""
          />
        </div>
      ) : null}
      {indexes.map((index, place) => (
        <fieldset className="fieldset unit" key={index}>
          <legend className="legend-s">{`Item ${place + 1} de ${indexes.length}`}</legend>
          <input type="hidden" name={`item.${index}.publication`} value={id} />
          {offer ? <ItemFields offer={offer} index={index} of={of} /> : null}
          {place > 0 ? (
            <Button variant="quiet" name="act" value={`drop.${index}`}>
              Remover<span className="visually-hidden">{` item ${place + 1} de ${name}`}</span>
            </Button>
          ) : null}
        </fieldset>
      ))}
      <p className="actions">
        {offer ? (
          <Button name="act" value={`more.${id}`}>
            Novo item<span className="visually-hidden">{` de ${name}`}</span>
          </Button>
        ) : null}
        <Button variant="quiet" name="act" value={`out.${id}`}>
          Remover publicação<span className="visually-hidden">{` ${name}`}</span>
        </Button>
      </p>
    </fieldset>
  )
}

function ItemFields({ offer, index, of }: { offer: Offer; index: number; of: Of }) {
  return (
    <>
      <RadioGroup label="Preço" look="inline" options={priceOptions(offer)} {...of(index, 'price')} />
      {offer.renewals.length > 0 ? (
        <SelectField
          label="Renova a assinatura"
          hint="Com o preço de assinatura; os dados da aeronave são os dela."
          placeholder="Nenhuma: é uma compra nova"
          width="half"
          options={offer.renewals.map(({ id, registration, due }) => ({
            value: id,
            label: `nº ${id} · ${formatLive(registration, due)}`,
          }))}
          {...of(index, 'renews')}
        />
      ) : null}
      {offer.hasAirplaneInfo ? (
        <>
          <StaffAircraftFields of={(name) => of(index, name)} required />
          <AgainField registration={of(index, 'prefix')} again={of(index, 'again')} />
        </>
      ) : null}
    </>
  )
}

/** Asked where an aircraft is in another item of the same publication (D22). */
function AgainField({ registration, again }: { registration: BoundField; again: BoundField }) {
  const { name, defaultValue } = again
  if (!registration.errors?.includes(messages.aircraftRepeated) && defaultValue === undefined) return null
  return (
    <CheckboxField
      label="Mais de um exemplar para esta aeronave"
      name={name}
      defaultChecked={defaultValue !== undefined}
    />
  )
}

function priceOptions(offer: Offer) {
  return internalPrices.flatMap((price: InternalPrice) => {
    const value = internalValue(price, offer)
    return value === null
      ? []
      : [{ value: price, label: `${internalPriceLabels[price]} · ${formatReais(value)}` }]
  })
}
