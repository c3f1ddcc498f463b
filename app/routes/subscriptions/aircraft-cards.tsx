import type { ReactNode } from 'react'
import type { AccountRights } from '#app/domain/accounts/colleagues.ts'
import { type Unit, UnitActs } from '#app/routes/subscriptions/unit-acts.tsx'
import { NameCell, OrderLink, StatusCell } from '#app/routes/subscriptions/unit-cells.tsx'
import { VersionCell } from '#app/routes/subscriptions/version-cell.tsx'

type Props = {
  /** units of one aircraft are consecutive */
  units: readonly Unit[]
  today: string
  /** the customer's names of aircraft, by registration */
  nicknames: Readonly<Record<string, string>>
  /** returns the checkbox of a unit; null if it cannot be selected */
  renderCheckbox: (unit: Unit) => ReactNode
  rights: AccountRights
}

/** Shows a card per aircraft with its units. This is the default view for several aircraft. */
export function AircraftCards({ units, today, nicknames, renderCheckbox, rights }: Props) {
  return (
    <div className="fleet">
      {groupUnits(units).map(({ key, registration, serials, count, rows }) => (
        <section key={key} className="fleet-card" aria-labelledby={`aeronave-${key}`}>
          <h2 id={`aeronave-${key}`}>
            {registration ?? (serials.length > 0 ? 'Sem prefixo' : 'Sem aeronave')}
            {registration && nicknames[registration] ? <small> {nicknames[registration]}</small> : null}
          </h2>
          <p className="hint">
            {[
              ...(registration ? serials.map((serial) => `nº de série ${serial}`) : []),
              count === 1 ? '1 publicação' : `${count} publicações`,
            ].join(' · ')}
          </p>
          <ul className="fleet-units">
            {rows.map((unit) => (
              <li key={unit.id}>
                <div className="unit-name">
                  {renderCheckbox(unit)}
                  <div>
                    <NameCell unit={unit} includesSerial={!registration || serials.length > 1} />
                    <span className="hint">
                      <OrderLink id={unit.order_id} rights={rights} label={`Pedido nº ${unit.order_id}`} />
                    </span>
                  </div>
                </div>
                <div>
                  <span className="hint">Versão</span>
                  <VersionCell row={unit} />
                </div>
                <div>
                  <StatusCell unit={unit} today={today} />
                </div>
                <UnitActs unit={unit} today={today} rights={rights} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type AircraftGroup = {
  key: string
  registration: string | null
  serials: string[]
  count: number
  rows: Unit[]
}

/** Groups units by registration. Units without a registration form a group of their own. */
function groupUnits(units: readonly Unit[]): AircraftGroup[] {
  const groups = new Map<string, AircraftGroup>()
  for (const unit of units) {
    const { airplane_registration: registration, airplane_serial_number: serial, of_aircraft: count } = unit
    const key = registration ?? 'nenhuma'
    const group = groups.get(key) ?? { key, registration, serials: [], count, rows: [] }
    if (serial && !group.serials.includes(serial)) group.serials.push(serial)
    group.rows.push(unit)
    groups.set(key, group)
  }
  return [...groups.values()]
}
