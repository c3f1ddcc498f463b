import { Fragment, type ReactNode } from 'react'
import { Unbroken } from '#app/ui/unbroken.tsx'
import {
  type DataAttributes,
  FieldErrors,
  type FieldText,
  getFieldClass,
  Hint,
  hasErrors,
  joinDescriptionIds,
  makeFieldId,
  Optional,
} from './field-frame.tsx'

export type RadioOption = {
  value: string | number
  label: ReactNode
  hint?: ReactNode
  aside?: ReactNode // content right of the label: a price, a number of days
  disabled?: boolean
}

export type RadioGroupProps = FieldText &
  DataAttributes & {
    options: readonly RadioOption[]
    defaultValue?: string | number
    layout?: 'list' | 'inline' | 'cards'
    form?: string
  }

/** Returns an option's id. The first option has the field's id because the error summary links to that id. */
function formatOptionId(id: string, value: string | number, index: number) {
  return index === 0 ? id : `${id}-${value}`
}

function isChosenValue(value: string | number, chosenValue: string | number | undefined) {
  return chosenValue !== undefined && String(value) === String(chosenValue)
}

function RadioLabel({ id, option }: { id: string; option: RadioOption }) {
  return (
    <label className="option-label" htmlFor={id}>
      <span className="option-text">{option.label}</span>
      {option.aside ? <span className="option-aside num"> {option.aside}</span> : null}
      {option.hint ? (
        <span className="hint">
          {' '}
          {typeof option.hint === 'string' ? <Unbroken text={option.hint} /> : option.hint}
        </span>
      ) : null}
    </label>
  )
}

export function RadioGroup(props: RadioGroupProps) {
  const { label, name, hint, errors, isRequired, optional, disabled, options, defaultValue, ...otherProps } =
    props
  const { id = makeFieldId(name), layout = 'list', ...input } = otherProps
  return (
    <fieldset
      className={`fieldset ${getFieldClass('full', errors)}`}
      disabled={disabled}
      aria-describedby={joinDescriptionIds(id, hint, errors)}
    >
      <legend className="legend-s">
        {label}
        {optional ? <Optional /> : null}
      </legend>
      <Hint id={id}>{hint}</Hint>
      <FieldErrors id={id} errors={errors} />
      <div className={`options options-${layout}`}>
        {options.map((option, index) => (
          <div className="option" key={option.value}>
            <input
              {...input}
              className="option-input"
              type="radio"
              id={formatOptionId(id, option.value, index)}
              name={name}
              value={option.value}
              disabled={option.disabled}
              defaultChecked={isChosenValue(option.value, defaultValue)}
            />
            <RadioLabel id={formatOptionId(id, option.value, index)} option={option} />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

export type CheckboxFieldProps = FieldText &
  DataAttributes & {
    value?: string | number
    defaultChecked?: boolean
    labelHidden?: boolean // true in a table, where only screen readers read the label
    panel?: ReactNode // content while the box is ticked; its fields are always sent
    form?: string
  }

export function CheckboxField(props: CheckboxFieldProps) {
  const { label, name, hint, errors, isRequired, optional, value = 'on', ...otherProps } = props
  const { id = makeFieldId(name), labelHidden, panel, ...input } = otherProps
  return (
    <div className={labelHidden ? 'option option-bare' : `option ${getFieldClass('full', errors)}`}>
      <FieldErrors id={id} errors={errors} />
      <div className="option">
        <input
          {...input}
          className="option-input"
          type="checkbox"
          id={id}
          name={name}
          value={value}
          aria-required={isRequired || undefined}
          aria-invalid={hasErrors(errors) || undefined}
          aria-describedby={joinDescriptionIds(id, hint, errors)}
        />
        <label className="option-label" htmlFor={id}>
          <span className={labelHidden ? 'visually-hidden' : 'option-text'}>
            {label}
            {optional ? <Optional /> : null}
          </span>
        </label>
        {panel ? <div className="choice-panel">{panel}</div> : null}
      </div>
      <Hint id={id}>{hint}</Hint>
    </div>
  )
}

export type ChoiceOption = RadioOption & { content?: ReactNode }

export type ChoiceProps = FieldText &
  DataAttributes & { options: readonly ChoiceOption[]; defaultValue?: string | number; form?: string }

/** Shows radio buttons with a panel each. CSS hides sibling panels, whose fields the server ignores. */
export function Choice(props: ChoiceProps) {
  const { label, name, hint, errors, isRequired, optional, disabled, options, defaultValue, ...otherProps } =
    props
  const { id = makeFieldId(name), ...input } = otherProps
  const chosenValue = defaultValue ?? options[0]?.value
  return (
    <fieldset
      className="fieldset"
      disabled={disabled}
      aria-describedby={joinDescriptionIds(id, hint, errors)}
    >
      <legend className="legend-s">
        {label}
        {optional ? <Optional /> : null}
      </legend>
      <Hint id={id}>{hint}</Hint>
      <FieldErrors id={id} errors={errors} />
      <div className="choice">
        {options.map((option, index) => (
          <Fragment key={option.value}>
            <input
              {...input}
              className="option-input"
              type="radio"
              id={formatOptionId(id, option.value, index)}
              name={name}
              value={option.value}
              disabled={option.disabled}
              defaultChecked={isChosenValue(option.value, chosenValue)}
            />
            <RadioLabel id={formatOptionId(id, option.value, index)} option={option} />
            {option.content ? <div className="choice-panel">{option.content}</div> : null}
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}
