import type { BoundField } from './address-fields.tsx'
import { TextField } from './field.tsx'

type Part = 'cpf' | 'company_name' | 'cnpj' | 'ie'
type DocumentFieldsProps = {
  of: (part: Part) => BoundField
  /** parts that may stay empty; none where it is left out */
  lacks?: readonly string[]
}

function needOf(lacks: readonly string[], part: Part) {
  const optional = lacks.includes(part)
  return { required: !optional, optional }
}

/** What a person is known by. */
export function PersonFields({ of, lacks = [] }: DocumentFieldsProps) {
  return (
    <TextField
      label="CPF"
      inputMode="numeric"
      width="half"
      data-mask="cpf"
      {...needOf(lacks, 'cpf')}
      {...of('cpf')}
    />
  )
}

/** What a company is known by; `autoComplete` is for its name. */
export function CompanyFields({
  of,
  lacks = [],
  autoComplete,
}: DocumentFieldsProps & { autoComplete: string }) {
  return (
    <>
      <TextField
        label="Razão social"
        autoComplete={autoComplete}
        {...needOf(lacks, 'company_name')}
        {...of('company_name')}
      />
      <TextField
        label="CNPJ"
        hint="Com letras, se tiver."
        autoCapitalize="characters"
        width="half"
        data-mask="cnpj"
        {...needOf(lacks, 'cnpj')}
        {...of('cnpj')}
      />
      <TextField
        label="Inscrição estadual"
        hint="Só os números, ou ISENTO."
        autoCapitalize="characters"
        width="half"
        {...needOf(lacks, 'ie')}
        {...of('ie')}
      />
    </>
  )
}
