import type { Conflict } from '#app/domain/platform/conflict.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { deliveryLabels, deliveryTexts } from '#app/text/shipments/delivery-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AddressFields, type BoundField } from '#app/ui/forms/address-fields.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, Choice, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

type Address = Parameters<typeof formatStreetLine>[0] & { id: number; zip_code: string }

type Props = {
  action: string
  back: string
  current: Address | null // the present delivery address
  account: Address | null // the client's present address, if it differs
  effects: readonly string[] // consequences, one sentence each
  orderIds?: readonly number[] // orders whose next shipments may also go there
  field: {
    getField: (name: string) => BoundField
    value: (name: string) => string | undefined
    hasErrors: boolean
    formErrors: readonly string[]
    errors: Readonly<Record<string, readonly string[] | undefined>>
  }
  cepNote: string | undefined
  conflict: Conflict | null
  lock_version: string | number
}

export function DeliveryCorrectionForm(props: Props) {
  const { action, back, current, account, effects, orderIds = [], field, cepNote, conflict } = props
  const addressFields = <AddressFields prefix="shipping" field={field.getField} cepNote={cepNote} />
  const typedOption = { value: 'typed', label: 'Outro endereço', content: addressFields }
  const accountOption = account && {
    value: 'account',
    label: deliveryTexts.ofAccount,
    hint: formatAddress(account),
  }
  return (
    <>
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={deliveryLabels} />
      ) : null}
      <SummaryList rows={[{ key: 'Agora', value: current ? formatAddress(current) : 'Sem endereço' }]} />
      <PostForm action={action} noValidate className="stack" data-once="">
        <EnterButton>Corrigir</EnterButton>
        <input type="hidden" name="lock_version" value={props.lock_version} />
        {account ? <input type="hidden" name="account" value={account.id} /> : null}
        {accountOption ? (
          <Choice label="Novo endereço" {...field.getField('use')} options={[accountOption, typedOption]} />
        ) : (
          <>
            <h2 id="use">Novo endereço</h2>
            {field.errors.use ? <p className="field-error">{field.errors.use.join('. ')}</p> : null}
            {addressFields}
          </>
        )}
        {orderIds.length > 0 ? (
          <CheckboxField
            name="with_orders"
            label={`Vale também para os próximos envios: ${orderIds.map((id) => `pedido nº ${id}`).join(', ')}`}
            defaultChecked={field.hasErrors ? field.value('with_orders') === 'on' : true}
          />
        ) : null}
        <TextField
          label="Motivo"
          hint="Fica no histórico; o cliente não o vê."
          isRequired
          autoComplete="off"
          {...field.getField('reason')}
        />
        <ul>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <div className="actions">
          <Button variant="main">Corrigir o endereço</Button>
          <LinkButton href={back}>Voltar</LinkButton>
        </div>
      </PostForm>
    </>
  )
}

function formatAddress(address: Address): string {
  return `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`
}
