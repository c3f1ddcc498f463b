import type { ReactNode } from 'react'
import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
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

type Address = Parameters<typeof formatStreetLine>[0] & { id: number; zip_code: string }

export type PickableOrder = {
  id: number
  date: string
  nfe: string | null
  shipping_type: string
  shipping_value: number
  address: Address | null
  lines: readonly (AircraftName & {
    id: number
    name: string
    version: string
    revision: string
    /** the current revision, if staff may choose it */
    selectableRevision: string | null
  })[]
}

/** Ids of the selected orders and copies. `newerLines` are copies that staff choose to send in the current revision. */
export type ChosenContents = {
  orders: readonly number[]
  lines: readonly number[]
  newerLines: readonly number[]
}

type OrderPickerProps = {
  orders: readonly PickableOrder[]
  chosen: ChosenContents
  errors?: readonly string[]
}

/** Lists orders and the copies of selected orders. Deselecting copies splits the order (D39). */
export function OrderPicker({ orders, chosen, errors }: OrderPickerProps) {
  const id = makeFieldId('order')
  const hasSeveralAddresses = listDistinctAddresses(orders, null).length > 1
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
          hint={hasSeveralAddresses && order.address ? formatAddress(order.address) : undefined}
          defaultChecked={chosen.orders.includes(order.id)}
          panel={<CopyCheckboxes order={order} chosen={chosen} />}
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

type DestinationProps = { orders: readonly PickableOrder[]; ownAddress?: Address | null; field: FormFields }

/** Shows the address of the orders, or a choice if they differ (D150). */
export function DestinationField({ orders, ownAddress = null, field }: DestinationProps) {
  const addresses = listDistinctAddresses(orders, ownAddress)
  const [onlyAddress] = addresses
  const { defaultValue, ...fieldProps } = field.getField('destination')
  const id = makeFieldId('destination')
  if (!onlyAddress) return null
  if (addresses.length === 1)
    return (
      <>
        <FieldErrors id={id} errors={fieldProps.errors} />
        <p id={id} className="hint">{`Endereço de entrega: ${formatAddress(onlyAddress)}`}</p>
        <input type="hidden" name="destination" value={onlyAddress.id} />
      </>
    )
  return (
    <RadioGroup
      label="Endereço de entrega"
      hint="Os pedidos têm endereços diferentes: escolha para qual deles vai este volume."
      isRequired
      {...fieldProps}
      {...(defaultValue ? { defaultValue } : {})}
      options={addresses.map((address) => ({ value: address.id, label: formatAddress(address) }))}
    />
  )
}

/** Returns addresses with different texts, the shipment's own first. */
function listDistinctAddresses(orders: readonly PickableOrder[], ownAddress: Address | null): Address[] {
  const addresses = new Map<string, Address>()
  for (const address of [ownAddress, ...orders.map(({ address }) => address)])
    if (address && !addresses.has(formatAddress(address))) addresses.set(formatAddress(address), address)
  return [...addresses.values()]
}

function formatAddress(address: Address): string {
  return `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`
}

function formatOrderLabel({ id, date, nfe, shipping_type, shipping_value }: PickableOrder): string {
  const name = getShippingName(shipping_type)
  const freight = shipping_value === 0 ? name : `${name}, frete cotado ${formatReais(shipping_value)}`
  return [`Pedido nº ${id} de ${formatDate(date)}`, nfe ? `NF-e ${nfe}` : null, freight]
    .filter(Boolean)
    .join(' · ')
}

/** Lists an order's copies. An unselected order has all copies checked, so selecting the order sends all. */
function CopyCheckboxes({ order, chosen }: { order: PickableOrder; chosen: ChosenContents }) {
  const isChosen = chosen.orders.includes(order.id)
  return (
    <>
      {order.lines.map(({ id, selectableRevision, ...line }) => (
        <CheckboxField
          key={id}
          id={`${makeFieldId('line')}-${id}`}
          name="line"
          value={id}
          label={
            selectableRevision === null ? formatCopy(line) : formatCopy({ ...line, revision: line.version })
          }
          defaultChecked={!isChosen || chosen.lines.includes(id)}
          panel={
            selectableRevision === null ? undefined : (
              <CheckboxField
                id={`${makeFieldId('newer')}-${id}`}
                name="newer"
                value={id}
                label={formatNewerRevision(selectableRevision)}
                defaultChecked={chosen.newerLines.includes(id)}
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
export function DetailFields({ field, staff, valueHint, children }: DetailFieldsProps) {
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

type DetailFieldsProps = { field: FormFields; staff: Staff; valueHint?: string; children?: ReactNode }

export function TypeField({ field }: { field: FormFields }) {
  const fieldProps = field.getField('type')
  return (
    <SelectField
      label="Tipo de envio"
      width="half"
      isRequired
      placeholder="Escolha"
      options={typeOptions}
      {...fieldProps}
    />
  )
}

export function NoteField({ field }: { field: FormFields }) {
  return <TextAreaField label="Observação" rows={3} optional {...field.getField('note')} />
}
