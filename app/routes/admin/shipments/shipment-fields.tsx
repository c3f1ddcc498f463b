import type { ReactNode } from 'react'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { formatCopy, formatNewerRevision, typeOptions } from '#app/text/shipments/shipment-labels.ts'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { CheckboxField, RadioGroup, SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { FieldErrors, makeFieldId } from '#app/ui/forms/field-frame.tsx'

/** Functions that return the state of a form's fields. */
export type FormFields = {
  getField: (name: string) => BoundField
  value: (name: string) => string | undefined
}

type Place = Parameters<typeof formatStreetLine>[0] & { id: number; zip_code: string }

export type PickableOrder = {
  id: number
  date: string
  nfe: string | null
  shipping_type: string
  shipping_value: number
  address: Place | null
  lines: readonly {
    id: number
    name: string
    version: string
    revision: string
    registration: string | null
    /** the current revision, if staff may choose it */
    newer: string | null
  }[]
}

/** Selected orders and copies; `newer` are copies to send in the current revision by choice. */
export type ChosenContents = { orders: readonly number[]; lines: readonly number[]; newer: readonly number[] }

type OrderPickerProps = {
  orders: readonly PickableOrder[]
  chosen: ChosenContents
  errors?: readonly string[]
}

/** Lists orders and the copies of selected ones. Deselecting some splits the order (D39). */
export function OrderPicker({ orders, chosen, errors }: OrderPickerProps) {
  const id = makeFieldId('order')
  const hasSeveral = listDistinctPlaces(orders, null).length > 1
  if (orders.length === 0) return <p id={id}>{specTexts.noOrders}</p>
  return (
    <fieldset className="fieldset" aria-describedby={errors ? `${id}-erro` : undefined}>
      <legend className="legend-s">Pedidos nesta expedição</legend>
      <FieldErrors id={id} errors={errors} />
      {orders.map((order, index) => (
        <CheckboxField
          key={order.id}
          id={index === 0 ? id : `${id}-${order.id}`}
          name="order"
          value={order.id}
          label={formatOrderLabel(order)}
          hint={hasSeveral && order.address ? formatPlace(order.address) : undefined}
          defaultChecked={chosen.orders.includes(order.id)}
          panel={<LineBoxes order={order} chosen={chosen} />}
        />
      ))}
      <p
        className="hint"
        hidden
        data-freights={JSON.stringify(orders.map((order) => [order.id, order.shipping_value]))}
      >
        Frete cotado dos pedidos escolhidos: <strong />
      </p>
    </fieldset>
  )
}

type DestinationProps = { orders: readonly PickableOrder[]; ownAddress?: Place | null; field: FormFields }

/** Shows the address of the orders, or a choice if they differ (D150). */
export function DestinationField({ orders, ownAddress = null, field }: DestinationProps) {
  const places = listDistinctPlaces(orders, ownAddress)
  const [only] = places
  const { defaultValue, ...bound } = field.getField('destination')
  const id = makeFieldId('destination')
  if (!only) return null
  if (places.length === 1)
    return (
      <>
        <FieldErrors id={id} errors={bound.errors} />
        <p id={id} className="hint">{`Endereço de entrega: ${formatPlace(only)}`}</p>
        <input type="hidden" name="destination" value={only.id} />
      </>
    )
  return (
    <RadioGroup
      label="Endereço de entrega"
      hint="Os pedidos têm endereços diferentes: escolha para qual deles vai este volume."
      isRequired
      {...bound}
      {...(defaultValue ? { defaultValue } : {})}
      options={places.map((place) => ({ value: place.id, label: formatPlace(place) }))}
    />
  )
}

/** Returns one address per distinct text, the shipment's own first. */
function listDistinctPlaces(orders: readonly PickableOrder[], own: Place | null): Place[] {
  const places = new Map<string, Place>()
  for (const place of [own, ...orders.map(({ address }) => address)])
    if (place && !places.has(formatPlace(place))) places.set(formatPlace(place), place)
  return [...places.values()]
}

function formatPlace(place: Place): string {
  return `${formatStreetLine(place)}, ${formatPlaceLine(place, place.zip_code)}`
}

function formatOrderLabel({ id, date, nfe, shipping_type, shipping_value }: PickableOrder): string {
  const name = getShippingName(shipping_type)
  const freight = shipping_value === 0 ? name : `${name}, frete cotado ${formatReais(shipping_value)}`
  return [`Pedido nº ${id} de ${formatDate(date)}`, nfe ? `NF-e ${nfe}` : null, freight]
    .filter(Boolean)
    .join(' · ')
}

/** Selects all copies of an order not selected yet, so that selecting it sends it completely. */
function LineBoxes({ order, chosen }: { order: PickableOrder; chosen: ChosenContents }) {
  const isChosen = chosen.orders.includes(order.id)
  return (
    <>
      {order.lines.map(({ id, newer, ...line }) => (
        <CheckboxField
          key={id}
          id={`${makeFieldId('line')}-${id}`}
          name="line"
          value={id}
          label={newer === null ? formatCopy(line) : formatCopy({ ...line, revision: line.version })}
          defaultChecked={!isChosen || chosen.lines.includes(id)}
          panel={
            newer === null ? undefined : (
              <CheckboxField
                id={`${makeFieldId('newer')}-${id}`}
                name="newer"
                value={id}
                label={formatNewerRevision(newer)}
                defaultChecked={chosen.newer.includes(id)}
              />
            )
          }
        />
      ))}
    </>
  )
}

export type Staff = readonly { id: number; name: string }[]

/** Asks for the way of shipping, the responsible person, the value, and a note. */
export function DetailFields({ field, staff, valueHint, children }: DetailProps) {
  return (
    <div className="fields">
      <TypeField field={field} />
      <SelectField
        label="Responsável"
        width="half"
        isRequired
        options={staff.map(({ id, name }) => ({ value: id, label: name }))}
        {...field.getField('owner')}
      />
      <TextField
        label="Valor (R$)"
        hint={valueHint}
        inputMode="decimal"
        width="half"
        autoComplete="off"
        {...field.getField('value')}
      />
      {children}
      <NoteField field={field} />
    </div>
  )
}

type DetailProps = { field: FormFields; staff: Staff; valueHint?: string; children?: ReactNode }

export function TypeField({ field }: { field: FormFields }) {
  const bound = field.getField('type')
  return (
    <SelectField
      label="Tipo de envio"
      width="half"
      isRequired
      placeholder="Escolha"
      options={typeOptions}
      {...bound}
    />
  )
}

export function NoteField({ field }: { field: FormFields }) {
  return <TextAreaField label="Observação" rows={3} optional {...field.getField('note')} />
}
