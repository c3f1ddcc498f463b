import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'

type RefundFormProps = {
  action: string
  owed: number // in centavos; 0 shows no form
  back: string
  token: string
  field: {
    getField(name: string): { name: string; defaultValue: string | undefined; errors: string[] | undefined }
    errors: Record<string, string[]>
    value(name: string): string | undefined
    formErrors: string[]
    hasErrors: boolean
  }
}

const labels = {
  value: 'Valor',
  refunded_on: 'Reembolsado em',
  confirmed: 'Mês encerrado',
  other: moneyBackLabels.otherRefundCheckbox,
  document: 'Comprovante',
  note: 'Nota',
}

/** Records a refund that was made elsewhere. Transfers no money. */
export function RefundForm({ action, back, owed, token, field }: RefundFormProps) {
  if (owed === 0 && !field.hasErrors) return <Notice tone="info">{moneyBackLabels.nothingLeft}</Notice>
  const asksMonthConfirmation = field.errors.confirmed !== undefined || field.value('confirmed') === 'on'
  const asksOtherConfirmation = field.errors.other !== undefined || field.value('other') === 'on'
  return (
    <>
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      <PostForm action={action} noValidate className="stack" data-once="">
        <input type="hidden" name="token" value={token} />
        <TextField
          label={labels.value}
          inputMode="decimal"
          prefix="R$"
          width="half"
          isRequired
          {...field.getField('value')}
        />
        <TextField
          label={labels.refunded_on}
          type="date"
          width="half"
          isRequired
          {...field.getField('refunded_on')}
        />
        {asksMonthConfirmation ? (
          <CheckboxField
            label="Sim, o reembolso foi feito neste dia de outro mês"
            defaultChecked={field.value('confirmed') === 'on'}
            name="confirmed"
            errors={field.errors.confirmed}
          />
        ) : null}
        {asksOtherConfirmation ? (
          <CheckboxField
            label={labels.other}
            defaultChecked={field.value('other') === 'on'}
            name="other"
            errors={field.errors.other}
          />
        ) : null}
        <TextField
          label={labels.document}
          hint="O que prova o reembolso; o cliente lê: nº da transferência ou identificador do Pix"
          isRequired
          {...field.getField('document')}
        />
        <TextAreaField label={labels.note} hint="Só a equipe a vê." optional {...field.getField('note')} />
        <div className="actions">
          <Button variant="main">{moneyBackLabels.record}</Button>
          <LinkButton href={back}>Voltar</LinkButton>
        </div>
      </PostForm>
    </>
  )
}
