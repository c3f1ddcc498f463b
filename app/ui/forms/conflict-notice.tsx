import type { Conflict } from '#app/domain/platform/conflict.ts'
import { Notice } from '#app/ui/notice.tsx'

/** Shown on an edit conflict: both versions; what was typed is still in the form, and saving again keeps it. */
export function ConflictNotice({ conflict }: { conflict: Conflict }) {
  const { by, at, fields } = conflict
  return (
    // biome-ignore lint/a11y/noAutofocus: the form may stand far down its page, and nothing was saved.
    <div tabIndex={-1} autoFocus data-error-summary="">
      <Notice tone="warn" title={`${by ?? 'Outra pessoa'} salvou este registro${at ? ` em ${at}` : ''}`}>
        <p>
          O que você digitou continua no formulário e ainda não foi gravado. Confira as diferenças e salve de
          novo para ficar com o seu.
        </p>
        <ul>
          {fields.map(({ label, stored, typed }) => (
            <li key={label}>
              {label}: gravado “{stored || 'vazio'}”, digitado “{typed || 'vazio'}”
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
