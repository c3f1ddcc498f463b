import type { Conflict } from '#app/domain/platform/conflict.ts'
import { Notice } from '#app/ui/notice.tsx'

/** Shows both versions. The form contains the typed texts, which another save stores. */
export function ConflictNotice({ conflict, title }: { conflict: Conflict; title?: string }) {
  const { by, at, fields } = conflict
  const savedText = `${by ?? 'Outra pessoa'} salvou este registro${at ? ` em ${at}` : ''}`
  return (
    // biome-ignore lint/a11y/noAutofocus: the form may stand far down its page, and nothing was saved.
    <div tabIndex={-1} autoFocus data-error-summary="">
      <Notice tone="warn" title={title ?? savedText}>
        <p>
          O que você digitou continua no formulário e ainda não foi gravado. Confira as diferenças e salve de
          novo para ficar com o seu.
        </p>
        <ul>
          {fields.map(({ label, stored, typed }) => (
            <li key={label}>
              {label}: gravado “{stored || 'vazio'}”,{' '}
              {typed === null
                ? 'e você não tinha mexido: o formulário já mostra o gravado'
                : `digitado “${typed || 'vazio'}”`}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

export function OwnConflictNotice({ conflict }: { conflict: Conflict }) {
  return <ConflictNotice conflict={conflict} title="Estes dados mudaram depois que você abriu esta página" />
}
