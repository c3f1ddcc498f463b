import type { FieldFault, FieldKind } from '#app/domain/settings/field.ts'
import { type Setting, toFormName } from '#app/domain/settings/setting.ts'
import { formatAmount, formatDate, formatPercent, formatReais } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'

export type FieldLabels = {
  label: string
  unit?: string // displayed after the field, and after its label in the history
  hint?: string // `{range}` is replaced by the bounds
  fault?: string // message for invalid text
  limit?: string // why a percentage is limited
  /** `show` formats a stored value; `parse` is its inverse and returns null for invalid text */
  parse?: (text: string) => string | null
  show?: (text: string) => string
  options?: Readonly<Record<string, string>>
}

type OptionLabels<Value> = [Value] extends [string]
  ? string extends Value
    ? unknown
    : { options: Readonly<Record<Value, string>> }
  : unknown

/** Labels of a setting. Its page shows the fields in this sequence. */
export type SettingLabels<Values> = {
  readonly [Name in keyof Values]: FieldLabels & OptionLabels<Values[Name]>
}

export function getFieldHint(field: FieldKind, { hint }: FieldLabels): string | undefined {
  const text = hint?.replace('{range}', formatRange(field))
  return text && text.charAt(0).toUpperCase() + text.slice(1)
}

function formatRange(field: FieldKind): string {
  if (field.kind === 'number') return `de ${field.min} a ${field.max}`
  if (field.kind === 'percent') return `até ${formatPercent(field.max)}`
  return field.kind === 'lines' ? `até ${field.max} linhas de ${field.maxLength} caracteres` : ''
}

export function formatFaultMessage(
  field: FieldKind & { isOptional: boolean },
  labels: FieldLabels,
  fault: FieldFault,
): string {
  if (fault === 'missing') return specTexts.fieldRequired
  if (field.kind === 'number')
    return `Digite um número ${formatRange(field)}${field.isOptional ? ', ou deixe vazio' : ''}`
  if (field.kind === 'money')
    return field.max === undefined
      ? 'Digite um valor em reais, como 10,00'
      : `Digite um valor de 0,00 a ${formatAmount(field.max)}`
  if (field.kind === 'percent')
    return fault === 'too-large'
      ? `O máximo é ${formatPercent(field.max)}${labels.limit ?? ''}`
      : 'Digite uma porcentagem com até duas casas, como 2,00'
  if (field.kind === 'day') return 'Data incorreta: use dia/mês/ano, como 21/11/2026'
  if (field.kind === 'lines')
    return fault === 'too-many-lines'
      ? `Use no máximo ${field.max} linhas`
      : `Use no máximo ${field.maxLength} caracteres por linha`
  if (field.kind === 'email') return 'E-mail incorreto: confira se está completo, como nome@exemplo.com.br'
  if (field.kind === 'text' && fault === 'too-long') return `Use no máximo ${field.max} caracteres`
  return labels.fault ?? specTexts.fieldRequired
}

/** Returns texts by field name. Initial values replace missing values. */
export function toFormTexts<Values>(
  { fields }: Setting<Values>,
  labels: SettingLabels<Values>,
  values: Partial<Values> = {},
) {
  const texts: Record<string, string> = {}
  for (const name in fields) {
    const field = fields[name]
    const value = values[name] === undefined ? field.initial : values[name]
    const text = field.isValue(value) ? field.format(value) : ''
    texts[toFormName(name)] = labels[name].show?.(text) ?? text
  }
  return texts
}

export function listFormLabels<Values>({ fields }: Setting<Values>, labels: SettingLabels<Values>) {
  const namedLabels: Record<string, string> = {}
  for (const name in fields) namedLabels[toFormName(name)] = labels[name].label
  return namedLabels
}

export type HistoryLabels = { label(field: string): string; value(field: string, text: string): string }

/** Returns labels of a setting for the history. A removed field is displayed by its name. */
export function makeSettingHistory<Values>(
  { fields }: Setting<Values>,
  labels: SettingLabels<Values>,
): HistoryLabels {
  const knownFields = new Map<string, { label: string; value: (text: string) => string }>()
  for (const name in fields) knownFields.set(name, makeFieldHistory(fields[name], labels[name]))
  return {
    label: (field) => knownFields.get(field)?.label ?? field,
    value: (field, text) => knownFields.get(field)?.value(text) ?? text,
  }
}

function makeFieldHistory({ kind }: FieldKind, { label, unit, options, show }: FieldLabels) {
  const preposition = kind === 'percent' ? '' : 'em '
  return {
    label: unit ? `${label}, ${preposition}${unit}` : label,
    value: (text: string) => {
      if (kind === 'money') return formatReais(Number(text))
      if (kind === 'percent') return formatPercent(Number(text))
      if (kind === 'day') return formatDate(text)
      return options?.[text] ?? show?.(text) ?? text
    },
  }
}
