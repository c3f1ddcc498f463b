import type { ReactNode } from 'react'
import { TextField } from '#app/ui/forms/field.tsx'
import { Button } from './button.tsx'

export type SearchBarProps = {
  label: string
  hint?: string
  placeholder?: string // replaces the label on a phone in the back-office
  name?: string
  defaultValue?: string
  action?: string
  children?: ReactNode // filters with width 'short' or 'half'
  aside?: ReactNode // content at the far right: count, export, print
  submitLabel?: string
  icon?: 'search' | 'refresh' // 'refresh' if the specification has that icon
  isMain?: boolean // true if the search is the page's main action
}

/** Shows a search form. The form uses GET because the address must contain the search. */
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
