import { getItemFieldName } from '#app/forms/internal-order.ts'
import { orderButtons } from '#app/routes/admin/orders/new/internal-order.ts'
import {
  type GetItemField,
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

type CopyFieldsProps = { title: OrderTitle; getField: GetItemField }

/** Asks for the data of each copy: aircraft, renewal and, if there are several, the price. */
export function CopyFields({ title, getField }: CopyFieldsProps) {
  const { name, offer, indexes, price } = title
  if (!offer) return null
  if (hasCopyFields(offer))
    return (
      <fieldset className="fieldset">
        <legend className="legend-m">{`Cada exemplar de ${name}`}</legend>
        <Copies title={title} offer={offer} getField={getField} />
      </fieldset>
    )
  if (indexes.length === 1) return <Copies title={title} offer={offer} getField={getField} />
  return (
    <details open={price === ''}>
      <summary>{`Preços diferentes de ${name}`}</summary>
      <Copies title={title} offer={offer} getField={getField} />
    </details>
  )
}

function hasCopyFields(offer: Offer): boolean {
  return offer.hasAirplaneInfo || offer.renewals.length > 0
}

type CopiesProps = CopyFieldsProps & { offer: Offer }

function Copies({ title, offer, getField }: CopiesProps) {
  const { id, name, indexes } = title
  const hasVisibleFields = hasCopyFields(offer) || indexes.length > 1
  return (
    <>
      {indexes.map((index, position) => {
        const publicationInput = (
          <input type="hidden" name={getItemFieldName(index, 'publication')} value={id} />
        )
        const { name: priceName, defaultValue } = getField(index, 'price')
        if (!hasVisibleFields)
          return (
            <div key={index}>
              {publicationInput}
              <input type="hidden" name={priceName} value={defaultValue ?? ''} />
            </div>
          )
        return (
          <fieldset className="fieldset unit" key={index}>
            <legend className="legend-s">{`Item ${position + 1} de ${indexes.length}`}</legend>
            {publicationInput}
            <ItemFields offer={offer} index={index} getField={getField} isOnlyCopy={indexes.length === 1} />
            {position > 0 ? (
              <Button variant="quiet" name={orderButtons.removeItem} value={index}>
                Remover<span className="visually-hidden">{` item ${position + 1} de ${name}`}</span>
              </Button>
            ) : null}
          </fieldset>
        )
      })}
      {hasVisibleFields ? (
        <p className="actions">
          <Button name={orderButtons.add} value={id}>
            Novo item<span className="visually-hidden">{` de ${name}`}</span>
          </Button>
        </p>
      ) : null}
    </>
  )
}

type ItemFieldsProps = { offer: Offer; index: number; getField: GetItemField; isOnlyCopy: boolean }

function ItemFields({ offer, index, getField, isOnlyCopy }: ItemFieldsProps) {
  const price = getField(index, 'price')
  return (
    <>
      {isOnlyCopy ? (
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
          options={offer.renewals.map(({ id, ...subscription }) => ({
            value: id,
            label: `nº ${id} · ${formatActiveSubscription(subscription)}`,
          }))}
          {...getField(index, 'renews')}
        />
      ) : null}
      {offer.hasAirplaneInfo ? (
        <>
          <StaffAircraftFields getField={(name) => getField(index, name)} isRequired />
          <SecondCopyField registration={getField(index, 'prefix')} confirmation={getField(index, 'again')} />
        </>
      ) : null}
    </>
  )
}

/** Asks for a confirmation if the order has another copy of the publication for the same aircraft (D22). */
function SecondCopyField({
  registration,
  confirmation,
}: {
  registration: BoundField
  confirmation: BoundField
}) {
  const { name, defaultValue } = confirmation
  if (!registration.errors?.includes(messages.aircraftRepeated) && defaultValue === undefined) return null
  return (
    <CheckboxField
      label="Mais de um exemplar para esta aeronave"
      name={name}
      defaultChecked={defaultValue !== undefined}
    />
  )
}
