import { getIeDoubt, normaliseIe } from '#app/domain/accounts/state-registration.ts'
import { formatIeDoubt } from '#app/text/accounts/ie-labels.ts'
import type { BoundField } from './address-fields.tsx'
import { TextField } from './field.tsx'

type DocumentField = 'cpf' | 'company_name' | 'cnpj' | 'ie' | 'rural_ie'
type DocumentFieldsProps = {
  getField: (part: DocumentField) => BoundField
  optionalParts?: readonly string[] // parts that may stay empty
  state?: string | undefined // state of the billing address, for the hint about the IE
}

function getRequirement(optionalParts: readonly string[], part: DocumentField) {
  const optional = optionalParts.includes(part)
  return { isRequired: !optional, optional }
}

export function PersonFields({ getField, optionalParts = [], state }: DocumentFieldsProps) {
  return (
    <>
      <TextField
        label="CPF"
        inputMode="numeric"
        width="half"
        data-mask="cpf"
        {...getRequirement(optionalParts, 'cpf')}
        {...getField('cpf')}
      />
      <TextField
        label="Inscrição estadual de produtor rural"
        hint={formatIeHint('Só para quem compra como produtor rural.', getField('rural_ie'), state)}
        autoCapitalize="characters"
        autoComplete="off"
        width="half"
        optional
        {...getField('rural_ie')}
      />
    </>
  )
}

/** Returns the hint, with a doubt about the IE. A doubtful IE is accepted: some follow no published rule. */
function formatIeHint(hint: string, { defaultValue = '' }: BoundField, state = ''): string {
  const ie = normaliseIe(defaultValue, 14)
  const doubt = ie.ok ? getIeDoubt(ie.value, state.trim().toUpperCase()) : null
  return doubt ? `${hint} ${formatIeDoubt(doubt, state.trim().toUpperCase())}` : hint
}

/** Shows the company's fields. `autoComplete` is the attribute of its name. */
export function CompanyFields({
  getField,
  optionalParts = [],
  state,
  autoComplete,
}: DocumentFieldsProps & { autoComplete: string }) {
  return (
    <>
      <TextField
        label="Razão social"
        autoComplete={autoComplete}
        {...getRequirement(optionalParts, 'company_name')}
        {...getField('company_name')}
      />
      <TextField
        label="CNPJ"
        hint="Com letras, se tiver."
        autoCapitalize="characters"
        width="half"
        data-mask="cnpj"
        {...getRequirement(optionalParts, 'cnpj')}
        {...getField('cnpj')}
      />
      <TextField
        label="Inscrição estadual"
        hint={formatIeHint('Só os números, ou ISENTO.', getField('ie'), state)}
        autoCapitalize="characters"
        width="half"
        {...getRequirement(optionalParts, 'ie')}
        {...getField('ie')}
      />
    </>
  )
}
