import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { paths } from '#app/paths.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import {
  formatCopies,
  formatMissingKeys,
  formatShipmentRefusal,
} from '#app/text/shipments/shipment-labels.ts'
import { Notice } from '#app/ui/notice.tsx'

type MovedCopiesProps = {
  lines: readonly (AircraftName & { id: number; name: string; shipmentId: number })[]
}

/** Lists copies of a returned shipment that another shipment now contains, if any. */
export function MovedCopies({ lines }: MovedCopiesProps) {
  if (lines.length === 0) return null
  return (
    <Notice tone="info" isSilent title={`${formatCopies(lines.length)} já em outra expedição`}>
      <ul>
        {lines.map(({ id, name, shipmentId, ...aircraft }) => (
          <li key={id}>
            {[name, formatAircraftName(aircraft)].filter(Boolean).join(', ')}: expedição{' '}
            <a href={paths.admin.shipment(shipmentId)}>#{shipmentId}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type MissingKeysProps = { keys: { orderIds: readonly number[]; isRefused: boolean } }

/** Lists orders without the NF-e that is required before dispatch, with links (D141). */
export function MissingKeys({ keys: { orderIds, isRefused } }: MissingKeysProps) {
  const title = formatMissingKeys({ orderIds })
  if (!isRefused || title === null) return null
  return (
    <Notice tone="warn" isSilent title={title}>
      {formatShipmentRefusal('invoice-missing')}:{' '}
      {orderIds.map((id) => (
        <a key={id} href={paths.admin.orderInvoice(id)} className="row-line">
          {`registrar a NF-e do pedido nº ${id}`}
        </a>
      ))}
    </Notice>
  )
}
