import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'

type PercentageFormProps = {
  action: string
  /** where every price is looked at */
  reviewAction: string
  field: { name: string; defaultValue: string | undefined; errors: string[] | undefined }
  /** what becomes of the sample; null while the percentage cannot be read */
  sample: string | null
}

/** By how much all prices are to change, with what becomes of a sample, which follows typing where scripts run. */
export function PercentageForm({ action, reviewAction, field, sample }: PercentageFormProps) {
  return (
    <form method="get" action={action} noValidate data-follow="simulacao">
      <TextField
        label="Percentual"
        hint="O novo preço é o de hoje × percentual ÷ 100: com 110 sobe 10%, com 90 desce 10%, com 100 fica como está. De 1 a 1000."
        inputMode="decimal"
        autoComplete="off"
        width="short"
        suffix="%"
        required
        {...field}
      />
      <p id="simulacao" data-region="" aria-live="polite">
        Simulação: <strong className="num from-to">{sample ?? '-'}</strong>
      </p>
      <p className="actions">
        <Button>Simular</Button>
        <Button variant="main" formAction={reviewAction}>
          Conferir todos os preços
        </Button>
      </p>
    </form>
  )
}
