import { isPhotoDescribed, isPhotoSubject, type PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { formatDate, formatReais, formatWeight } from '#app/text/platform/format.ts'

/** Labels by field of the form, in sequence. */
export const publicationLabels = {
  name: 'Nome',
  applicability: 'Aplicabilidade',
  version: 'Versão',
  date: 'Data da versão',
  changes: 'O que mudou',
  price: 'Preço de compra',
  price_signature: 'Preço de renovação',
  weight: 'Peso',
  is_signature: 'Assinatura',
  is_download: 'Download',
  is_sent_immediately: 'Enviar exemplar na compra',
  has_airplane_info: 'Pede dados da aeronave',
  has_photo_upload: 'Pede foto',
  photo_subject: 'O que a foto deve mostrar',
  photo_note: 'Sobre a foto, em palavras suas',
  active: 'Ativa',
  file: 'Arquivo',
} as const

const checkboxes = [
  'is_signature',
  'is_download',
  'is_sent_immediately',
  'has_airplane_info',
  'has_photo_upload',
  'active',
] as const

type PublicationData = {
  name: string
  applicability: string
  version: string
  date: CivilDate
  weight: number
  price: number
  price_signature: number | null
  changes: string | null
  photo_subject: PhotoSubject
  photo_note: string | null
} & Record<(typeof checkboxes)[number], boolean>

/** Returns the form's texts, without unticked boxes. */
export function toPublicationTexts(data: PublicationData): Record<string, string> {
  const { name, applicability, version, date: dateText, weight, price, price_signature, changes } = data
  const { photo_subject: photoSubject, photo_note: photoNote } = data
  return {
    name,
    applicability,
    version,
    date: dateText,
    changes: changes ?? '',
    price: formatPlainAmount(price),
    price_signature: price_signature === null ? '' : formatPlainAmount(price_signature),
    weight: weight === 0 ? '' : formatWeight(weight).replace(/\D+$/, '').replace('.', ''),
    photo_subject: isPhotoDescribed({ photoSubject, photoNote }) ? photoSubject : '',
    photo_note: photoNote ?? '',
    ...Object.fromEntries(checkboxes.filter((box) => data[box]).map((box) => [box, 'on'])),
  }
}

/** Formats the form's texts for a conflict. */
export function formatPublicationTexts(
  texts: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const checkboxTexts = checkboxes.map((box) => [box, texts[box] ? 'sim' : 'não'])
  const dateText = /^\d{4}-\d{2}-\d{2}$/.test(texts.date ?? '') ? { date: formatDate(texts.date ?? '') } : {}
  const definedTexts = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text]],
  )
  const photoText = { photo_subject: formatPhotoSubject(texts.photo_subject ?? '') }
  return {
    ...Object.fromEntries(definedTexts),
    ...Object.fromEntries(checkboxTexts),
    ...dateText,
    ...photoText,
  }
}

export const newPublicationTexts = { active: 'on', is_sent_immediately: 'on' } as const

function formatPhotoSubject(text: string): string {
  return isPhotoSubject(text) ? photoSubjectNames[text] : text
}

export function formatPublicationValue(field: string, text: string): string {
  if (field === 'photo_subject') return formatPhotoSubject(text)
  if (field === 'price' || field === 'price_signature') return formatReais(Number(text))
  if (field === 'weight') return formatWeight(Number(text))
  return field === 'date' ? formatDate(text) : text
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

function formatPlainAmount(centavos: number): string {
  return formatReais(centavos).replace(/^R\$ /, '')
}
