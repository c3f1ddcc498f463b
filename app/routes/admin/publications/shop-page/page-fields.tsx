import { publicationKinds } from '#app/domain/catalogue/publication-kind.ts'
import { kindNames, pageLabels as labels } from '#app/text/catalogue/page-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type FieldState = { name: string; defaultValue: string | undefined; errors: string[] | undefined }

type PageFieldsProps = {
  action: string
  /** The publication's version when the form was opened. */
  lock_version: string
  seenDigest: string
  applicability: string
  getField: (name: string) => FieldState
}

/** Shows the fields of a publication's page other than name, price and revision. */
export function PageFields({ action, lock_version, seenDigest, applicability, getField }: PageFieldsProps) {
  return (
    <PostForm seenDigest={seenDigest} action={action} noValidate data-once="">
      <input type="hidden" name="lock_version" value={lock_version} />
      <SelectField
        label={labels.kind}
        isRequired
        width="long"
        hint="Para o filtro da lista e o desenho da capa."
        options={publicationKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
        {...getField('kind')}
      />
      <TextAreaField
        label={labels.description}
        optional
        rows={6}
        maxLength={2000}
        hint="O que a publicação traz e para quem serve. Uma linha em branco separa parágrafos."
        {...getField('description')}
      />
      <TextAreaField
        label={labels.models}
        optional
        rows={5}
        maxLength={4000}
        hint={
          <>
            Um modelo por linha: “EMB-203: 20300001 em diante”, “EMB-201A: 200261 a 200699” ou só “EMB-202A”,
            com todas as séries. Sem nenhum, a loja responde que não se sabe. Na aplicabilidade está:{' '}
            {applicability}.
          </>
        }
        {...getField('models')}
      />
      <TextAreaField
        label={labels.contents}
        optional
        rows={10}
        maxLength={6000}
        hint="O sumário, uma linha por capítulo ou seção; espaços no início fazem uma subseção."
        {...getField('contents')}
      />
      <p className="actions">
        <Button variant="main">Salvar página</Button>
      </p>
    </PostForm>
  )
}
