import type { ReactNode } from 'react'
import { TextField } from '#app/ui/forms/field.tsx'
import { Button } from './button.tsx'

export type SearchBarProps = {
  label: string
  hint?: string
  /** stands in for the label on a phone, in the back-office */
  placeholder?: string
  name?: string
  defaultValue?: string
  action?: string
  /** Further filters: fields with width 'short' or 'half'. */
  children?: ReactNode
  /** At the far right: count, export, print. */
  aside?: ReactNode
  submitLabel?: string
  /** 'refresh' where the specification has that icon (F30) */
  icon?: 'search' | 'refresh'
  /** The search is what the page is for. */
  isMain?: boolean
}

/** A GET form: what is on screen is in the address. Enter or the button runs it. */
export function SearchBar(props: SearchBarProps) {
  const {
    label,
    hint,
    placeholder,
    name = 'search',
    defaultValue,
    action,
    children,
    aside,
    submitLabel = 'Buscar',
    icon = 'search',
    isMain = false,
  } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: old engines know no search element; this is also the form.
    <form className="search" role="search" method="get" action={action}>
      <TextField
        label={label}
        hint={hint}
        name={name}
        type="search"
        defaultValue={defaultValue}
        placeholder={placeholder}
        autoComplete="off"
      />
      {children}
      <Button icon={icon} variant={isMain ? 'main' : 'secondary'}>
        {submitLabel}
      </Button>
      {aside ? <div className="search-aside">{aside}</div> : null}
    </form>
  )
}
