import { isPhotoDescribed, isPhotoSubject } from '#app/domain/catalogue/photo-subject.ts'
import {
  type FieldKind,
  fieldsByKind,
  formFields,
  type PublicationData,
} from '#app/domain/catalogue/publication-fields.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { fieldLabels, mapFields } from '#app/text/catalogue/publication-field-labels.ts'
import { formatDate, formatReais, formatWeight } from '#app/text/platform/format.ts'

/** Labels by field of the form, in sequence. */
export const publicationLabels = { ...fieldLabels, file: 'Arquivo' }

const fieldKinds: Readonly<Record<string, FieldKind>> = mapFields(formFields, ({ kind }) => kind)

/** Returns the form's texts, without unticked boxes. */
export function toPublicationTexts(data: PublicationData): Record<string, string> {
  const { photo_subject: photoSubject, photo_note: photoNote } = data
  const texts = mapFields(formFields, ({ kind }, name) => formatInput(kind, data[name]))
  if (!isPhotoDescribed({ photoSubject, photoNote })) texts.photo_subject = ''
  const isUntickedBox = (name: string, text: string) => name in fieldsByKind.checkbox && text === ''
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => !isUntickedBox(name, text)))
}

function formatInput(kind: FieldKind, value: string | number | boolean | null): string {
  if (kind === 'weight')
    return value === 0 ? '' : formatWeight(Number(value)).replace(/\D+$/, '').replace('.', '')
  if (typeof value === 'number') return formatReais(value).replace(/^R\$ /, '')
  if (typeof value === 'boolean') return value ? 'on' : ''
  return value ?? ''
}

/** Formats the form's texts for a conflict. */
export function formatPublicationTexts(
  texts: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const definedTexts = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, formatFormText(fieldKinds[name], text)]],
  )
  return {
    ...Object.fromEntries(definedTexts),
    ...mapFields(fieldsByKind.checkbox, (_, name) => (texts[name] ? 'sim' : 'não')),
  }
}

function formatFormText(kind: FieldKind | undefined, text: string): string {
  if (kind === 'photoSubject') return formatPhotoSubject(text)
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text
}

/** Returns the texts of a new publication's form. */
export const newPublicationTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(fieldsByKind.checkbox).flatMap(([name, { initial }]) => (initial ? [[name, 'on']] : [])),
)

function formatPhotoSubject(text: string): string {
  return isPhotoSubject(text) ? photoSubjectNames[text] : text
}

export function formatPublicationValue(field: string, text: string): string {
  const kind = fieldKinds[field]
  if (kind === 'money' || kind === 'optionalMoney') return formatReais(Number(text))
  if (kind === 'weight') return formatWeight(Number(text))
  if (kind === 'photoSubject') return formatPhotoSubject(text)
  return kind === 'date' ? formatDate(text) : text
}

export function getPublicationState({ active, removed_at }: { active: boolean; removed_at: unknown }) {
  if (removed_at) return 'Removida'
  return active ? 'Ativa' : 'Inativa'
}

export const uploadLabels = {
  none: 'Escolha um arquivo',
  empty: 'O arquivo está vazio. Confira e envie de novo.',
  kind: 'Este tipo de arquivo não é aceito. Envie PDF, ZIP, imagem (JPEG, PNG, GIF, WebP, TIFF) ou documento do Office (.docx, .xlsx, .pptx, .odt, .ods, .odp).',
  'old-office':
    'Documentos antigos do Office (.doc, .xls, .ppt) não são aceitos. Salve como .docx, .xlsx ou .pptx, ou como PDF.',
  protected:
    'Este PDF está protegido por senha e não poderia ser carimbado com o nome do cliente. Salve uma cópia sem proteção e envie de novo.',
  damaged:
    'Este PDF está danificado e não poderia ser carimbado com o nome do cliente. Gere o PDF de novo e envie.',
  'revision-over':
    'Outra pessoa criou uma nova versão desta publicação. Confira a versão abaixo e envie o arquivo de novo.',
  storage: 'O arquivo não pôde ser guardado agora, e nada foi trocado. Tente de novo em instantes.',
} as const

export const publicationMessages = {
  versionTaken: 'Esta publicação já tem uma revisão com esta versão',
  dateBefore: (latest: CivilDate) =>
    `A data não pode ser anterior à da revisão mais recente, ${formatDate(latest)}`,
  dateInFuture: 'A data de uma revisão não pode estar no futuro: a revisão entra em vigor ao salvar',
  nowWaiting: (count: number) =>
    count === 1
      ? 'Uma assinatura impressa voltou a Aguardando envio.'
      : `${count} assinaturas impressas voltaram a Aguardando envio.`,
  alreadyNotified: 'Esta revisão já foi notificada',
  fileTooLong: (megabytes: number) => `O arquivo passa de ${megabytes} MB. Nada foi trocado.`,
} as const
