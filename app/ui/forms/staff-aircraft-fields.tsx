import { isFuelType } from '#app/domain/accounts/aircraft.ts'
import { fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import type { BoundField } from './address-fields.tsx'
import { CheckboxField, SelectField, TextField } from './field.tsx'

/** Shows the fields, with the fuel "not informed", which customers cannot choose. */
export function StaffAircraftFields({
  of,
  required,
}: {
  of: (name: string) => BoundField
  required?: boolean
}) {
  const { name, defaultValue, errors } = of('foreign')
  return (
    <>
      <div className="fields">
        <TextField
          label="Prefixo (matrícula)"
          hint="Ex.: PT-ABC"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          width="half"
          required={required}
          data-mask="prefix"
          {...of('prefix')}
        />
        <TextField
          label="Número de série"
          autoComplete="off"
          spellCheck={false}
          width="half"
          required={required}
          {...of('serial')}
        />
        <SelectField
          label="Combustível"
          placeholder="Escolha"
          width="half"
          required={required}
          options={fuelOptions}
          {...of('fuel')}
        />
      </div>
      <CheckboxField
        label="Aeronave de matrícula estrangeira"
        name={name}
        errors={errors}
        defaultChecked={defaultValue !== undefined}
      />
    </>
  )
}

const fuelOptions = Object.entries(fuelLabels).flatMap(([code, label]) => {
  const value = Number(code)
  return isFuelType(value) ? [{ value, label }] : []
})
