import type { PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

type KindName =
  | 'text'
  | 'date'
  | 'money'
  | 'optionalMoney'
  | 'weight'
  | 'checkbox'
  | 'photoSubject'
  | 'optionalText'

type Field<Kind extends KindName> = {
  kind: Kind
  maxLength?: number
  initial?: boolean
  isSpecified?: boolean
}

/**
 * In the sequence in which rows are read. `isSpecified`: the specification's screens have an input for the field; the
 * API repeats errors of other fields in `non_field_errors`.
 */
export const fieldsByKind = {
  text: {
    name: { kind: 'text', maxLength: 150, isSpecified: true },
    applicability: { kind: 'text', maxLength: 200, isSpecified: true },
    version: { kind: 'text', maxLength: 30, isSpecified: true },
  },
  date: { date: { kind: 'date' } },
  money: { price: { kind: 'money' } },
  optionalMoney: { price_signature: { kind: 'optionalMoney' } }, // null without a subscription
  weight: { weight: { kind: 'weight' } }, // in grams, 0 for a download
  checkbox: {
    is_signature: { kind: 'checkbox', initial: false, isSpecified: true },
    is_download: { kind: 'checkbox', initial: false, isSpecified: true },
    has_airplane_info: { kind: 'checkbox', initial: false, isSpecified: true },
    has_photo_upload: { kind: 'checkbox', initial: false, isSpecified: true },
    is_sent_immediately: { kind: 'checkbox', initial: true, isSpecified: true },
    active: { kind: 'checkbox', initial: true, isSpecified: false },
  },
  photoSubject: { photo_subject: { kind: 'photoSubject' } },
  optionalText: { photo_note: { kind: 'optionalText', maxLength: 300 } },
} as const satisfies { [Kind in KindName]: Readonly<Record<string, Field<Kind>>> }

export const publicationFields = {
  ...fieldsByKind.text,
  ...fieldsByKind.date,
  ...fieldsByKind.money,
  ...fieldsByKind.optionalMoney,
  ...fieldsByKind.weight,
  ...fieldsByKind.checkbox,
  ...fieldsByKind.photoSubject,
  ...fieldsByKind.optionalText,
} satisfies Readonly<Record<Names[KindName], unknown>>

/** The fields of the form. `changes` describes what is new in the current revision. */
export const formFields = { ...publicationFields, changes: { kind: 'lines', maxLength: 2_000 } } as const

export type FormField = keyof typeof formFields
export type FieldKind = (typeof formFields)[FormField]['kind']

type Names = { [Kind in KindName]: keyof (typeof fieldsByKind)[Kind] }

export type PublicationValues = Record<Names['text'], string> &
  Record<Names['date'], CivilDate> &
  Record<Names['money'], Centavos> &
  Record<Names['optionalMoney'], Centavos | null> &
  Record<Names['weight'], number> &
  Record<Names['checkbox'], boolean> &
  Record<Names['photoSubject'], PhotoSubject> &
  Record<Names['optionalText'], string | null>

export type PublicationData = PublicationValues & { changes: string | null }

export const publicationColumns = listNames(publicationFields)

/** Returns the names of the fields in sequence. */
export function listNames<Fields>(fields: Fields): Extract<keyof Fields, string>[] {
  const names: Extract<keyof Fields, string>[] = []
  for (const name in fields) names.push(name)
  return names
}
