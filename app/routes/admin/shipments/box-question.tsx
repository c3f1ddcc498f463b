import { listBoxAnswers } from '#app/text/shipments/shipment-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { FormFields } from './shipment-fields.tsx'

/** Titles whose packed revision is no longer the current one, `revision`. */
type BoxChanges = readonly { id: number; name: string; packed: string; revision: string }[]

/** Asks which revision to send (D71). `seenDigest` is null if the box contains the current revisions. */
export function BoxQuestion({
  changes,
  seenDigest,
  field,
}: {
  changes: BoxChanges
  seenDigest: string | null
  field: FormFields
}) {
  if (seenDigest === null) return null
  // An answer belongs to one question, so a new question starts without an answer.
  const { defaultValue, ...fieldProps } = field.getField('left')
  const isSameQuestion = field.getField('seen').defaultValue === seenDigest
  return (
    <>
      <input type="hidden" name="seen" value={seenDigest} />
      <Notice tone="warn" title="A caixa foi embalada com outra revisão">
        <ChangeList changes={changes} />
      </Notice>
      <RadioGroup
        label="O que está na caixa"
        isRequired
        options={listBoxAnswers(changes)}
        {...fieldProps}
        defaultValue={isSameQuestion ? defaultValue : undefined}
      />
    </>
  )
}

/** Warns that an outdated revision is packed, and offers to record that the current one replaced it. */
export function SwapContentsForm({
  changes,
  seenDigest,
  action,
}: {
  changes: BoxChanges
  seenDigest: string | null
  action: string
}) {
  if (seenDigest === null) return null
  return (
    <Notice tone="warn" title="A revisão mudou desde que a caixa foi embalada">
      <ChangeList changes={changes} />
      <PostForm action={action} className="actions no-print" data-once="">
        <input type="hidden" name="intent" value="swapped" />
        <input type="hidden" name="seen" value={seenDigest} />
        <Button>Conteúdo trocado pela revisão em vigor</Button>
        {changes.length === 1
          ? null
          : changes.map(({ id, name, revision }) => (
              <Button key={id} name="line" value={id}>
                {`Só ${name} (${revision})`}
              </Button>
            ))}
      </PostForm>
    </Notice>
  )
}

function ChangeList({ changes }: { changes: BoxChanges }) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.id}>
          {`${change.name}: embalada com ${change.packed}; em vigor ${change.revision}`}
        </li>
      ))}
    </ul>
  )
}
