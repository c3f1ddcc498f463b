import { type Taxes, type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import { getTaxCodeName, listTaxOptions, taxHints, taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'

type Props = {
  getField: (name: string) => { name: string; defaultValue: string | undefined; errors: string[] | undefined }
  defaults: Taxes // codes for empty fields
}

export function TaxFields({ getField, defaults }: Props) {
  return taxFields.map((field) => (
    <Field key={field} field={field} defaultCode={defaults[field]} getField={getField} />
  ))
}

function Field({
  field,
  defaultCode,
  getField,
}: {
  field: TaxField
  defaultCode: string | null
  getField: Props['getField']
}) {
  const options = listTaxOptions(field)
  const defaultName = defaultCode === null ? 'nenhum' : getTaxCodeName(field, defaultCode)
  const sharedProps = { label: taxLabels[field], ...getField(field) }
  if (options)
    return (
      <SelectField
        {...sharedProps}
        hint={taxHints[field]}
        placeholder={`Padrão: ${defaultName}`}
        options={options}
      />
    )
  const hint = [taxHints[field], `Vazio: ${defaultName}.`].filter(Boolean).join(' ')
  return <TextField {...sharedProps} hint={hint} inputMode="numeric" autoComplete="off" width="half" />
}
