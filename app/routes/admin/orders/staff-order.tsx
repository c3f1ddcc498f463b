import type { ReactNode } from 'react'
import { hasAircraft, type UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { listAircraftRows } from '#app/text/accounts/aircraft-labels.ts'
import { formatFreight } from '#app/text/checkout/shipping-labels.ts'
import { goodsStateLabels } from '#app/text/orders/state-labels.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList, type SummaryRow } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export type StaffOrderLine = UnitAircraft & {
  id: number
  publicationId: number
  name: string
  version: string
  value: number
  photo: string | null
  renewsId: number | null
  unitId: number | null
  suspendedAt: Date | null
  /** id of the open withdrawal request */
  withdrawal: number | null
  /** state of the copy */
  goods: GoodsState | null
  shipmentId: number | null
}

type Links = {
  publication: (id: number) => string
  signature: (id: number) => string
  shipment: (id: number) => string
  photo: (name: string) => string
}

type Totals = { publicationsTotal: number; shippingType: string; shippingValue: number; total: number }

/** Lists the copies of an order with aircraft, photo, unit and value (F95). */
export function StaffOrderLines({
  lines,
  totals,
  links,
}: {
  lines: readonly StaffOrderLine[]
  totals: Totals
  links: Links
}) {
  const columns: Column<StaffOrderLine>[] = [
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      render: (line) => (
        <>
          <a href={links.publication(line.publicationId)}>
            {formatLineName({ name: line.name, isRenewal: line.renewsId !== null })}
          </a>
          <span className="hint">versão {line.version}</span>
        </>
      ),
    },
    {
      key: 'aircraft',
      label: 'Aeronave',
      render: (line) => <AircraftCell line={line} photoPath={links.photo} />,
    },
    { key: 'unit', label: 'Andamento', render: (line) => <UnitCell line={line} links={links} /> },
    { key: 'value', label: 'Valor', align: 'num', render: (line) => <Money centavos={line.value} /> },
  ]
  return (
    <DataTable
      caption="Publicações do pedido"
      columns={columns}
      rows={lines}
      rowKey={(line) => line.id}
      empty={{ text: 'Nenhuma publicação' }}
      totals={[
        { label: 'Publicações', value: <Money centavos={totals.publicationsTotal} /> },
        {
          label: 'Frete',
          value: formatFreight({ type: totals.shippingType, value: totals.shippingValue }),
        },
        { label: 'Total', value: <Money centavos={totals.total} /> },
      ]}
    />
  )
}

function AircraftCell({ line, photoPath }: { line: StaffOrderLine; photoPath: Links['photo'] }) {
  if (!hasAircraft(line) && !line.photo) return <>-</>
  return (
    <>
      {listAircraftRows(line).map(({ key, value }) =>
        key === 'Prefixo' ? (
          value
        ) : (
          <span className="hint" key={key}>
            {key}: {value}
          </span>
        ),
      )}
      {line.photo ? (
        <a href={photoPath(line.photo)} target="_blank" rel="noopener">
          <img
            src={photoPath(line.photo)}
            alt={`Foto para ${line.name}`}
            className="photo-sent"
            loading="lazy"
          />
        </a>
      ) : null}
    </>
  )
}

/** Shows the unit, the state of its copy, and the shipment: 'nº 181 Enviado, #25'. */
function UnitCell({ line, links }: { line: StaffOrderLine; links: Links }) {
  const { unitId, goods, shipmentId } = line
  if (unitId === null && goods === null) return <>-</>
  return (
    <>
      {unitId === null ? null : <a href={links.signature(unitId)}>nº {unitId}</a>}{' '}
      {goods === null ? null : (
        <StatusTag tone={goodsStateLabels[goods].tone}>{goodsStateLabels[goods].text}</StatusTag>
      )}
      {goods === null || shipmentId === null ? null : (
        <>
          , <a href={links.shipment(shipmentId)}>#{shipmentId}</a>
        </>
      )}
      {line.suspendedAt ? <span className="hint">suspensa</span> : null}
      {line.withdrawal ? <span className="hint">{formatWithdrawalMention(line.withdrawal)}</span> : null}
    </>
  )
}

type Address = {
  zip_code: string
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
}

/** Shows an address in two lines, or a dash. */
export function AddressLines({ address }: { address: Address | null }) {
  if (!address) return <>-</>
  return (
    <>
      {formatStreetLine(address)}
      <br />
      {formatPlaceLine(address, address.zip_code)}
    </>
  )
}

export type StaffShipment = { id: number; href: string; text: string; trackCode: string | null }

/** Lists an order's shipments, if any, with links. */
export function ShipmentLinks({ shipments }: { shipments: readonly StaffShipment[] }) {
  if (shipments.length === 0) return null
  return (
    <section aria-labelledby="expedicoes" className="section">
      <h2 id="expedicoes">Expedições</h2>
      <ul className="plain">
        {shipments.map(({ id, href, text, trackCode }) => (
          <li key={id}>
            <a href={href}>Expedição nº {id}</a>: {text}
            {trackCode ? <span className="print-only">{`, código ${trackCode}`}</span> : null}
            {trackCode ? <TrackingForm code={trackCode} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

export type StaffFile = { id: number; href: string; removalHref: string | null; name: string; text: string }

/** Lists an order's files, each with a link to remove it if that is possible. */
export function FileLinks({ files }: { files: readonly StaffFile[] }) {
  if (files.length === 0) return null
  return (
    <ul className="plain">
      {files.map(({ id, href, removalHref, name, text }) => (
        <li key={id}>
          <a href={href}>{name}</a> <span className="hint">{text}</span>{' '}
          {removalHref ? (
            <a href={removalHref}>
              Remover<span className="visually-hidden">{` ${name}`}</span>
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type Boleto = { line: string | null; due: CivilDate | null; href: string | null; missingText: string }

/** Shows line, due date and PDF of a boleto, or why there is none. */
export function BoletoText({ line, due, href, missingText }: Boleto) {
  if (line === null) return <>{missingText}</>
  return (
    <>
      <span className="code">{line}</span>{' '}
      {due ? <span className="hint">vence em {formatDate(due)}</span> : null}{' '}
      {href ? (
        <a href={href} target="_blank" rel="noopener">
          Abrir o PDF
        </a>
      ) : null}
    </>
  )
}

/** Shows rows of a summary under their own heading. */
export function DetailsSection({
  id,
  title,
  rows,
  children,
}: {
  id: string
  title: string
  rows: readonly SummaryRow[]
  children?: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="section">
      <h2 id={id}>{title}</h2>
      <SummaryList rows={rows} />
      {children}
    </section>
  )
}
