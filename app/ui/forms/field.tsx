import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { suggestEmail } from '#app/domain/accounts/mailbox/likely-email.ts'
import { formatLikelyEmail } from '#app/text/accounts/mailbox-labels.ts'
import {
  type DataAttributes,
  FieldFrame,
  type FieldText,
  type FieldWidth,
  hasErrors,
  joinDescriptionIds,
  makeFieldId,
} from './field-frame.tsx'

export { CheckboxField, Choice, RadioGroup } from './choice-fields.tsx'
export { makeFieldId } from './field-frame.tsx'
export { Fieldset } from './fieldset.tsx'

type FramedFieldProps = FieldText &
  DataAttributes & { width?: FieldWidth; prefix?: ReactNode; suffix?: ReactNode }

type InputProps = FramedFieldProps &
  Pick<
    ComponentPropsWithoutRef<'input'>,
    | 'defaultValue'
    | 'inputMode'
    | 'enterKeyHint'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'spellCheck'
    | 'maxLength'
    | 'min'
    | 'max'
    | 'step'
    | 'readOnly'
    | 'list'
    | 'form'
    | 'autoFocus'
  >

export type TextFieldProps = InputProps & {
  placeholder?: string | undefined // replaces the label, which is hidden on a phone
  type?: 'text' | 'email' | 'tel' | 'search' | 'number' | 'date' | 'month' | 'url'
}

const inputModes: Readonly<Record<string, InputProps['inputMode']>> = {
  text: 'text',
  password: 'text',
  email: 'email',
  tel: 'tel',
  url: 'url',
  search: 'search',
  number: 'decimal',
}

const enterKeyHints: Readonly<Record<string, InputProps['enterKeyHint']>> = {
  password: 'go',
  search: 'search',
}

/** Returns the phone's keyboard and Enter key for the type; by default without autofill. */
function getKeyboardHints(type: string): Pick<InputProps, 'inputMode' | 'enterKeyHint' | 'autoComplete'> {
  return { inputMode: inputModes[type], enterKeyHint: enterKeyHints[type] ?? 'next', autoComplete: 'off' }
}

function InputField({ type, ...props }: InputProps & { type: string }) {
  const { label, hint, errors, isRequired, optional, width = 'full', prefix, suffix, ...input } = props
  const id = props.id ?? makeFieldId(props.name)
  return (
    <FieldFrame {...{ id, label, hint, errors, optional, width }}>
      {prefix ? <span className="affix">{prefix}</span> : null}
      <input
        {...getKeyboardHints(type)}
        {...input}
        id={id}
        type={type}
        className="input"
        aria-required={isRequired || undefined}
        aria-invalid={hasErrors(errors) || undefined}
        aria-describedby={joinDescriptionIds(id, hint, errors)}
      />
      {suffix ? <span className="affix">{suffix}</span> : null}
    </FieldFrame>
  )
}

export function TextField({ type = 'text', ...props }: TextFieldProps) {
  if (type === 'email') return <EmailField {...props} />
  return <InputField {...props} type={type} />
}

/** Suggests a likely e-mail for a mistyped e-mail, but never rejects it. */
function EmailField(props: InputProps) {
  const suggestedEmail = typeof props.defaultValue === 'string' ? suggestEmail(props.defaultValue) : undefined
  const hint = suggestedEmail ? <SuggestionHint hint={props.hint} email={suggestedEmail} /> : props.hint
  return <InputField {...props} hint={hint} type="email" />
}

function SuggestionHint({ hint, email }: { hint: ReactNode; email: string }) {
  return (
    <>
      {hint} <strong>{formatLikelyEmail(email)}</strong>
    </>
  )
}

/** Shows a password field, which never contains the sent value. */
export function PasswordField({ autoComplete = 'current-password', ...props }: InputProps) {
  return <InputField {...props} autoComplete={autoComplete} defaultValue={undefined} type="password" />
}

export type FileFieldProps = FramedFieldProps &
  Pick<ComponentPropsWithoutRef<'input'>, 'accept' | 'multiple' | 'form'>

export function FileField({
  label,
  hint,
  errors,
  isRequired,
  optional,
  width = 'full',
  ...props
}: FileFieldProps) {
  const { prefix, suffix, ...input } = props
  const id = props.id ?? makeFieldId(props.name)
  return (
    <FieldFrame {...{ id, label, hint, errors, optional, width }}>
      {prefix}
      <input
        {...input}
        id={id}
        type="file"
        className="input"
        aria-invalid={hasErrors(errors) || undefined}
        aria-describedby={joinDescriptionIds(id, hint, errors)}
      />
      {suffix}
    </FieldFrame>
  )
}

export type TextAreaFieldProps = FramedFieldProps &
  Pick<ComponentPropsWithoutRef<'textarea'>, 'defaultValue' | 'rows' | 'maxLength' | 'readOnly' | 'form'>

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, errors, isRequired, optional, width = 'full', prefix, suffix, ...area } = props
  const id = props.id ?? makeFieldId(props.name)
  return (
    <FieldFrame {...{ id, label, hint, errors, optional, width }}>
      <textarea
        rows={5}
        enterKeyHint="enter"
        autoComplete="off"
        {...area}
        id={id}
        className="input"
        aria-required={isRequired || undefined}
        aria-invalid={hasErrors(errors) || undefined}
        aria-describedby={joinDescriptionIds(id, hint, errors)}
      />
    </FieldFrame>
  )
}

export type SelectOption = { value: string | number; label: string; disabled?: boolean }

export type SelectFieldProps = FramedFieldProps &
  Pick<ComponentPropsWithoutRef<'select'>, 'defaultValue' | 'autoComplete' | 'form' | 'autoFocus'> & {
    options: readonly SelectOption[]
    placeholder?: string // text of the first, empty option
  }

export function SelectField(props: SelectFieldProps) {
  const {
    label,
    hint,
    errors,
    isRequired,
    optional,
    width = 'full',
    prefix,
    suffix,
    options,
    placeholder,
    ...select
  } = props
  const id = props.id ?? makeFieldId(props.name)
  return (
    <FieldFrame {...{ id, label, hint, errors, optional, width }}>
      <select
        {...select}
        id={id}
        className="input"
        aria-required={isRequired || undefined}
        aria-invalid={hasErrors(errors) || undefined}
        aria-describedby={joinDescriptionIds(id, hint, errors)}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
