import type { Conflict } from '#app/domain/platform/conflict.ts'
import { expeditionStatus, expeditionTransition } from '#app/domain/shipments/expedition.ts'
import { expeditionLabels, expeditionLine, stateOfExpedition } from '#app/text/shipments/expedition-words.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Fieldset } from '#app/ui/field.tsx'
import { type HistoryLine, HistoryList } from '#app/ui/history-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { BlockedCopies } from './blocked-copies.tsx'
import { SwappedContents } from './box-question.tsx'
import { Contents, ExpeditionFacts, Recipient, type ShownExpedition } from './expedition-facts.tsx'
import {
  type Chosen,
  DetailFields,
  type FormFields,
  NoteField,
  OrderPicker,
  type PickableOrder,
  type Staff,
  TypeField,
} from './expedition-fields.tsx'
import { LabelOfExpedition } from './label-recipients.tsx'

type LabelsProps = Parameters<typeof LabelOfExpedition>[0]

export type ExpeditionPageProps = {
  expedition: ShownExpedition & {
    status: number
    cancelled_at: Date | null
    cancel_reason: string | null
  }
  withoutAddress: LabelsProps['withoutAddress']
  labelField: LabelsProps['form']['field']
  orders: readonly PickableOrder[]
  staff: Staff
  /** how often the shipment had been saved when the form was opened */
  edits: number | string
  chosen: Chosen
  field: FormFields & {
    hasErrors: boolean
    formErrors: readonly string[]
    errors: Readonly<Record<string, readonly string[] | undefined>>
  }
  conflict: Conflict | null
  history: readonly HistoryLine[]
  hrefs: {
    list: string
    self: string
    client: string
    order: (id: number) => string
    dispatch: string
    delivery: string
    return: string
    correction: string
    undoing: string
    labels: string
  }
}

/** A shipment: what it is, what can be done with it, its form while it may change, its history; prints as a packing list. */
export function ExpeditionPage(props: ExpeditionPageProps) {
  const { expedition, field, conflict, hrefs } = props
  const { text, tone } = stateOfExpedition(expedition)
  const isUndone = expedition.cancelled_at !== null
  return (
    <>
      <PageHeading
        title={`Expedição #${expedition.id}`}
        lead={expeditionLine(expedition)}
        back={{ href: hrefs.list, label: 'Expedições' }}
      >
        <StatusTag tone={tone}>{text}</StatusTag>
      </PageHeading>
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={expeditionLabels} />
      ) : null}
      {isUndone ? (
        <Notice title="Expedição desfeita">{expedition.cancel_reason ?? 'Sem motivo informado.'}</Notice>
      ) : (
        <Acts status={expedition.status} hrefs={hrefs} />
      )}
      <BlockedCopies lines={expedition.blocked} />
      <SwappedContents {...expedition.box} action={hrefs.self} />
      <Recipient expedition={expedition} />
      <ExpeditionFacts expedition={expedition} hrefs={hrefs} />
      <Contents id={expedition.id} lines={expedition.lines} />
      <div className="no-print">
        {isUndone ? null : (
          <>
            <LabelOfExpedition
              expeditions={[expedition]}
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

/** Each change of the state is an act with a page of its own (D38). */
function Acts({ status, hrefs }: { status: number; hrefs: ExpeditionPageProps['hrefs'] }) {
  const can = (event: Parameters<typeof expeditionTransition>[1]) =>
    expeditionTransition(status, event) !== undefined
  const { sent, delivered } = expeditionStatus
  return (
    <div className="actions no-print">
      {can('sent') ? (
        <LinkButton variant="main" href={hrefs.dispatch}>
          Marcar como enviado
        </LinkButton>
      ) : null}
      {can('resent') ? (
        <LinkButton variant="main" href={hrefs.dispatch}>
          Enviar outra vez
        </LinkButton>
      ) : null}
      {status === expeditionStatus.underWay ? (
        <LinkButton href={hrefs.undoing}>Desfazer a expedição</LinkButton>
      ) : null}
      {can('delivered') ? <LinkButton href={hrefs.delivery}>Marcar como entregue</LinkButton> : null}
      {can('returned') ? <LinkButton href={hrefs.return}>Marcar como devolvido</LinkButton> : null}
      {status === sent || status === delivered ? (
        <LinkButton href={hrefs.correction}>Corrigir código ou data</LinkButton>
      ) : null}
    </div>
  )
}

function EditForm(props: ExpeditionPageProps) {
  const { expedition, orders, staff, edits, chosen, field, hrefs } = props
  const isUnderWay = expedition.status === expeditionStatus.underWay
  const isBack = expedition.status === expeditionStatus.returned
  return (
    <form method="post" action={hrefs.self} noValidate className="stack" data-once="">
      <input type="hidden" name="edits" value={edits} />
      <Fieldset legend="Alterar" hint={isUnderWay ? undefined : lockedHint(isBack)}>
        {isUnderWay && !expedition.direct_shipping ? (
          <OrderPicker orders={orders} chosen={chosen} errors={field.errors.order} />
        ) : null}
        {isUnderWay ? <DetailFields field={field} staff={staff} /> : null}
        {isBack ? <TypeField field={field} /> : null}
        {isUnderWay ? null : <NoteField field={field} />}
      </Fieldset>
      <div className="actions">
        <Button variant={isUnderWay || isBack ? 'secondary' : 'main'}>Salvar</Button>
      </div>
    </form>
  )
}

function lockedHint(isBack: boolean): string {
  return isBack
    ? 'A expedição voltou: conteúdo, responsável e valor ficam como estão, o tipo pode mudar para o novo envio.'
    : 'A expedição já foi enviada: conteúdo, tipo, responsável e valor ficam como estão.'
}
