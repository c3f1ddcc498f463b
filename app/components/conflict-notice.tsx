import type { Conflict } from '#app/domain/conflict.ts'
import { Notice } from './notice.tsx'

/** Told to whoever saves second: both versions; what was typed is still in the form, and saving again keeps it. */
export function ConflictNotice({ conflict }: { conflict: Conflict }) {
  const { by, at, fields } = conflict
  return (
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
  )
}
