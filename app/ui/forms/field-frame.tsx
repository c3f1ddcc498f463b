import type { ReactNode } from 'react'
import { Unbroken } from '#app/ui/unbroken.tsx'

export type DataAttributes = { [name: `data-${string}`]: string | number | boolean | undefined }

export type FieldWidth = 'full' | 'long' | 'half' | 'short'

export type FieldText = {
  label: ReactNode
  name: string
  id?: string
  hint?: ReactNode
  errors?: readonly string[]
  /** for screen readers; browsers never block the form, because the server decides */
  isRequired?: boolean
  optional?: boolean // true adds "(opcional)" to the label
  disabled?: boolean
}

/** Returns the id of an input: 'campo-billing-zip_code' for 'billing.zip_code'. */
export function makeFieldId(name: string): string {
  return `campo-${name.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '')}`
}

export function hasErrors(errors: readonly string[] | undefined): boolean {
  return errors !== undefined && errors.length > 0
}

/** Returns the value of aria-describedby: the ids of hint and errors; undefined if there are neither. */
export function joinDescriptionIds(id: string, hint: ReactNode, errors: readonly string[] | undefined) {
  const ids = [hint ? `${id}-dica` : '', hasErrors(errors) ? `${id}-erro` : ''].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

export function Optional() {
  return <span className="optional"> (opcional)</span>
}

export function Hint({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <div className="hint" id={`${id}-dica`}>
      {typeof children === 'string' ? <Unbroken text={children} /> : children}
    </div>
  )
}

export function FieldErrors({ id, errors }: { id: string; errors?: readonly string[] }) {
  if (!errors || errors.length === 0) return null
  return (
    <div className="field-error" id={`${id}-erro`}>
      {errors.map((message) => (
        <div key={message}>
          <span className="visually-hidden">Erro: </span>
          <span>{message}</span>
        </div>
      ))}
    </div>
  )
}

export function getFieldClass(width: FieldWidth, errors: readonly string[] | undefined) {
  return `field field-${width}${hasErrors(errors) ? ' field-bad' : ''}`
}

type FrameProps = Pick<FieldText, 'label' | 'hint' | 'errors' | 'optional'> & {
  id: string
  width: FieldWidth
  children: ReactNode
}

export function FieldFrame({ id, label, hint, errors, optional, width, children }: FrameProps) {
  return (
    <div className={getFieldClass(width, errors)}>
      <label className="label" htmlFor={id}>
        {label}
        {optional ? <Optional /> : null}
      </label>
      <Hint id={id}>{hint}</Hint>
      <FieldErrors id={id} errors={errors} />
      <div className="control">{children}</div>
    </div>
  )
}
