import { photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { publicationLabels as labels } from '#app/text/catalogue/publication-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, Fieldset, SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SaveBar } from '#app/ui/forms/save-bar.tsx'

type FieldState = { name: string; defaultValue: string | undefined; errors: string[] | undefined }
type CheckboxName = keyof typeof labels | 'notify'

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
        <TextField label={labels.name} isRequired maxLength={150} {...getField('name')} />
        <TextField label={labels.applicability} isRequired maxLength={200} {...getField('applicability')} />
        <Checkbox
          getField={getField}
          name="active"
          hint="Aparece na loja. Quem já tem continua com acesso."
        />
      </Fieldset>
      <RevisionFields getField={getField} isNew={isNew} />
      <SaleFields getField={getField} />
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
      <TextField label={labels.version} isRequired width="half" maxLength={30} {...getField('version')} />
      <TextField label={labels.date} type="date" isRequired width="half" {...getField('date')} />
      <TextAreaField label={labels.changes} optional rows={4} maxLength={2000} {...getField('changes')} />
      {isNew ? null : (
        <Checkbox
          getField={getField}
          name="notify"
          label="Notificar assinantes"
          hint="Depois de salvar, você vê o e-mail e o número de destinatários antes de enviar."
        />
      )}
    </Fieldset>
  )
}

function SaleFields({ getField }: FieldProps) {
  return (
    <Fieldset legend="Venda e envio">
      <Checkbox getField={getField} name="is_signature" hint="Vale por um ano e pode ser renovada." />
      <Checkbox getField={getField} name="is_download" hint="É baixada no site; não tem peso nem frete." />
      <Checkbox getField={getField} name="is_sent_immediately" hint="Não vale para downloads." />
      <TextField
        label={`${labels.price} (R$)`}
        isRequired
        inputMode="decimal"
        width="half"
        {...getField('price')}
      />
      <TextField
        label={`${labels.price_signature} (R$)`}
        hint="Um ano a mais. Só para assinaturas."
        inputMode="decimal"
        width="half"
        {...getField('price_signature')}
      />
      <TextField
        label={`${labels.weight} (kg)`}
        hint="Com vírgula, como 1,25. Só para impressos."
        inputMode="decimal"
        width="half"
        {...getField('weight')}
      />
      <Checkbox getField={getField} name="has_airplane_info" />
      <Checkbox
        getField={getField}
        name="has_photo_upload"
        hint="O pedido fica em análise até a foto ser aprovada."
      />
      <SelectField
        label={labels.photo_subject}
        hint="Obrigatório com “Pede foto”. O cliente vê as regras e um desenho antes de comprar, ao enviar a foto e quando pedimos outra."
        width="long"
        placeholder="Escolha"
        options={photoSubjects.map((value) => ({ value, label: photoSubjectNames[value] }))}
        {...getField('photo_subject')}
      />
      <TextField
        label={labels.photo_note}
        hint="Vem antes das regras: “Com uma régua ao lado do dano.” Obrigatório quando nenhuma das opções serve."
        maxLength={300}
        {...getField('photo_note')}
      />
    </Fieldset>
  )
}

function Checkbox({
  getField,
  name,
  label,
  hint,
}: FieldProps & { name: CheckboxName; label?: string; hint?: string }) {
  const { defaultValue, errors } = getField(name)
  const labelText = label ?? (name === 'notify' ? '' : labels[name])
  return (
    <CheckboxField
      label={labelText}
      name={name}
      hint={hint}
      errors={errors}
      defaultChecked={Boolean(defaultValue)}
    />
  )
}
