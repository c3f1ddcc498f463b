import type { Conflict } from '#app/domain/platform/conflict.ts'
import { findShipmentTransition, isAwaitingDispatch, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { formatShipmentLine, getShipmentState, shipmentLabels } from '#app/text/shipments/shipment-labels.ts'
import { type HistoryLine, HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Fieldset } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { BlockedCopies } from './blocked-copies.tsx'
import { SwapContentsForm } from './box-question.tsx'
import { ShipmentLabelForm } from './label-recipients.tsx'
import { MissingKeys, MovedCopies } from './moved-copies.tsx'
import {
  Contents,
  OldLabelNotice,
  Recipient,
  ShipmentDetails,
  type ShipmentView,
} from './shipment-details.tsx'
import {
  type ChosenContents,
  DestinationField,
  DetailFields,
  type FormFields,
  NoteField,
  OrderPicker,
  type PickableOrder,
  type Staff,
  TypeField,
} from './shipment-fields.tsx'

type LabelsProps = Parameters<typeof ShipmentLabelForm>[0]

export type ShipmentPageProps = {
  shipment: ShipmentView & {
    status: number
    cancelled_at: Date | null
    cancel_reason: string | null
  }
  withoutAddress: LabelsProps['withoutAddress']
  labelField: LabelsProps['form']['field']
  orders: readonly PickableOrder[]
  staff: Staff
  /** the shipment's version when the form was opened */
  lock_version: number | string
  chosen: ChosenContents
  field: FormFields & {
    hasErrors: boolean
    formErrors: readonly string[]
    seenDigest: string
    errors: Readonly<Record<string, readonly string[] | undefined>>
  }
  conflict: Conflict | null
  history: readonly HistoryLine[]
  hrefs: {
    list: string
    current: string
    client: string
    order: (id: number) => string
    dispatch: string
    delivery: string
    return: string
    correction: string
    address: string
    cancellation: string
    labels: string
  }
}

/** Shows a shipment with actions, form and history. Prints as a packing list. */
export function ShipmentPage(props: ShipmentPageProps) {
  const { shipment, field, conflict, hrefs } = props
  const { text, tone } = getShipmentState(shipment)
  const isCancelled = shipment.cancelled_at !== null
  const isCorrectable = !isCancelled && isAwaitingDispatch(shipment)
  return (
    <>
      <PageHeading
        title={`Expedição #${shipment.id}`}
        lead={formatShipmentLine(shipment)}
        back={{ href: hrefs.list, label: 'Expedições' }}
      >
        <StatusTag tone={tone}>{text}</StatusTag>
      </PageHeading>
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={shipmentLabels} />
      ) : null}
      {isCancelled ? (
        <Notice title="Expedição desfeita">{shipment.cancel_reason ?? 'Sem motivo informado.'}</Notice>
      ) : (
        <ShipmentActions shipment={shipment} hrefs={hrefs} />
      )}
      <BlockedCopies lines={shipment.blockedLines} />
      <MovedCopies lines={shipment.movedLines} />
      <MissingKeys keys={shipment.keys} />
      <SwapContentsForm {...shipment.box} action={hrefs.current} />
      <OldLabelNotice shipment={shipment} />
      <Recipient shipment={shipment} correctionHref={isCorrectable ? hrefs.address : null} />
      <ShipmentDetails shipment={shipment} hrefs={hrefs} />
      <Contents id={shipment.id} lines={shipment.lines} />
      <div className="no-print">
        {isCancelled ? null : (
          <>
            <ShipmentLabelForm
              shipments={[shipment]}
              withoutAddress={props.withoutAddress}
              form={{ action: hrefs.labels, field: props.labelField, isAside: true }}
            />
            <EditForm {...props} />
          </>
        )}
        <HistoryList lines={props.history} />
      </div>
    </>
  )
}

/** Links the pages of the actions; each change of the status has its own page (D38). */
function ShipmentActions({ shipment, hrefs }: Pick<ShipmentPageProps, 'shipment' | 'hrefs'>) {
  const { status } = shipment
  const isPossible = (event: Parameters<typeof findShipmentTransition>[1]) =>
    findShipmentTransition(status, event) !== undefined
  const { sent, delivered } = shipmentStatus
  return (
    <div className="actions no-print">
      {isPossible('sent') && shipment.canLeave ? (
        <LinkButton variant="main" href={hrefs.dispatch}>
          Marcar como enviado
        </LinkButton>
      ) : null}
      {isPossible('resent') && shipment.canLeave ? (
        <LinkButton variant="main" href={hrefs.dispatch}>
          Enviar outra vez
        </LinkButton>
      ) : null}
      {status === shipmentStatus.underWay ? (
        <LinkButton href={hrefs.cancellation}>Desfazer a expedição</LinkButton>
      ) : null}
      {isPossible('delivered') ? <LinkButton href={hrefs.delivery}>Marcar como entregue</LinkButton> : null}
      {isPossible('returned') ? <LinkButton href={hrefs.return}>Voltou ao remetente</LinkButton> : null}
      {status === sent || status === delivered ? (
        <LinkButton href={hrefs.correction}>Corrigir código ou data</LinkButton>
      ) : null}
    </div>
  )
}

function EditForm(props: ShipmentPageProps) {
  const { shipment, orders, staff, lock_version, chosen, field, hrefs } = props
  const isUnderWay = shipment.status === shipmentStatus.underWay
  const isReturned = shipment.status === shipmentStatus.returned
  return (
    <PostForm seenDigest={field.seenDigest} action={hrefs.current} noValidate className="stack" data-once="">
      <input type="hidden" name="lock_version" value={lock_version} />
      <Fieldset legend="Alterar" hint={isUnderWay ? undefined : formatLockedHint(isReturned)}>
        {isUnderWay && !shipment.direct_shipping ? (
          <>
            <OrderPicker orders={orders} chosen={chosen} errors={field.errors.order} />
            <DestinationField orders={orders} ownAddress={shipment.address} field={field} />
          </>
        ) : null}
        {isUnderWay ? <DetailFields field={field} staff={staff} /> : null}
        {isReturned ? <TypeField field={field} /> : null}
        {isUnderWay ? null : <NoteField field={field} />}
      </Fieldset>
      <div className="actions">
        <Button variant={isUnderWay || isReturned ? 'secondary' : 'main'}>Salvar</Button>
      </div>
    </PostForm>
  )
}

function formatLockedHint(isReturned: boolean): string {
  return isReturned
    ? 'A expedição voltou: conteúdo, responsável e valor ficam como estão, o tipo pode mudar para o novo envio.'
    : 'A expedição já foi enviada: conteúdo, tipo, responsável e valor ficam como estão.'
}
