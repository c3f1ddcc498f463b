import { describe, expect, test } from 'vitest'
import { listFieldNames } from '#app/domain/charges/banks/agreement-fields.ts'
import { bankCodes, banks } from '#app/domain/charges/banks/banks.ts'
import { type Setting, settingIds, toFormName } from '#app/domain/settings/setting.ts'
import { makeSettingSchema } from '#app/routes/admin/settings/setting-schema.ts'
import { formatHistoryChange } from '#app/text/backoffice/history-fields.ts'
import { type SettingLabels, toFormTexts } from '#app/text/settings/field-labels.ts'
import { mapSettings } from '#app/text/settings/setting-labels.ts'

/** Valid texts of fields that reject the sample text of their kind. */
const sampleTexts: Readonly<Record<string, string>> = {
  cnpj: '11.222.333/0001-81',
  zipCode: '18600-000',
  state: 'SP',
  phone: '(14) 3333-0000',
  ie: '110042490114',
  im: '12345',
  key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
}

/** Returns a valid text of the field, other than its initial one. */
function makeSampleText<Values>(
  { fields }: Setting<Values>,
  labels: SettingLabels<Values>,
  name: Extract<keyof Values, string>,
): string {
  const field = fields[name]
  const sampleTextByKind = {
    money: '12,34',
    tick: 'on',
    day: '2026-11-21',
    lines: 'One\nTwo',
    text: 'Text',
    email: 'one@example.com',
  }
  if (field.kind === 'number') return String(field.max)
  if (field.kind === 'percent') return '0,25'
  if (field.kind === 'choice') return Object.keys(labels[name].options ?? {}).at(-1) ?? ''
  return sampleTexts[name] ?? sampleTextByKind[field.kind]
}

const settings = mapSettings((setting, labels) => {
  const sample: Record<string, string> = {}
  for (const name in setting.fields) sample[toFormName(name)] = makeSampleText(setting, labels, name)
  const parsed = makeSettingSchema(setting, labels).safeParse(sample)
  const values = parsed.data?.values
  const storedValues: [string, string][] = []
  for (const name in values) storedValues.push([name, String(values[name])])
  const formTextsAgain = values && toFormTexts(setting, labels, values)
  const fieldLabels: [string, string][] = []
  for (const name in setting.fields) fieldLabels.push([name, labels[name].label])
  return {
    name: setting.name,
    sample,
    errors: parsed.error?.issues,
    formTextsAgain,
    storedValues,
    fieldLabels,
  }
})

describe.each(settings)(
  'the setting $name',
  ({ name, sample, errors, formTextsAgain, storedValues, fieldLabels }) => {
    const formatChange = (field: string, to: string | null) =>
      formatHistoryChange({ entity: 'setting', entityId: settingIds[name] }, { field, from: null, to })

    test('accepts each of its texts and shows it again', () => {
      expect(errors).toBeUndefined()
      expect(formTextsAgain).toEqual(sample)
    })

    test('has the labels of its form in the history, with their unit', () => {
      const labels = fieldLabels.map(([field, label]) => ({
        label,
        history: formatChange(field, null).label,
      }))
      for (const { label, history } of labels) expect(history.startsWith(label), history).toBe(true)
      expect(fieldLabels.filter(([field, label]) => field === label)).toEqual([])
    })

    test('shows labels instead of codes in the history', () => {
      const codes = storedValues.filter(([, value]) =>
        /^(true|false|[a-z][a-z-]+|\d{4}-\d\d-\d\d)$/.test(value),
      )
      expect(codes.filter(([field, value]) => formatChange(field, value).to === value)).toEqual([])
    })
  },
)

test('every declaration has labels in the history', () => {
  const modules = import.meta.glob<Record<string, unknown>>('/app/domain/settings/*.ts', { eager: true })
  const declaredNames = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .flatMap((exported) =>
      typeof exported === 'object' && exported && 'fields' in exported && 'name' in exported
        ? [exported.name]
        : [],
    )
  expect(declaredNames.length).toBeGreaterThan(0)
  expect(declaredNames.toSorted()).toEqual(settings.map(({ name }) => name).toSorted())
})

test.each(bankCodes)('the history has a label for every field of an agreement with the bank %s', (code) => {
  const names = ['bank', ...listFieldNames(banks[code].agreementFields), 'nextRemittance', 'nextNumber']
  const subject = { entity: 'setting', entityId: settingIds.bankAgreement }
  const unlabelledFields = names.filter(
    (field) => formatHistoryChange(subject, { field, from: null, to: '1' }).label === field,
  )
  expect(unlabelledFields).toEqual([])
})
