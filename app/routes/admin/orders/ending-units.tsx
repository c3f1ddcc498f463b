import { type AircraftName, hasAircraft } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'

type Unit = AircraftName & { id: number; name: string; due: CivilDate | null }

type Props = {
  units: readonly Unit[]
  renewals: readonly Unit[]
  title?: string
  /** words for the event that restores the units; null if none does */
  suspensionEnd?: string | null
}

/** Lists units that are suspended and years that are removed if an order is no longer paid (D17, D32). */
export function EndingUnits({
  units,
  renewals,
  title = 'Ao deixar “Pagamento confirmado”',
  suspensionEnd = 'até o pedido voltar a ser pago',
}: Props) {
  return (
    <Notice tone="warn" title={title} isSilent>
      {units.length + renewals.length === 0 ? <p>Nada está em vigor por este pedido.</p> : null}
      {units.length > 0 ? (
        <>
          <p>Ficam suspensas, sem download, {suspensionEnd ?? 'e não voltam'}:</p>
          <UnitList units={units} formatEnd={(due) => `, até ${formatDate(due)}`} />
        </>
      ) : null}
      {renewals.length > 0 ? (
        <>
          <p>Perdem o ano que este pedido renovou:</p>
          <UnitList units={renewals} formatEnd={(due) => `, volta a vencer em ${formatDate(due)}`} />
        </>
      ) : null}
    </Notice>
  )
}

function UnitList({ units, formatEnd }: { units: readonly Unit[]; formatEnd: (due: CivilDate) => string }) {
  return (
    <ul>
      {units.map(({ id, name, due, ...aircraft }) => (
        <li key={id}>
          nº {id}: {name}
          {hasAircraft(aircraft) ? `, ${formatAircraftName(aircraft)}` : ''}
          {due ? formatEnd(due) : ''}
        </li>
      ))}
    </ul>
  )
}
