import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'

type PercentageFormProps = {
  action: string
  /** page that previews every price */
  reviewAction: string
  field: { name: string; defaultValue: string | undefined; errors: string[] | undefined }
  /** changed prices of a sample; null for an invalid percentage */
  sample: string | null
}

/** Asks for the percentage and applies it to a sample, which scripts update while typing. */
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
        isRequired
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
