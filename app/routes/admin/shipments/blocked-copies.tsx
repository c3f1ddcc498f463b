import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { paths } from '#app/paths.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatBlockedLine } from '#app/text/shipments/shipment-labels.ts'
import { Notice } from '#app/ui/notice.tsx'

type BlockedCopiesProps = {
  lines: readonly (Parameters<typeof formatBlockedLine>[0] & AircraftName & { id: number; name: string })[]
}

/** Warns of copies that must not be sent, if there are any. */
export function BlockedCopies({ lines }: BlockedCopiesProps) {
  if (lines.length === 0) return null
  return (
    <Notice tone="bad" title="Não envie este volume">
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            {[line.name, formatAircraftName(line)].filter(Boolean).join(', ')}:{' '}
            <a href={paths.admin.order(line.orderId)}>{formatBlockedLine(line)}</a>
          </li>
        ))}
      </ul>
      <p>Desmarque estes exemplares em Alterar, salve e retire-os do volume, ou desfaça a expedição.</p>
    </Notice>
  )
}
