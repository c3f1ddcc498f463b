import { photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { type FormField, formFields, listNames } from '#app/domain/catalogue/publication-fields.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { fieldLabels, formHints } from '#app/text/catalogue/publication-field-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, Fieldset, SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SaveBar } from '#app/ui/forms/save-bar.tsx'

type FieldState = { name: string; defaultValue: string | undefined; errors: string[] | undefined }

const mainFields: readonly FormField[] = ['name', 'applicability', 'active']
const revisionFields: readonly FormField[] = ['version', 'date', 'changes']
const otherFieldsets = [...mainFields, ...revisionFields]
const saleFields = listNames(formHints).filter((name) => !otherFieldsets.includes(name))

type PublicationFormProps = {
  action: string
  /** The publication's version when the form was opened. */
  lock_version: string
  seenDigest: string
  /** Identifies the form of a new publication, so sending the form twice creates only one. */
  token: string | undefined
  getField: (name: string) => FieldState
  isNew: boolean
}

/** Shows the fields of a publication; amounts and weights have a decimal comma (F89). */
export function PublicationForm({
  action,
  lock_version,
  seenDigest,
  token,
  getField,
  isNew,
}: PublicationFormProps) {
  return (
    <PostForm seenDigest={seenDigest} action={action} className="form-columns" noValidate data-once="">
      <input type="hidden" name="lock_version" value={lock_version} />
      {token === undefined ? null : <input type="hidden" name="token" value={token} />}
      <Fieldset legend="Publicação">
        <PublicationFields getField={getField} names={mainFields} />
      </Fieldset>
      <RevisionFields getField={getField} isNew={isNew} />
      <Fieldset legend="Venda e envio">
        <PublicationFields getField={getField} names={saleFields} />
      </Fieldset>
      <SaveBar>
        <Button variant="main">{isNew ? 'Criar publicação' : 'Salvar publicação'}</Button>
      </SaveBar>
    </PostForm>
  )
}

type FieldProps = Pick<PublicationFormProps, 'getField'>

function RevisionFields({ getField, isNew }: FieldProps & { isNew: boolean }) {
  return (
    <Fieldset
      legend="Revisão em vigor"
      hint={
        isNew
          ? undefined
          : 'Mudar a versão cria uma revisão nova: quem assina o download recebe o arquivo novo, e as assinaturas impressas em vigor voltam a Aguardando envio. Mudar só a data ou o texto corrige a revisão em vigor.'
      }
    >
      <PublicationFields getField={getField} names={revisionFields} />
      {isNew ? null : (
        <Checkbox
          {...getField('notify')}
          label="Notificar assinantes"
          hint="Depois de salvar, você vê o e-mail e o número de destinatários antes de enviar."
        />
      )}
    </Fieldset>
  )
}

function PublicationFields({ getField, names }: FieldProps & { names: readonly FormField[] }) {
  return names.map((name) => <PublicationField key={name} getField={getField} name={name} />)
}

function PublicationField({ getField, name }: FieldProps & { name: FormField }) {
  const field = formFields[name]
  const label = fieldLabels[name]
  const state = { hint: formHints[name], ...getField(name) }
  switch (field.kind) {
    case 'text': {
      const width = name === 'version' ? 'half' : 'full'
      return <TextField label={label} isRequired width={width} maxLength={field.maxLength} {...state} />
    }
    case 'optionalText':
      return <TextField label={label} maxLength={field.maxLength} {...state} />
    case 'lines':
      return <TextAreaField label={label} optional rows={4} maxLength={field.maxLength} {...state} />
    case 'date':
      return <TextField label={label} type="date" isRequired width="half" {...state} />
    case 'money':
      return <TextField label={`${label} (R$)`} isRequired inputMode="decimal" width="half" {...state} />
    case 'optionalMoney':
      return <TextField label={`${label} (R$)`} inputMode="decimal" width="half" {...state} />
    case 'weight':
      return <TextField label={`${label} (kg)`} inputMode="decimal" width="half" {...state} />
    case 'photoSubject': {
      const options = photoSubjects.map((value) => ({ value, label: photoSubjectNames[value] }))
      return <SelectField label={label} width="long" placeholder="Escolha" options={options} {...state} />
    }
    case 'checkbox':
      return <Checkbox label={label} {...state} />
  }
}

function Checkbox({ defaultValue, ...props }: FieldState & { label: string; hint: string | undefined }) {
  return <CheckboxField {...props} defaultChecked={Boolean(defaultValue)} />
}
