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
}: FieldsProps<Values> & { layouts?: { readonly [Name in keyof Values]?: Look } }) {
  const names: Extract<keyof Values, string>[] = []
  for (const name in props.labels)
    if (props.isSuperuser || props.setting.fields[name].for !== 'superuser') names.push(name)
  return names.map((name) => <SettingField key={name} {...props} name={name} layout={layouts?.[name]} />)
}

type Look = Partial<
  Pick<TextFieldProps, 'width' | 'type' | 'inputMode' | 'maxLength' | 'optional' | 'hint' | 'data-mask'>
>

type FieldProps<Values> = FieldsProps<Values> & {
  name: Extract<keyof Values, string>
  layout?: Look | undefined
  /** shows the options as cards */
  cards?: Readonly<Record<string, Pick<ChoiceOption, 'hint' | 'content'>>>
}

export function SettingField<Values>(props: FieldProps<Values>) {
  const { name, setting, labels, field, layout, cards } = props
  const declared = setting.fields[name]
  const { isOptional } = declared
  const { label, unit, options = {} } = labels[name]
  const { defaultValue, ...bound } = field.getField(toFormName(name))
  const namedField = { ...bound, label, hint: getFieldHint(declared, labels[name]) }
  const text = { ...namedField, defaultValue, isRequired: !isOptional, optional: isOptional, ...layout }
  if (declared.kind === 'tick')
    return <CheckboxField {...namedField} defaultChecked={defaultValue === 'on'} />
  if (declared.kind === 'lines') return <TextAreaField {...text} rows={declared.max} />
  if (declared.kind === 'day') return <TextField width="half" {...text} type="date" />
  if (declared.kind === 'number')
    return <TextField width="short" suffix={unit} inputMode="numeric" {...text} />
  if (declared.kind === 'percent')
    return <TextField width="short" suffix={unit ? `% ${unit}` : '%'} inputMode="decimal" {...text} />
  if (declared.kind === 'money') return <TextField width="short" prefix="R$" inputMode="decimal" {...text} />
  if (declared.kind === 'email') return <TextField {...text} type="email" />
  if (declared.kind === 'text') return <TextField {...text} />
  const choices = Object.entries(options).map(([value, label]) => ({ value, label, ...cards?.[value] }))
  if (cards) return <Choice {...namedField} {...(defaultValue && { defaultValue })} options={choices} />
  const empty = declared.initial === undefined && { placeholder: 'Escolha' }
  return <SelectField {...text} {...empty} options={choices} />
}
