import type { ReactNode } from 'react'
import { BlockedCopies } from '#app/routes/admin/shipments/blocked-copies.tsx'
import type { FormFields } from '#app/routes/admin/shipments/shipment-fields.tsx'
import {
  clientName,
  formatCopies,
  shipmentRefusal,
  stateOfShipment,
} from '#app/text/shipments/shipment-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export type ShipmentActProps = {
  shipment: {
    id: number
    status: number
    cancelled_at: Date | null
    blocked: Parameters<typeof BlockedCopies>[0]['lines']
    client?: { is_company: boolean; name: string; company_name: string | null }
  }
  title: string
  /** What leaves with it. */
  copies?: readonly { id: number; text: string }[]
  /** What the act changes, one sentence each. */
  changes: readonly string[]
  isPossible: boolean
  back: string
  action: string
  button: string
  field: FormFields & {
    hasErrors: boolean
    formErrors: readonly string[]
    errors: Readonly<Record<string, readonly string[] | undefined>>
  }
  labels: Readonly<Record<string, string>>
  children?: ReactNode
}

/** An act on a shipment with a day of its own: what it changes, the day, and further fields. */
export function ShipmentAct(props: ShipmentActProps) {
  const { shipment, title, field, back } = props
  const place = { href: back, label: `Expedição #${shipment.id}` }
  return (
    <div className="narrow">
      <PageHeading
        title={`${title}: expedição #${shipment.id}`}
        lead={clientName(shipment.client)}
        back={place}
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={props.labels} />
      ) : null}
      <BlockedCopies lines={shipment.blocked} />
      {props.isPossible ? (
        <ActForm {...props} />
      ) : (
        <ImpossibleAct state={stateOfShipment(shipment).text} back={back} />
      )}
    </div>
  )
}

function ActForm(props: ShipmentActProps) {
  const { copies = [], changes, action, field, button, back, children } = props
  return (
    <form method="post" action={action} noValidate className="stack" data-once="">
      {copies.length > 0 ? <Copies copies={copies} /> : null}
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <TextField label="Data" type="date" width="half" required {...field.of('date')} />
      {children}
      <div className="actions">
        <Button variant="main">{button}</Button>
        <LinkButton href={back}>Voltar</LinkButton>
      </div>
    </form>
  )
}

function Copies({ copies }: { copies: readonly { id: number; text: string }[] }) {
  return (
    <section aria-labelledby="exemplares">
      <h2 id="exemplares">{`${copies.length === 1 ? 'Sai' : 'Saem'} ${formatCopies(copies.length)}`}</h2>
      <ul>
        {copies.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </section>
  )
}

/** An act that the shipment's state has no place for. */
export function ImpossibleAct({ state, back }: { state: string; back: string }) {
  return (
    <>
      <Notice tone="info">{`Situação: ${state}. ${shipmentRefusal('not-possible')}`}</Notice>
      <p className="actions">
        <LinkButton href={back}>Voltar</LinkButton>
      </p>
    </>
  )
}

/** The code of a shipment, with what the way it travels asks for. */
export function TrackCodeField({ field, hint }: { field: FormFields; hint: string }) {
  return (
    <TextField
      label="Código de rastreamento"
      hint={hint}
      width="half"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field.of('track_code')}
    />
  )
}
