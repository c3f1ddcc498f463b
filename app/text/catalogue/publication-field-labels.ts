import { type FormField, fieldsByKind } from '#app/domain/catalogue/publication-fields.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import type { MarkedKind } from '#app/text/platform/identifiers.ts'

/** Labels in the sequence of errors and CSV columns, and of the API's fields of one kind. */
export const fieldLabels: Readonly<Record<FormField, string>> = {
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
}

/** Hints; the sequence is that of the inputs under "Venda e envio". */
export const formHints: Readonly<Record<FormField, string | undefined>> = {
  name: undefined,
  applicability: undefined,
  active: 'Aparece na loja. Quem já tem continua com acesso.',
  version: undefined,
  date: undefined,
  changes: undefined,
  is_signature: 'Vale por um ano e pode ser renovada.',
  is_download: 'É baixada no site; não tem peso nem frete.',
  is_sent_immediately: 'Não vale para downloads.',
  price: undefined,
  price_signature: 'Um ano a mais. Só para assinaturas.',
  weight: 'Com vírgula, como 1,25. Só para impressos.',
  has_airplane_info: undefined,
  has_photo_upload: 'O pedido fica em análise até a foto ser aprovada.',
  photo_subject:
    'Obrigatório com “Pede foto”. O cliente vê as regras e um desenho antes de comprar, ao enviar a foto e quando pedimos outra.',
  photo_note:
    'Vem antes das regras: “Com uma régua ao lado do dano.” Obrigatório quando nenhuma das opções serve.',
}

type CsvTexts = {
  examples: readonly [string, string] // of two fictitious publications
  heading?: string // by default the label
  aliases?: readonly string[] // headings in exported lists
  note?: string // displayed after the hint of the kind
  kind?: MarkedKind
}

export const csvTexts: Readonly<Record<FormField, CsvTexts>> = {
  name: { aliases: ['Publicação'], examples: ['Manual de Voo (exemplo)', 'Boletim de Serviço (exemplo)'] },
  applicability: { kind: 'applicability', examples: ['EMB-202', 'EMB-203'] },
  version: { kind: 'version', examples: ['Rev. 1', 'A'] },
  date: { aliases: ['Atualização'], examples: ['15/01/2026', '02/03/2026'] },
  changes: { examples: ['Seção 4 revista', ''] },
  price: { aliases: ['Compra'], examples: ['180,00', '35,00'] },
  price_signature: { aliases: ['Renovação'], note: 'vazio se não for assinatura', examples: ['120,00', ''] },
  weight: { heading: 'Peso (kg)', aliases: ['Peso'], note: 'vazio se for download', examples: ['1,25', ''] },
  is_signature: { examples: ['sim', 'não'] },
  is_download: { examples: ['não', 'sim'] },
  is_sent_immediately: { examples: ['sim', 'sim'] },
  has_airplane_info: { examples: ['sim', 'não'] },
  has_photo_upload: { examples: ['não', 'sim'] },
  photo_subject: { examples: ['', photoSubjectNames['data-plate']] },
  photo_note: { examples: ['', 'Com o número de série legível.'] },
  active: { aliases: ['Situação'], examples: ['sim', 'sim'] },
}

type ApiTexts = {
  example: string | number | boolean | null
  input?: string // description in bodies, of texts, amounts and weights
  output?: string // description in responses, of weights and optional texts
}

export const apiTexts: Readonly<Record<FormField, ApiTexts>> = {
  name: { example: 'Manual de Voo' },
  applicability: { example: 'Todas as aeronaves' },
  version: { input: 'Outra versão cria uma revisão', example: 'Rev. 2' },
  date: { example: '2026-11-22' },
  changes: { input: 'O que mudou nesta revisão', example: null },
  price: { example: 128.9 },
  price_signature: { input: 'Só de assinaturas', example: 60 },
  weight: { input: 'Quilogramas; vazio para downloads', output: 'Quilogramas', example: 1.2 },
  is_signature: { example: true },
  is_download: { example: false },
  is_sent_immediately: { example: true },
  has_airplane_info: { example: false },
  has_photo_upload: { example: true },
  photo_subject: { example: 'data-plate' },
  photo_note: {
    input: `O que a foto deve mostrar, em palavras da loja; até ${fieldsByKind.optionalText.photo_note.maxLength} letras`,
    output: 'O que a foto deve mostrar, nas palavras da loja',
    example: null,
  },
  active: { example: true },
}

type Fields<Name extends FormField, Field> = Readonly<Record<Name, Field>>

/** Returns a value for each field, in the sequence of the labels. */
export function mapFields<Name extends FormField, Field, Value>(
  fields: Fields<Name, Field>,
  map: (field: Field, name: Name) => Value,
): Record<Name, Value> {
  const values: Partial<Record<Name, Value>> = {}
  for (const name in fieldLabels) if (isField(name, fields)) values[name] = map(fields[name], name)
  if (isComplete(fields, values)) return values
  const missingNames = Object.keys(fields).filter((name) => !(name in values))
  throw new Error(`Publication fields have no label: ${missingNames.join(', ')}`)
}

function isField<Name extends FormField>(name: string, fields: Fields<Name, unknown>): name is Name {
  return name in fields
}

function isComplete<Name extends FormField, Value>(
  fields: Fields<Name, unknown>,
  values: Partial<Record<Name, Value>>,
): values is Record<Name, Value> {
  return Object.keys(fields).every((name) => name in values)
}
