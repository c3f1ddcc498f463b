import { photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { publicationLabels as labels } from '#app/text/catalogue/publication-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, Fieldset, SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SaveBar } from '#app/ui/forms/save-bar.tsx'

type Shown = { name: string; defaultValue: string | undefined; errors: string[] | undefined }
type Box = keyof typeof labels | 'notify'

type PublicationFormProps = {
  action: string
  /** The publication's version when the form was opened. */
  lock_version: string
  seen: string
  /** Identifies the form of a new publication, so that a repeat creates no second one. */
  token: string | undefined
  of: (name: string) => Shown
  isNew: boolean
}

/** Shows the fields of a publication; amounts and weights have a decimal comma (F89). */
export function PublicationForm({ action, lock_version, seen, token, of, isNew }: PublicationFormProps) {
  return (
    <PostForm seen={seen} action={action} className="form-columns" noValidate data-once="">
      <input type="hidden" name="lock_version" value={lock_version} />
      {token === undefined ? null : <input type="hidden" name="token" value={token} />}
      <Fieldset legend="Publicação">
        <TextField label={labels.name} required maxLength={150} {...of('name')} />
        <TextField label={labels.applicability} required maxLength={200} {...of('applicability')} />
        <Tick of={of} name="active" hint="Aparece na loja. Quem já tem continua com acesso." />
      </Fieldset>
      <RevisionFields of={of} isNew={isNew} />
      <SaleFields of={of} />
      <SaveBar>
        <Button variant="main">{isNew ? 'Criar publicação' : 'Salvar publicação'}</Button>
      </SaveBar>
    </PostForm>
  )
}

type Fields = Pick<PublicationFormProps, 'of'>

function RevisionFields({ of, isNew }: Fields & { isNew: boolean }) {
  return (
    <Fieldset
      legend="Revisão em vigor"
      hint={
        isNew
          ? undefined
          : 'Mudar a versão cria uma revisão nova: quem assina o download recebe o arquivo novo, e as assinaturas impressas em vigor voltam a Aguardando envio. Mudar só a data ou o texto corrige a revisão em vigor.'
      }
    >
      <TextField label={labels.version} required width="half" maxLength={30} {...of('version')} />
      <TextField label={labels.date} type="date" required width="half" {...of('date')} />
      <TextAreaField label={labels.changes} optional rows={4} maxLength={2000} {...of('changes')} />
      {isNew ? null : (
        <Tick
          of={of}
          name="notify"
          label="Notificar assinantes"
          hint="Depois de salvar, você vê o e-mail e o número de destinatários antes de enviar."
        />
      )}
    </Fieldset>
  )
}

function SaleFields({ of }: Fields) {
  return (
    <Fieldset legend="Venda e envio">
      <Tick of={of} name="is_signature" hint="Vale por um ano e pode ser renovada." />
      <Tick of={of} name="is_download" hint="É baixada no site; não tem peso nem frete." />
      <Tick of={of} name="is_sent_immediately" hint="Não vale para downloads." />
      <TextField label={`${labels.price} (R$)`} required inputMode="decimal" width="half" {...of('price')} />
      <TextField
        label={`${labels.price_signature} (R$)`}
        hint="Um ano a mais. Só para assinaturas."
        inputMode="decimal"
        width="half"
        {...of('price_signature')}
      />
      <TextField
        label={`${labels.weight} (kg)`}
        hint="Com vírgula, como 1,25. Só para impressos."
        inputMode="decimal"
        width="half"
        {...of('weight')}
      />
      <Tick of={of} name="has_airplane_info" />
      <Tick of={of} name="has_photo_upload" hint="O pedido fica em análise até a foto ser aprovada." />
      <SelectField
        label={labels.photo_subject}
        hint="Obrigatório com “Pede foto”. O cliente vê as regras e um desenho antes de comprar, ao enviar a foto e quando pedimos outra."
        width="long"
        placeholder="Escolha"
        options={photoSubjects.map((value) => ({ value, label: photoSubjectNames[value] }))}
        {...of('photo_subject')}
      />
      <TextField
        label={labels.photo_note}
        hint="Vem antes das regras: “Com uma régua ao lado do dano.” Obrigatório quando nenhuma das opções serve."
        maxLength={300}
        {...of('photo_note')}
      />
    </Fieldset>
  )
}

function Tick({ of, name, label, hint }: Fields & { name: Box; label?: string; hint?: string }) {
  const { defaultValue, errors } = of(name)
  const words = label ?? (name === 'notify' ? '' : labels[name])
  return (
    <CheckboxField
      label={words}
      name={name}
      hint={hint}
      errors={errors}
      defaultChecked={Boolean(defaultValue)}
    />
  )
}
