import { type Setting, toFormName } from '#app/domain/settings/setting.ts'
import type { makeFieldTextReader } from '#app/forms/field-text.ts'
import { getFieldHint, type SettingLabels } from '#app/text/settings/field-labels.ts'
import type { ChoiceOption } from '#app/ui/forms/choice-fields.tsx'
import {
  CheckboxField,
  Choice,
  SelectField,
  TextAreaField,
  TextField,
  type TextFieldProps,
} from '#app/ui/forms/field.tsx'

type FieldsProps<Values> = {
  setting: Setting<Values>
  labels: SettingLabels<Values>
  field: ReturnType<typeof makeFieldTextReader>
  isSuperuser: boolean
}

/** Shows all fields that the viewer may change, in the sequence of the labels. */
export function SettingFields<Values>({
  layouts,
  ...props
}: FieldsProps<Values> & { layouts?: { readonly [Name in keyof Values]?: FieldLayout } }) {
  const names: Extract<keyof Values, string>[] = []
  for (const name in props.labels)
    if (props.isSuperuser || props.setting.fields[name].for !== 'superuser') names.push(name)
  return names.map((name) => <SettingField key={name} {...props} name={name} layout={layouts?.[name]} />)
}

type FieldLayout = Partial<
  Pick<TextFieldProps, 'width' | 'type' | 'inputMode' | 'maxLength' | 'optional' | 'hint' | 'data-mask'>
>

type FieldProps<Values> = FieldsProps<Values> & {
  name: Extract<keyof Values, string>
  layout?: FieldLayout | undefined
  /** shows the options as cards */
  cards?: Readonly<Record<string, Pick<ChoiceOption, 'hint' | 'content'>>>
}

export function SettingField<Values>(props: FieldProps<Values>) {
  const { name, setting, labels, field, layout, cards } = props
  const declaration = setting.fields[name]
  const { isOptional } = declaration
  const { label, unit, options = {} } = labels[name]
  const { defaultValue, ...fieldProps } = field.getField(toFormName(name))
  const labelledField = { ...fieldProps, label, hint: getFieldHint(declaration, labels[name]) }
  const textProps = {
    ...labelledField,
    defaultValue,
    isRequired: !isOptional,
    optional: isOptional,
    ...layout,
  }
  if (declaration.kind === 'tick')
    return <CheckboxField {...labelledField} defaultChecked={defaultValue === 'on'} />
  if (declaration.kind === 'lines') return <TextAreaField {...textProps} rows={declaration.max} />
  if (declaration.kind === 'day') return <TextField width="half" {...textProps} type="date" />
  if (declaration.kind === 'number')
    return <TextField width="short" suffix={unit} inputMode="numeric" {...textProps} />
  if (declaration.kind === 'percent')
    return <TextField width="short" suffix={unit ? `% ${unit}` : '%'} inputMode="decimal" {...textProps} />
  if (declaration.kind === 'money')
    return <TextField width="short" prefix="R$" inputMode="decimal" {...textProps} />
  if (declaration.kind === 'email') return <TextField {...textProps} type="email" />
  if (declaration.kind === 'text') return <TextField {...textProps} />
  const choices = Object.entries(options).map(([value, label]) => ({ value, label, ...cards?.[value] }))
  if (cards) return <Choice {...labelledField} {...(defaultValue && { defaultValue })} options={choices} />
  const placeholderProps = declaration.initial === undefined && { placeholder: 'Escolha' }
  return <SelectField {...textProps} {...placeholderProps} options={choices} />
}
