import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField, TextField } from '#app/ui/forms/field.tsx'

type RefundFormProps = {
  action: string
  back: string
  token: string
  field: {
    of(name: string): { name: string; defaultValue: string | undefined; errors: string[] | undefined }
    errors: Record<string, string[]>
    formErrors: string[]
    hasErrors: boolean
  }
}

const labels = { value: 'Valor', refunded_on: 'Devolvido em', document: 'Comprovante', note: 'Nota' }

/** What staff note of money given back; it moves none. */
export function RefundForm({ action, back, token, field }: RefundFormProps) {
  return (
    <>
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      <form method="post" action={action} noValidate className="stack" data-once="">
        <input type="hidden" name="token" value={token} />
        <TextField
          label={labels.value}
          inputMode="decimal"
          prefix="R$"
          width="half"
          required
          {...field.of('value')}
        />
        <TextField
          label={labels.refunded_on}
          type="date"
          width="half"
          required
          {...field.of('refunded_on')}
        />
        <TextField
          label={labels.document}
          hint="O que prova a devolução: nº da transferência ou identificador do Pix"
          required
          {...field.of('document')}
        />
        <TextAreaField label={labels.note} {...field.of('note')} />
        <div className="actions">
          <Button variant="main">Registrar devolução</Button>
          <LinkButton href={back}>Voltar</LinkButton>
        </div>
      </form>
    </>
  )
}
