import {
  csosnCodes,
  ibsCbsCodes,
  icmsCodes,
  isTaxField,
  type Medium,
  media,
  originCodes,
  pisCofinsCodes,
  type TaxField,
} from '#app/domain/catalogue/taxes.ts'
import { getKindName } from '#app/text/catalogue/page-labels.ts'

export const taxLabels: Readonly<Record<TaxField, string>> = {
  nature: 'Mercadoria ou serviço',
  ncm: 'NCM',
  origin: 'Origem',
  cfop_inside: 'CFOP no estado',
  cfop_outside: 'CFOP para outros estados',
  icms_cst: 'CST do ICMS',
  csosn: 'CSOSN',
  pis_cofins_cst: 'CST de PIS e COFINS',
  ibs_cbs_cst: 'CST de IBS e CBS',
  class_trib: 'Classificação tributária (cClassTrib)',
  service_code: 'Item da lista de serviços',
  national_code: 'Código de tributação nacional',
  nbs: 'NBS',
  operation_code: 'Indicador da operação (cIndOp)',
}

export const taxHints: Readonly<Partial<Record<TaxField, string>>> = {
  nature: 'Mercadoria sai em NF-e; serviço ou licença de uso, em NFS-e.',
  ncm: 'Oito números. Livros e impressos semelhantes: 4901.99.00.',
  cfop_inside: 'Comprado para revender: 5102. Impresso pela própria empresa: 5101.',
  cfop_outside: 'Revenda: 6102. Produção própria: 6101. Para quem não paga ICMS a loja usa 6108 e 6107.',
  icms_cst: 'Vale no regime normal. Livros são imunes (Constituição, art. 150, VI, d): 41.',
  csosn: 'Vale no Simples Nacional. Imune: 300.',
  pis_cofins_cst: 'Livros têm alíquota zero (Lei 10.865/2004, art. 28): 06. No Simples, em geral 49.',
  ibs_cbs_cst: 'Pedido em todo item desde 2026, também nos imunes: 410.',
  class_trib:
    'Seis números; os três primeiros são o CST. Livros: 410008 (LC 214/2025, art. 9º). Serviço ou licença não é livro: a contabilidade informa.',
  service_code: 'Da LC 116/2003, como 01.05. Só para serviços.',
  national_code:
    'Seis números: o item da lista e seu desdobramento, como 01.05.01. Só para NFS-e pelo Emissor Nacional.',
  nbs: 'Nove números, começando por 1. Só para serviços.',
  operation_code:
    'Seis números da tabela de IBS e CBS, como 100301. Só para serviços; no Simples, a partir de 2027.',
}

export const taxMessages: Readonly<Record<TaxField, string>> = {
  nature: 'Escolha mercadoria ou serviço',
  ncm: 'NCM incorreto: são oito números, como 4901.99.00',
  origin: 'Escolha a origem',
  cfop_inside: 'CFOP incorreto: são quatro números e o primeiro é 5, como 5102',
  cfop_outside: 'CFOP incorreto: são quatro números e o primeiro é 6, como 6102',
  icms_cst: 'Escolha um CST da lista',
  csosn: 'Escolha um CSOSN da lista',
  pis_cofins_cst: 'Escolha um CST da lista',
  ibs_cbs_cst: 'Escolha um CST da lista',
  class_trib: 'cClassTrib incorreto: são seis números, como 410008',
  service_code: 'Item incorreto: use dois números, ponto e dois números, como 01.05',
  national_code: 'Código incorreto: são seis números, como 01.05.01',
  nbs: 'NBS incorreta: são nove números e o primeiro é 1',
  operation_code: 'Indicador incorreto: são seis números, como 100301',
}

export const taxUndoMessages = {
  wasUndone: 'Esta alteração já estava desfeita.',
  undone: (restoredCount: number, unrestoredCount: number) =>
    [
      restoredCount === 1
        ? '1 publicação voltou ao que era.'
        : `${restoredCount} publicações voltaram ao que eram.`,
      formatUnrestored(unrestoredCount),
    ]
      .filter(Boolean)
      .join(' '),
} as const

function formatUnrestored(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? '1 ficou como está, porque mudou depois.'
    : `${count} ficaram como estão, porque mudaram depois.`
}

export const serviceCodeMismatch =
  'Os quatro primeiros números do código nacional têm de ser o item da lista de serviços'

export const classMismatch = 'Os três primeiros números do cClassTrib têm de ser o CST de IBS e CBS'

export const mediumLabels: Readonly<Record<Medium, string>> = {
  print: 'Impressas',
  download: 'Para download',
}

