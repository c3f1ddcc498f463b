import type { Conflict } from '#app/domain/platform/conflict.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { makeFieldId, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

type GetField = (name: string) => {
  name: string
  defaultValue: string | undefined
  errors: string[] | undefined
}

type Props = {
  action: string
  getField: GetField
  /** version of the order that the form shows */
  lock_version: string
  seenDigest: string
  /** the NF-e: a field while it can be changed (D19), otherwise text */
  nfe: { isEditable: boolean; savedNfe: string }
  errors: { hasErrors: boolean; errors: Record<string, string[]>; formErrors: string[] }
  conflict: Conflict | null
}

/** Shows the form with NF-e, purchase order number and note of an order (F95, F98, D19, D85). */
export function StaffOrderForm({ action, getField, lock_version, seenDigest, nfe, errors, conflict }: Props) {
  return (
    <section aria-labelledby="anotacoes" className="section">
      <h2 id="anotacoes">NF-e, pedido de compra e nota</h2>
      {errors.hasErrors ? (
        <ErrorSummary errors={errors.errors} messages={errors.formErrors} labels={labels} />
      ) : null}
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      <PostForm seenDigest={seenDigest} action={action} className="no-print" noValidate data-once="">
        <input type="hidden" name="lock_version" value={lock_version} />
        <div className="grid grid-2">
          {nfe.isEditable ? (
            <TextField
              label="NF-e"
              hint="O cliente vê este número."
              autoComplete="off"
              optional
              {...getField('nfe')}
            />
          ) : (
            <LockedNfe
              savedNfe={nfe.savedNfe}
              typedNfe={conflict ? undefined : getField('nfe').defaultValue}
            />
          )}
          <TextField
            label={purchaseOrderLabels.field}
            hint="O número que o cliente dá a esta compra. Ele o vê."
            autoComplete="off"
            optional
            {...getField('purchase_order')}
          />
        </div>
        <TextAreaField label="Nota" hint="Só a equipe a vê." rows={2} optional {...getField('note')} />
        <p className="actions">
          <Button>Salvar</Button>
        </p>
      </PostForm>
      <PrintedNotes getField={getField} nfe={nfe.savedNfe} />
    </section>
  )
}

/** Shows the form's values as text, which is printed in place of the form. */
function PrintedNotes({ getField, nfe }: { getField: Props['getField']; nfe: string }) {
  const getText = (name: string) => getField(name).defaultValue || '-'
  return (
    <div className="print-only">
      <SummaryList
        rows={[
          { key: labels.nfe, value: nfe || '-' },
          { key: labels.purchase_order, value: getText('purchase_order') },
          { key: labels.note, value: getText('note') },
        ]}
      />
    </div>
  )
}

/** Shows an NF-e number that cannot be changed, and a number that was typed but not saved (D19). */
function LockedNfe({ savedNfe, typedNfe }: { savedNfe: string; typedNfe: string | undefined }) {
  return (
    <div id={makeFieldId('nfe')} tabIndex={-1}>
      <p>
        NF-e: <strong>{savedNfe || '-'}</strong>{' '}
        <span className="hint">
          Alterada só em “Pagamento confirmado”; com nota registrada, é o número dela.
        </span>
      </p>
      {typedNfe && typedNfe !== savedNfe ? (
        <Notice tone="warn" title="A NF-e digitada não foi salva">
          {typedNfe}
        </Notice>
      ) : null}
    </div>
  )
}

const labels = { nfe: 'NF-e', purchase_order: purchaseOrderLabels.field, note: 'Nota' }
