import { sumCentavos } from '#app/domain/platform/money.ts'
import { getItemFieldName } from '#app/forms/internal-order.ts'
import { orderButtons } from '#app/routes/admin/orders/new/internal-order.ts'
import { CopyFields } from '#app/routes/admin/orders/new/internal-order-copies.tsx'
import {
  PublicationSearch,
  type PublicationSearchProps,
  QuantityField,
} from '#app/routes/admin/orders/new/internal-order-search.tsx'
import {
  type GetItemField,
  groupItemsByTitle,
  listPriceOptions,
  type Offer,
  type OrderTitle,
} from '#app/routes/admin/orders/new/internal-order-titles.ts'
import { formatCopies } from '#app/text/shipments/shipment-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { makeFieldId, SelectField } from '#app/ui/forms/field.tsx'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type ItemsStepProps = Omit<PublicationSearchProps, 'chosenIds'> & {
  action: string
  clientId: number
  items: readonly { publication: number; price: string }[]
  offers: readonly Offer[]
  getField: GetItemField
}

/**
 * Shows steps two and three: publications and their items. The form uses GET, so every button preserves typed
 * text and the address contains the whole state.
 */
export function ItemsStep({ action, clientId, items, offers, getField, ...search }: ItemsStepProps) {
  const titles = groupItemsByTitle(items, offers)
  const total = sumCentavos(titles.map(({ sum }) => sum))
  return (
    <form method="get" action={action} noValidate>
      <input type="hidden" name="client" value={clientId} />
      <PublicationSearch {...search} chosenIds={titles.map(({ id }) => id)} />
      {titles.length > 0 ? (
        <section aria-labelledby="itens" className="section">
          <h2 id="itens">3. Itens</h2>
          <DataTable
            caption="Publicações do pedido"
            columns={listColumns(getField)}
            rows={titles}
            rowKey={({ id }) => id}
            empty={{ text: '' }}
            totals={[
              { label: `Total até aqui (${formatCopies(items.length)})`, value: <Money centavos={total} /> },
            ]}
          />
          {titles.map((title) => (
            <CopyFields key={title.id} title={title} getField={getField} />
          ))}
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

const listColumns = (getField: GetItemField): Column<OrderTitle>[] => [
  { key: 'name', label: 'Publicação', rowHeader: true, render: (title) => <TitleCell title={title} /> },
  {
    key: 'quantity',
    label: 'Quantidade',
    render: ({ id, name, offer, indexes }) =>
      offer ? (
        <QuantityField
          id={id}
          label={<span className="visually-hidden">{`Quantidade de ${name}`}</span>}
          count={indexes.length}
        />
      ) : (
        indexes.length
      ),
  },
  {
    key: 'price',
    label: 'Preço de cada um',
    render: (title) => <PriceCell title={title} getField={getField} />,
  },
  { key: 'sum', label: 'Soma', align: 'num', render: ({ sum }) => <Money centavos={sum} /> },
  {
    key: 'acts',
    label: 'Remover',
    align: 'actions',
    render: ({ id, name }) => (
      <Button variant="quiet" name={orderButtons.remove} value={id}>
        Remover<span className="visually-hidden">{` ${name}`}</span>
      </Button>
    ),
  },
]

function TitleCell({ title: { id, name, offer, indexes } }: { title: OrderTitle }) {
  if (offer) return `${name} (${offer.version})`
  return (
    <>
      {indexes.map((index) => (
        <span key={index} id={makeFieldId(getItemFieldName(index, 'price'))}>
          <input type="hidden" name={getItemFieldName(index, 'publication')} value={id} />
        </span>
      ))}
      {`${name}: não está à venda`}
    </>
  )
}

/** Asks for one price for all copies; each of several copies also has a price field below. */
function PriceCell({ title, getField }: { title: OrderTitle; getField: GetItemField }) {
  const { id, name, offer, price, indexes } = title
  if (!offer) return '-'
  const onlyIndex = indexes.length === 1 ? indexes[0] : undefined
  const errors = onlyIndex === undefined ? undefined : getField(onlyIndex, 'price').errors
  return (
    <>
      {errors && onlyIndex !== undefined ? (
        <span id={makeFieldId(getItemFieldName(onlyIndex, 'price'))} />
      ) : null}
      <input type="hidden" name={`price_before.${id}`} value={price} />
      <SelectField
        label={<span className="visually-hidden">{`Preço de cada ${name}`}</span>}
        name={`price.${id}`}
        placeholder={price === '' ? 'Diferentes' : undefined}
        options={listPriceOptions(offer)}
        defaultValue={price}
        errors={errors}
      />
    </>
  )
}