const codeNames: Readonly<Partial<Record<TaxField, Readonly<Record<string, string>>>>> = {
  nature: { goods: 'Mercadoria', service: 'Serviço ou licença de uso' },
  origin: {
    '0': 'Nacional',
    '1': 'Estrangeira, importada pela empresa',
    '2': 'Estrangeira, comprada no Brasil',
    '3': 'Nacional, conteúdo importado de 40% a 70%',
    '4': 'Nacional, processo produtivo básico',
    '5': 'Nacional, conteúdo importado até 40%',
    '6': 'Estrangeira, importada, sem similar nacional',
    '7': 'Estrangeira, comprada no Brasil, sem similar nacional',
    '8': 'Nacional, conteúdo importado acima de 70%',
  },
  icms_cst: {
    '00': 'Tributada integralmente',
    '10': 'Tributada, com substituição tributária',
    '20': 'Com redução da base de cálculo',
    '30': 'Isenta ou não tributada, com substituição tributária',
    '40': 'Isenta',
    '41': 'Não tributada (imune)',
    '50': 'Suspensão',
    '51': 'Diferimento',
    '60': 'Cobrado antes por substituição tributária',
    '70': 'Redução da base, com substituição tributária',
    '90': 'Outras',
  },
  csosn: {
    '101': 'Com permissão de crédito',
    '102': 'Sem permissão de crédito',
    '103': 'Isenção para a faixa de receita',
    '201': 'Com crédito e substituição tributária',
    '202': 'Sem crédito, com substituição tributária',
    '203': 'Isenção na faixa, com substituição tributária',
    '300': 'Imune',
    '400': 'Não tributada pelo Simples',
    '500': 'Cobrado antes por substituição tributária',
    '900': 'Outros',
  },
  pis_cofins_cst: {
    '01': 'Alíquota básica',
    '02': 'Alíquota diferenciada',
    '03': 'Alíquota por unidade',
    '04': 'Monofásica, revenda a alíquota zero',
    '05': 'Substituição tributária',
    '06': 'Alíquota zero',
    '07': 'Isenta',
    '08': 'Sem incidência',
    '09': 'Suspensão',
    '49': 'Outras saídas',
    '99': 'Outras operações',
  },
  ibs_cbs_cst: {
    '000': 'Tributação integral',
    '010': 'Alíquotas uniformes',
    '011': 'Alíquotas uniformes reduzidas',
    '200': 'Alíquota reduzida',
    '220': 'Alíquota fixa',
    '221': 'Alíquota fixa proporcional',
    '222': 'Redução da base de cálculo',
    '400': 'Isenção',
    '410': 'Imunidade e não incidência',
    '510': 'Diferimento',
    '515': 'Diferimento com redução de alíquota',
    '550': 'Suspensão',
    '620': 'Tributação monofásica',
  },
}

const codeTables: Readonly<Partial<Record<TaxField, readonly string[]>>> = {
  nature: ['goods', 'service'],
  origin: originCodes,
  icms_cst: icmsCodes,
  csosn: csosnCodes,
  pis_cofins_cst: pisCofinsCodes,
  ibs_cbs_cst: ibsCbsCodes,
}

/** Returns options of a code; null for a field that is typed. */
export function listTaxOptions(field: TaxField): { value: string; label: string }[] | null {
  return codeTables[field]?.map((value) => ({ value, label: getTaxCodeName(field, value) })) ?? null
}

/** Returns '41 - Não tributada (imune)', or only the code if it has no name. */
export function getTaxCodeName(field: TaxField, code: string): string {
  const name = codeNames[field]?.[code]
  if (!name) return formatTaxCode(field, code)
  return field === 'nature' ? name : `${code} - ${name}`
}

/** Punctuates a complete NCM or national code of a service. Returns other codes unchanged. */
export function formatTaxCode(field: TaxField, code: string): string {
  if (field === 'ncm' && code.length === 8) return code.replace(/(....)(..)(..)/, '$1.$2.$3')
  return field === 'national_code' && code.length === 6 ? code.replace(/(..)(..)(..)/, '$1.$2.$3') : code
}

/** Returns 'Impressas: Catálogo de peças' for 'print/parts', a field of the history. */
export function formatTaxDefaultName(key: string): string {
  const [mediumName, kind] = key.split('/', 2)
  const medium = media.find((knownMedium) => knownMedium === mediumName)
  return medium ? `${mediumLabels[medium]}: ${kind ? getKindName(kind) : 'todas'}` : key
}

/** Returns 'NCM 49019900, Origem 0' for 'ncm 49019900, origin 0'. */
export function formatTaxDefaultValue(text: string): string {
  return text.replace(/[a-z_]+(?= )/g, (name) => (isTaxField(name) ? taxLabels[name] : name))
}

/** Parses a field of a publication's history, such as 'tax_ncm'. */
export function parseTaxField(field: string): TaxField | null {
  const name = field.replace(/^tax_/, '')
  return field.startsWith('tax_') && isTaxField(name) ? name : null
}

/** Parses “Mercadoria” or “Serviço” and their beginnings; null for other text. */
export function parseTaxCode(field: TaxField, word: string): string | null {
  if (field !== 'nature' || word.length < 4) return null
  const startsWithWord = ({ label }: { label: string }) => label.toLowerCase().startsWith(word.toLowerCase())
  return listTaxOptions(field)?.find(startsWithWord)?.value ?? null
}
