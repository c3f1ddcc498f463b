import type { ReactNode } from 'react'
import { publicationMessages } from '#app/text/catalogue/publication-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'

type ManualFormProps = {
  action: string
  revisionId: number
  label: string
  limit: { maxBytes: number; megabytes: number }
  errors: string[] | undefined
  /** links next to the button */
  children: ReactNode
}

/** Shows the form that uploads a revision's file. Scripts show the progress. */
export function ManualForm({ action, revisionId, label, limit, errors, children }: ManualFormProps) {
  return (
    <FileForm
      action={action}
      data-file-upload={publicationMessages.fileTooLong(limit.megabytes)}
      data-most-bytes={limit.maxBytes}
    >
      <input type="hidden" name="revision" value={revisionId} />
      <FileField
        label={label}
        name="file"
        errors={errors}
        hint={`PDF, ZIP, imagem ou documento do Office, até ${limit.megabytes} MB. Um PDF não pode estar protegido por senha.`}
      />
      <div data-file-progress="" hidden className="progress">
        <p role="status" />
        <progress className="progress-bar" value={0} max={100} aria-label="Envio do arquivo" />
      </div>
      <p className="actions">
        <Button variant="main">Enviar arquivo</Button>
        {children}
      </p>
    </FileForm>
  )
}
