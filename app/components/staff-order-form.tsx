import type { Conflict } from '#app/domain/conflict.ts'
import { Button } from './button.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { TextAreaField, TextField } from './field.tsx'

type FieldOf = (name: string) => {
  name: string
  defaultValue: string | undefined
  errors: string[] | undefined
}

type Props = {
  action: string
  of: FieldOf
  /** how often the order had been saved when its values were read */
  edits: string
  /** the NF-e, only where it can be changed (D19); else what it is */
  nfe: { isOpen: boolean; saved: string }
  errors: { hasErrors: boolean; errors: Record<string, string[]>; formErrors: string[] }
  conflict: Conflict | null
}

/** NF-e and note of an order (F95, F98, D19). */
export function StaffOrderForm({ action, of, edits, nfe, errors, conflict }: Props) {
  return (
    <section aria-labelledby="anotacoes" className="section">
      <h2 id="anotacoes">NF-e e nota</h2>
      {errors.hasErrors ? (
        <ErrorSummary errors={errors.errors} messages={errors.formErrors} labels={labels} />
      ) : null}
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      <form method="post" action={action} noValidate data-once="">
        <input type="hidden" name="edits" value={edits} />
        {nfe.isOpen ? (
          <TextField
            label="NF-e"
            hint="O cliente vê este número."
            width="half"
            autoComplete="off"
            optional
            {...of('nfe')}
          />
        ) : (
          <p>
            NF-e: <strong>{nfe.saved || '-'}</strong>{' '}
            <span className="hint">Alterada só em “Pagamento confirmado”.</span>
          </p>
        )}
        <TextAreaField label="Nota" hint="Só a equipe a vê." rows={4} optional {...of('note')} />
        <p className="actions">
          <Button variant="main">Salvar</Button>
        </p>
      </form>
    </section>
  )
}

const labels = { nfe: 'NF-e', note: 'Nota' }
