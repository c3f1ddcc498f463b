import type { Conflict } from '#app/domain/platform/conflict.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { fieldId, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
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
  of: GetField
  /** the order's version of these values */
  lock_version: string
  seen: string
  /** the NF-e: a field while it can be changed (D19), otherwise text */
  nfe: { isOpen: boolean; saved: string }
  errors: { hasErrors: boolean; errors: Record<string, string[]>; formErrors: string[] }
  conflict: Conflict | null
}

/** Shows the form with NF-e, the client's own number and note of an order (F95, F98, D19, D85). */
export function StaffOrderForm({ action, of, lock_version, seen, nfe, errors, conflict }: Props) {
  return (
    <section aria-labelledby="anotacoes" className="section">
      <h2 id="anotacoes">NF-e, pedido de compra e nota</h2>
      {errors.hasErrors ? (
        <ErrorSummary errors={errors.errors} messages={errors.formErrors} labels={labels} />
      ) : null}
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      <PostForm seen={seen} action={action} className="no-print" noValidate data-once="">
        <input type="hidden" name="lock_version" value={lock_version} />
        <div className="grid grid-2">
          {nfe.isOpen ? (
            <TextField
              label="NF-e"
              hint="O cliente vê este número."
              autoComplete="off"
              optional
              {...of('nfe')}
            />
          ) : (
            <ClosedNfe saved={nfe.saved} typed={conflict ? undefined : of('nfe').defaultValue} />
          )}
          <TextField
            label={purchaseOrderLabels.field}
            hint="O número que o cliente dá a esta compra. Ele o vê."
            autoComplete="off"
            optional
            {...of('purchase_order')}
          />
        </div>
        <TextAreaField label="Nota" hint="Só a equipe a vê." rows={2} optional {...of('note')} />
        <p className="actions">
          <Button variant="main">Salvar</Button>
        </p>
      </PostForm>
      <PrintedNotes of={of} nfe={nfe.saved} />
    </section>
  )
}

/** Shows the same values on paper, without fields. */
function PrintedNotes({ of, nfe }: { of: Props['of']; nfe: string }) {
  const getText = (name: string) => of(name).defaultValue || '-'
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

/** Shows an NF-e that cannot be changed, and a number that was typed before that (D19). */
function ClosedNfe({ saved, typed }: { saved: string; typed: string | undefined }) {
  return (
    <div id={fieldId('nfe')} tabIndex={-1}>
      <p>
        NF-e: <strong>{saved || '-'}</strong>{' '}
        <span className="hint">
          Alterada só em “Pagamento confirmado”; com nota registrada, é o número dela.
        </span>
      </p>
      {typed && typed !== saved ? (
        <Notice tone="warn" title="A NF-e digitada não foi salva">
          {typed}
        </Notice>
      ) : null}
    </div>
  )
}

const labels = { nfe: 'NF-e', purchase_order: purchaseOrderLabels.field, note: 'Nota' }
