import { hasAircraft } from '#app/domain/accounts/aircraft.ts'
import { paths } from '#app/paths.ts'
import { formatFuel } from '#app/text/accounts/aircraft-labels.ts'

type Line = {
  name: string
  registration: string | null
  serialNumber: string | null
  fuel: number | null
  photo: string | null
}

/** Shows aircraft and photo of an order line. */
export function LineAircraft({ line }: { line: Line }) {
  if (!hasAircraft(line) && !line.photo) return <>-</>
  return (
    <>
      {line.registration}
      {line.serialNumber ? <span className="hint"> nº de série {line.serialNumber}</span> : null}
      {line.fuel ? <span className="hint"> {formatFuel(line.fuel)}</span> : null}
      {line.photo ? (
        <a href={paths.photo(line.photo)} target="_blank" rel="noopener">
          Ver a foto<span className="visually-hidden">{` de ${line.name}`}</span>
        </a>
      ) : null}
    </>
  )
}
