import { foreignRegistrationLabel } from '#app/text/accounts/aircraft-labels.ts'
import { Button } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { AircraftFields } from '#app/ui/forms/unit-fields.tsx'

type AircraftFormProps = {
  action: string
  getField: (name: string) => BoundField
  /** digest of the texts that the form shows of a known aircraft */
  seenDigest?: string
  /** label of the button */
  label: string
}

/** Shows the form of a new or existing aircraft of the fleet. */
export function AircraftForm({ action, getField, seenDigest, label }: AircraftFormProps) {
  return (
    <PostForm seenDigest={seenDigest} action={action} noValidate data-once="" id="aeronave">
      <AircraftFields getField={getField} />
      <TextField
        label="Apelido ou modelo"
        hint="Para você reconhecer a aeronave na lista."
        maxLength={60}
        width="half"
        optional
        {...getField('nickname')}
      />
      <p className="actions">
        <Button variant="main">{label}</Button>
      </p>
    </PostForm>
  )
}

export const aircraftLabels = {
  prefix: 'Prefixo',
  foreign: foreignRegistrationLabel,
  serial: 'Número de série',
  fuel: 'Combustível',
  nickname: 'Apelido ou modelo',
}
