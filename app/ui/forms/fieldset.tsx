import type { ReactNode } from 'react'
import { FieldErrors, joinDescriptionIds } from './field-frame.tsx'

export type FieldsetProps = {
  legend: ReactNode
  id?: string // target of links in the error summary
  hint?: ReactNode
  errors?: readonly string[]
  disabled?: boolean
  /** 'section' has a heading with a line; a `.numbered` form numbers the heading */
  level?: 'section' | 'group'
  children: ReactNode
}

export function Fieldset({ legend, id, hint, errors, disabled, level = 'section', children }: FieldsetProps) {
  const idBase = id ?? 'grupo'
  return (
    <fieldset
      className="fieldset"
      id={id}
      disabled={disabled}
      aria-describedby={id ? joinDescriptionIds(idBase, hint, errors) : undefined}
    >
      <legend className={level === 'section' ? 'legend-l' : 'legend-m'}>
        {level === 'section' ? <h2>{legend}</h2> : legend}
      </legend>
      {hint ? (
        <div className="hint" id={id ? `${idBase}-dica` : undefined}>
          {hint}
        </div>
      ) : null}
      <FieldErrors id={idBase} errors={errors} />
      {children}
    </fieldset>
  )
}
