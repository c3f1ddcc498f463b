import { isCivilDate } from '#app/domain/platform/calendar.ts'
import type { SubscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { Fieldset, SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { StaffAircraftFields } from '#app/ui/forms/staff-aircraft-fields.tsx'

type StaffSubscriptionFormProps = {
  action: string
  back: string
  getField: (name: string) => BoundField
  /** the record's version when it was read */
  lock_version: string
  seenDigest: string
  status: {
    current: SubscriptionStatus
    /** statuses that staff may choose; empty if shipments or the due date determine it (D35) */
    options: readonly SubscriptionStatus[]
    hint: string | undefined
  }
  hasDue: boolean
  hasDispatch: boolean
  /** shipment whose tracking code and dispatch day the form edits */
  shipmentId: number | null
}

/** Shows the staff's form of a unit (F103). */
export function StaffSubscriptionForm(props: StaffSubscriptionFormProps) {
  const { action, back, getField, lock_version, seenDigest, hasDue } = props
  return (
    <PostForm seenDigest={seenDigest} action={action} noValidate data-once="">
      <input type="hidden" name="lock_version" value={lock_version} />
      {hasDue ? <input type="hidden" name="due_seen" value={getField('due_seen').defaultValue} /> : null}
      <Fieldset legend="Andamento">
        <div className="fields">
          <StatusField {...props} />
          {hasDue ? <DueField getField={getField} /> : null}
        </div>
        {props.hasDispatch ? <DispatchFields {...props} /> : null}
      </Fieldset>
      <Fieldset legend="Aeronave">
        <StaffAircraftFields getField={getField} />
      </Fieldset>
      <Fieldset legend="Observações">
        <TextAreaField label="Observações" hint="Só a equipe vê." rows={4} optional {...getField('notes')} />
      </Fieldset>
      <p className="actions">
        <Button variant="main">Salvar</Button>
        <LinkButton href={back}>Voltar</LinkButton>
      </p>
    </PostForm>
  )
}

/** Asks for the due date. The hint shows the stored date, because some browsers show date fields as text. */
function DueField({ getField }: Pick<StaffSubscriptionFormProps, 'getField'>) {
  const storedDue = getField('due_seen').defaultValue
  return (
    <TextField
      label="Vencimento"
      type="date"
      hint={storedDue && isCivilDate(storedDue) ? `Gravado: ${formatDate(storedDue)}` : undefined}
      width="half"
      isRequired
      {...getField('due')}
    />
  )
}

function StatusField({ status, getField }: StaffSubscriptionFormProps) {
  const isLocked = status.options.length === 0
  const statusCodes = isLocked ? [status.current] : status.options
  const field = getField('status')
  return (
    <SelectField
      label="Situação"
      width="half"
      hint={status.hint}
      options={statusCodes.map((value) => ({ value, label: subscriptionTexts[value].text }))}
      {...field}
      defaultValue={isLocked ? String(status.current) : field.defaultValue}
      disabled={isLocked}
    />
  )
}

function DispatchFields({ getField, shipmentId }: StaffSubscriptionFormProps) {
  const hint = shipmentId === null ? undefined : `Corrige também a expedição #${shipmentId}.`
  return (
    <div className="fields">
      <TextField
        label="Código de rastreamento"
        hint={hint}
        width="half"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...getField('track_code')}
      />
      <TextField label="Data da expedição" type="date" width="half" {...getField('expedition_date')} />
    </div>
  )
}
