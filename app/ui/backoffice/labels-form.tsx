import { Button } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { RadioGroup, TextField } from '#app/ui/forms/field.tsx'
import { Fold } from '#app/ui/forms/fold.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

export type LabelsFormProps = {
  action: string
  field: { getField(name: string): BoundField; value(name: string): string | undefined }
  isAside?: boolean // true if the page has another main action, so the fields are folded
}

export const labelsLabels = { style: 'Tipo', sheet: 'Folha', start: 'Primeira etiqueta livre' }

export function LabelsForm({ action, field, isAside }: LabelsFormProps) {
  const fields = <LabelFields field={field} />
  return (
    <PostForm action={action} noValidate className="stack">
      {isAside ? <Fold answers={<span>{formatChoice(field)}</span>}>{fields}</Fold> : fields}
      <p className="actions">
        <Button variant={isAside ? 'secondary' : 'main'}>Gerar etiquetas</Button>
      </p>
    </PostForm>
  )
}

const styleNames = { simple: 'Simples', complete: 'Completa' }

function formatChoice({ value }: LabelsFormProps['field']): string {
  const styleName = value('style') === 'complete' ? styleNames.complete : styleNames.simple
  return `${styleName}, Pimaco ${value('sheet') ?? '6181'}, a partir da primeira etiqueta`
}

function LabelFields({ field }: Pick<LabelsFormProps, 'field'>) {
  return (
    <>
      <RadioGroup
        label={labelsLabels.style}
        {...field.getField('style')}
        defaultValue={field.value('style') ?? 'simple'}
        options={[
          { value: 'simple', label: styleNames.simple, hint: 'Nome e endereço' },
          {
            value: 'complete',
            label: styleNames.complete,
            hint: 'Também contato, CPF ou CNPJ, telefone e remetente',
          },
        ]}
      />
      <RadioGroup
        label={labelsLabels.sheet}
        {...field.getField('sheet')}
        defaultValue={field.value('sheet') ?? '6181'}
        options={[
          { value: '6181', label: 'Pimaco 6181', hint: '25,4 × 101,6 mm, 20 por folha' },
          { value: '6183', label: 'Pimaco 6183', hint: '50,8 × 101,6 mm, 10 por folha' },
        ]}
      />
      <TextField
        label={labelsLabels.start}
        hint="Conte linha por linha, da esquerda para a direita; 1 é uma folha inteira."
        type="number"
        inputMode="numeric"
        min={1}
        max={20}
        width="short"
        isRequired
        {...field.getField('start')}
        defaultValue={field.value('start') ?? '1'}
      />
      <p className="hint">Papel carta. Imprima em tamanho real (100%), sem ajustar à página.</p>
    </>
  )
}
