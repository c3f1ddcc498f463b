import { isFuelType } from '#app/domain/accounts/aircraft.ts'
import { fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import type { BoundField } from './address-fields.tsx'
import { CheckboxField, SelectField, TextField } from './field.tsx'

/** Shows the fields of an aircraft. Staff can choose the fuel "not informed", but customers cannot. */
export function StaffAircraftFields({
  getField,
  isRequired,
}: {
  getField: (name: string) => BoundField
  isRequired?: boolean
}) {
  const { name, defaultValue, errors } = getField('foreign')
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
          isRequired={isRequired}
          data-mask="prefix"
          {...getField('prefix')}
        />
        <TextField
          label="Número de série"
          autoComplete="off"
          spellCheck={false}
          width="half"
          isRequired={isRequired}
          {...getField('serial')}
        />
        <SelectField
          label="Combustível"
          placeholder="Escolha"
          width="half"
          isRequired={isRequired}
          options={fuelOptions}
          {...getField('fuel')}
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
