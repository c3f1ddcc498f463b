import type { Conflict } from '#app/domain/platform/conflict.ts'
import type { makeFieldTextReader } from '#app/forms/field-text.ts'
import { paths } from '#app/paths.ts'
import { payerFieldLabels, payerTexts } from '#app/text/payments/payer-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AddressFields } from '#app/ui/forms/address-fields.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Fieldset, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = {
  id: number
  isCompany: boolean
  email: string
  /** true if the order has copies to ship */
  needsShipping: boolean
  /** true if only the number of an NF-e was recorded */
  isInvoiced: boolean
  /** true if the client's account has other data */
  hasAccountData: boolean
  back: string
  field: ReturnType<typeof makeFieldTextReader>
  cepNote: string | undefined
  conflict: Conflict | null
  lock_version: string | number
}

/** Shows the form with name, document and billing address of an order, and the reason of the correction. */
export function PayerForm(props: Props) {
  const { id, isCompany, back, field, cepNote, conflict } = props
  return (
    <>
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={payerFieldLabels} />
      ) : null}
      {props.hasAccountData ? (
        <p>
          O cadastro do cliente diz outra coisa.{' '}
          <a href={paths.admin.orderPayer(id, 'account')}>Preencher com o cadastro</a>
        </p>
      ) : null}
      <PostForm
        action={paths.admin.orderPayer(id)}
        noValidate
        className="stack"
        data-once=""
        seenDigest={field.seenDigest}
      >
        <EnterButton>Corrigir</EnterButton>
        <input type="hidden" name="lock_version" value={props.lock_version} />
        <TextField
          label={isCompany ? 'Razão social' : 'Nome'}
          isRequired
          autoComplete="off"
          {...field.getField('payer_name')}
        />
        <TextField
          label={isCompany ? 'CNPJ' : 'CPF'}
          {...(isCompany
            ? { 'data-mask': 'cnpj', autoCapitalize: 'characters' }
            : { 'data-mask': 'cpf', inputMode: 'numeric' })}
          width="half"
          isRequired
          autoComplete="off"
          {...field.getField('payer_document')}
        />
        <Fieldset legend="Endereço de cobrança">
          <AddressFields prefix="billing" field={field.getField} cepNote={cepNote} />
        </Fieldset>
        <TextField
          label="Motivo"
          hint="Fica no histórico; o cliente não o vê."
          isRequired
          autoComplete="off"
          {...field.getField('reason')}
        />
        <ul>
          {listEffects(props).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        <div className="actions">
          <Button variant="main">Corrigir os dados</Button>
          <LinkButton href={back}>Voltar</LinkButton>
        </div>
      </PostForm>
    </>
  )
}

function listEffects({ email, needsShipping, isInvoiced }: Props): string[] {
  return [
    payerTexts.effects.boleto,
    payerTexts.effects.account,
    ...(needsShipping ? [payerTexts.effects.delivery] : []),
    ...(isInvoiced ? [payerTexts.effects.invoiced] : []),
    `O cliente recebe um e-mail em ${email}, com o antes e o depois.`,
  ]
}
