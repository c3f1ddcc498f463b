import type { Region } from '#app/domain/accounts/states.ts'
import { regionNames } from '#app/text/platform/region-labels.ts'
import { Button } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'

type FreightChooserProps = {
  part: { region: Region; service: string }
  parts: readonly { region: string; service: string; steps: number }[]
  services: readonly string[]
  action: string
}

/** Selects service and region, and shows the number of rows of each service. */
export function FreightChooser({ part, parts, services, action }: FreightChooserProps) {
  const countSteps = (service: string) => {
    let stepCount = 0
    for (const candidate of parts) if (candidate.service === service) stepCount += Number(candidate.steps)
    return stepCount
  }
  return (
    <form method="get" action={action} className="search">
      <SelectField
        label="Região"
        name="region"
        width="half"
        defaultValue={part.region}
        options={Object.entries(regionNames).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        label="Serviço"
        name="service"
        width="half"
        defaultValue={part.service}
        options={services.map((value) => ({ value, label: `${value} (${countSteps(value)} linhas)` }))}
      />
      <TextField label="Outro serviço" name="other_service" width="half" optional autoComplete="off" />
      <Button>Mostrar</Button>
    </form>
  )
}

type FreightStepsProps = { lineCount: number; field: { getField: (name: string) => BoundField } }

/** Shows the steps as rows of three labelled fields, because people read a row field by field. */
export function FreightSteps({ lineCount, field }: FreightStepsProps) {
  return (
    <div className="freight-steps">
      {Array.from({ length: lineCount }, (_, line) => line).map((line) => (
        <fieldset key={line} className="fieldset">
          <legend className="visually-hidden">{`Linha ${line + 1}`}</legend>
          <TextField
            label="Até"
            width="short"
            inputMode="numeric"
            suffix="kg"
            autoComplete="off"
            {...field.getField(`step.${line}.kg`)}
          />
          <TextField
            label="Valor"
            width="short"
            inputMode="decimal"
            prefix="R$"
            autoComplete="off"
            {...field.getField(`step.${line}.value`)}
          />
          <TextField
            label="Prazo"
            width="short"
            inputMode="numeric"
            suffix="dias úteis"
            autoComplete="off"
            {...field.getField(`step.${line}.days`)}
          />
        </fieldset>
      ))}
    </div>
  )
}
