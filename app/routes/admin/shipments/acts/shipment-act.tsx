import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { BlockedCopies } from '#app/routes/admin/shipments/blocked-copies.tsx'
import { QuestionPage, type useQuestionFields } from '#app/routes/question/question.tsx'
import {
  formatCopies,
  formatShipmentClientName,
  formatShipmentRefusal,
  getShipmentState,
  shipmentLabels,
} from '#app/text/shipments/shipment-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

type Shipment = { id: number; status: number; cancelled_at: Date | null }
type FormFields = ReturnType<typeof useQuestionFields>

type ShipmentActProps = {
  shipment: Shipment & {
    blockedLines: Parameters<typeof BlockedCopies>[0]['lines']
    client?: { is_company: boolean; name: string; company_name: string | null }
  }
  title: string
  copies?: readonly { id: number; text: string }[]
  /** consequences of the action, one sentence each */
  changes: readonly string[]
  isPossible: boolean
  /** replaces the form if the action is not possible for a reason other than the status */
  alternative?: ReactNode
  action: string
  button: string
  field: FormFields
  children?: ReactNode
}

/** Shows an action on a shipment: its changes, its day, and further fields. */
export function ShipmentAct(props: ShipmentActProps) {
  const {
    shipment,
    title,
    copies = [],
    changes,
    isPossible,
    alternative,
    action,
    button,
    field,
    children,
  } = props
  return (
    <QuestionPage
      title={`${title}: expedição #${shipment.id}`}
      lead={formatShipmentClientName(shipment.client)}
      back={{ href: paths.admin.shipment(shipment.id), label: `Expedição #${shipment.id}` }}
      field={field}
      labels={shipmentLabels}
      details={<BlockedCopies lines={shipment.blockedLines} />}
      alternative={isPossible ? null : (alternative ?? <ImpossibleAct shipment={shipment} />)}
      action={action}
      button={button}
    >
      {copies.length > 0 ? <Copies copies={copies} /> : null}
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <TextField label="Data" type="date" width="half" isRequired {...field.getField('date')} />
      {children}
    </QuestionPage>
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

/** Explains why the shipment's status does not allow the action. */
export function ImpossibleAct({ shipment }: { shipment: Shipment }) {
  const state = getShipmentState(shipment).text
  return (
    <>
      <Notice tone="info">{`Situação: ${state}. ${formatShipmentRefusal('not-possible')}`}</Notice>
      <p className="actions">
        <LinkButton href={paths.admin.shipment(shipment.id)}>Voltar</LinkButton>
      </p>
    </>
  )
}

/** Asks for the tracking code in the carrier's format. */
export function TrackCodeField({ field, hint }: { field: FormFields; hint: string }) {
  return (
    <TextField
      label="Código de rastreamento"
      hint={hint}
      width="half"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field.getField('track_code')}
    />
  )
}
