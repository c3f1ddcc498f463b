import type { CsvKind } from '#app/domain/backoffice/import-kind.ts'
import { type FieldKind, type FormField, formFields } from '#app/domain/catalogue/publication-fields.ts'
import { soldServices } from '#app/domain/checkout/carriers/carriers.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { csvTexts, fieldLabels, mapFields } from '#app/text/catalogue/publication-field-labels.ts'
import type { MarkedKind } from '#app/text/platform/identifiers.ts'

export type CsvColumn = {
  key: string // field of the form
  heading: string
  /** kind of an identifier that exports mark; by default 'text' */
  kind?: MarkedKind | 'text'
  aliases?: readonly string[] // headings in exported lists
  hint?: string
  examples: readonly [string, string] // values of two fictitious records
  isSwitch?: boolean
  /** labels of a choice by code; an empty cell changes nothing */
  choices?: Readonly<Record<string, string>>
}

const yesNoHint = 'sim ou não; vazio fica como está'
const reaisHint = 'reais com vírgula, como 1.234,56'

const publicationHints: Readonly<Partial<Record<FieldKind, string>>> = {
  date: 'dd/mm/aaaa',
  money: reaisHint,
  optionalMoney: reaisHint,
  weight: 'quilos com vírgula, como 1,25',
  checkbox: yesNoHint,
  photoSubject: 'como na publicação; vazio fica como está',
}

const publications: readonly CsvColumn[] = [
  {
    key: 'id',
    heading: 'Número',
    aliases: ['ID'],
    hint: 'o número na loja, para alterar',
    examples: ['', ''],
  },
  {
    key: 'code',
    heading: 'Código',
    hint: 'o número que a publicação tem na empresa; só algarismos',
    examples: ['9001', '9002'],
  },
  ...Object.values(mapFields(formFields, makePublicationColumn)),
]

function makePublicationColumn({ kind }: { kind: FieldKind }, key: FormField): CsvColumn {
  const { heading = fieldLabels[key], note, ...column } = csvTexts[key]
  const hint = [publicationHints[kind], note].filter(Boolean).join('; ')
  return {
    key,
    heading,
    hint,
    ...column,
    isSwitch: kind === 'checkbox',
    ...(kind === 'photoSubject' ? { choices: photoSubjectNames } : {}),
  }
}

const [service = '', fasterService = ''] = soldServices.toReversed()

const freight: readonly CsvColumn[] = [
  {
    key: 'service',
    heading: 'Serviço',
    hint: `como ${service} ou ${fasterService}`,
    examples: [service, fasterService],
  },
  { key: 'region', heading: 'Região', hint: 'SE, S, CO, NE, N ou o nome', examples: ['SE', 'Sul'] },
  {
    key: 'kg',
    heading: 'Até (kg)',
    aliases: ['Até'],
    hint: 'quilos inteiros, de 1 a 30',
    examples: ['1', '5'],
  },
  { key: 'value', heading: 'Valor', hint: reaisHint, examples: ['24,90', '51,30'] },
  { key: 'days', heading: 'Prazo (dias úteis)', aliases: ['Prazo'], hint: 'de 1 a 90', examples: ['6', '3'] },
]

/** Part, heading, kind and two examples of each column of an address. */
const addressParts = [
  ['zip_code', 'CEP', 'text', '18600-000', '01310-000'],
  ['street', 'Logradouro', 'text', 'Rua das Hélices', 'Avenida dos Ailerons'],
  ['number', 'Número', 'code', '10', '200'],
  ['complement', 'Complemento', 'complement', '', 'Hangar 3'],
  ['province', 'Bairro', 'text', 'Centro', 'Bela Vista'],
  ['city', 'Cidade', 'text', 'Botucatu', 'São Paulo'],
  ['state', 'UF', 'text', 'SP', 'SP'],
] as const

const clients: readonly CsvColumn[] = [
  { key: 'email', heading: 'E-mail', examples: ['ana.exemplo@example.com', 'compras@exemplo.example.com'] },
  {
    key: 'name',
    heading: 'Nome',
    hint: 'de uma empresa, o contato',
    examples: ['Ana Exemplo', 'Beto Exemplo'],
  },
  { key: 'cpf', heading: 'CPF', examples: ['529.982.247-25', ''] },
  { key: 'company_name', heading: 'Razão social', examples: ['', 'Aviação Exemplo Ltda.'] },
  {
    key: 'cnpj',
    heading: 'CNPJ',
    hint: 'preenchido, a conta é de empresa',
    examples: ['', '11.222.333/0001-81'],
  },
  {
    key: 'ie',
    heading: 'Inscrição estadual',
    kind: 'state-registration',
    hint: 'ou ISENTO',
    examples: ['', 'ISENTO'],
  },
  {
    key: 'phone',
    heading: 'Telefone',
    kind: 'phone',
    hint: 'com DDD',
    examples: ['(14) 99999-0000', '(11) 3333-0000'],
  },
  ...addressParts.map(([part, heading, kind, firstExample, secondExample]) => ({
    key: `billing.${part}`,
    heading,
    kind,
    examples: [firstExample, secondExample] as const,
  })),
  ...addressParts.map(([part, heading, kind]) => ({
    key: `shipping.${part}`,
    heading: `Entrega: ${heading}`,
    kind,
    hint: part === 'zip_code' ? 'só se a entrega for noutro endereço' : '',
    examples: ['', ''] as const,
  })),
  { key: 'is_partner', heading: 'Parceria', hint: yesNoHint, examples: ['não', 'não'], isSwitch: true },
]

/** Columns in the sequence of the template. Only the columns that identify a record are required. */
export const csvColumns: Readonly<Record<CsvKind, readonly CsvColumn[]>> = { publications, freight, clients }

/** Sets of columns. One column of each set is required. */
export const csvKeyColumns: Readonly<Record<CsvKind, readonly (readonly string[])[]>> = {
  publications: [['id', 'code']],
  freight: [['service'], ['region'], ['kg'], ['value'], ['days']],
  clients: [['email', 'cpf', 'cnpj']],
}
