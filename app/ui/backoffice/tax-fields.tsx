import { type Taxes, type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import { taxCodeName, taxHints, taxLabels, taxOptions } from '#app/text/catalogue/tax-labels.ts'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'

type Props = {
  of: (name: string) => { name: string; defaultValue: string | undefined; errors: string[] | undefined }
  defaults: Taxes // codes for empty fields
}

export function TaxFields({ of, defaults }: Props) {
  return taxFields.map((field) => <Field key={field} field={field} standard={defaults[field]} of={of} />)
}

function Field({ field, standard, of }: { field: TaxField; standard: string | null; of: Props['of'] }) {
  const options = taxOptions(field)
  const usual = standard === null ? 'nenhum' : taxCodeName(field, standard)
  const sharedProps = { label: taxLabels[field], ...of(field) }
  if (options)
    return (
      <SelectField
        {...sharedProps}
        hint={taxHints[field]}
        placeholder={`Padrão: ${usual}`}
        options={options}
      />
    )
  const hint = [taxHints[field], `Vazio: ${usual}.`].filter(Boolean).join(' ')
  return <TextField {...sharedProps} hint={hint} inputMode="numeric" autoComplete="off" width="half" />
}
