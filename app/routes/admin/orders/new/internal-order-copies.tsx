import { getItemFieldName } from '#app/forms/internal-order.ts'
import { orderButtons } from '#app/routes/admin/orders/new/internal-order.ts'
import {
  type ItemField,
  listPriceOptions,
  type Offer,
  type OrderTitle,
} from '#app/routes/admin/orders/new/internal-order-titles.ts'
import { messages } from '#app/text/platform/messages.ts'
import { formatActiveSubscription } from '#app/text/subscriptions/subscription-labels.ts'
import { Button } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { CheckboxField, SelectField } from '#app/ui/forms/field.tsx'
import { StaffAircraftFields } from '#app/ui/forms/staff-aircraft-fields.tsx'

type CopyFieldsProps = { title: OrderTitle; field: ItemField }

/** Asks for a copy's data beyond its publication: an aircraft, a renewal, a price of its own. */
export function CopyFields({ title, field }: CopyFieldsProps) {
  const { name, offer, indexes, price } = title
  if (!offer) return null
  if (offer.hasAirplaneInfo || offer.renewals.length > 0)
    return (
      <fieldset className="fieldset">
        <legend className="legend-m">{`Cada exemplar de ${name}`}</legend>
        <Copies title={title} offer={offer} field={field} />
      </fieldset>
    )
  if (indexes.length === 1) return <Copies title={title} offer={offer} field={field} />
  return (
    <details open={price === ''}>
      <summary>{`Preços diferentes de ${name}`}</summary>
      <Copies title={title} offer={offer} field={field} />
    </details>
  )
}

type CopiesProps = CopyFieldsProps & { offer: Offer }

function Copies({ title, offer, field }: CopiesProps) {
  const { id, name, indexes } = title
  const hasFields = offer.hasAirplaneInfo || offer.renewals.length > 0 || indexes.length > 1
  return (
    <>
      {indexes.map((index, place) => {
        const hidden = <input type="hidden" name={getItemFieldName(index, 'publication')} value={id} />
        const { name: priceName, defaultValue } = field(index, 'price')
        if (!hasFields)
          return (
            <div key={index}>
              {hidden}
              <input type="hidden" name={priceName} value={defaultValue ?? ''} />
            </div>
          )
        return (
          <fieldset className="fieldset unit" key={index}>
            <legend className="legend-s">{`Item ${place + 1} de ${indexes.length}`}</legend>
            {hidden}
            <ItemFields offer={offer} index={index} field={field} isOnly={indexes.length === 1} />
            {place > 0 ? (
              <Button variant="quiet" name={orderButtons.removeItem} value={index}>
                Remover<span className="visually-hidden">{` item ${place + 1} de ${name}`}</span>
              </Button>
            ) : null}
          </fieldset>
        )
      })}
      {hasFields ? (
        <p className="actions">
          <Button name={orderButtons.add} value={id}>
            Novo item<span className="visually-hidden">{` de ${name}`}</span>
          </Button>
        </p>
      ) : null}
    </>
  )
}

type ItemFieldsProps = { offer: Offer; index: number; field: ItemField; isOnly: boolean }

function ItemFields({ offer, index, field, isOnly }: ItemFieldsProps) {
  const price = field(index, 'price')
  return (
    <>
      {isOnly ? (
        <input type="hidden" name={price.name} value={price.defaultValue ?? ''} />
      ) : (
        <SelectField label="Preço" width="half" options={listPriceOptions(offer)} {...price} />
      )}
      {offer.renewals.length > 0 ? (
        <SelectField
          label="Renova a assinatura"
          hint="Com o preço de assinatura; os dados da aeronave são os dela."
          placeholder="Nenhuma: é uma compra nova"
          width="half"
          options={offer.renewals.map(({ id, registration, due }) => ({
            value: id,
            label: `nº ${id} · ${formatActiveSubscription(registration, due)}`,
          }))}
          {...field(index, 'renews')}
        />
      ) : null}
      {offer.hasAirplaneInfo ? (
        <>
          <StaffAircraftFields getField={(name) => field(index, name)} isRequired />
          <SecondCopyField registration={field(index, 'prefix')} again={field(index, 'again')} />
        </>
      ) : null}
    </>
  )
}

/** Asks whether another copy is wanted if the publication has an item with the same aircraft (D22). */
function SecondCopyField({ registration, again }: { registration: BoundField; again: BoundField }) {
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
