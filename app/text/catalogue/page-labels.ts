import type { SerialRange } from '#app/domain/catalogue/applicability.ts'
import { isPublicationKind, type PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { maxPageFileBytes } from '#app/domain/platform/attachment.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'

/** Names by kind, in the sequence of the lists. */
export const kindNames: Readonly<Record<PublicationKind, string>> = {
  flight: 'Manual de voo e operação',
  maintenance: 'Manual de manutenção',
  parts: 'Catálogo de peças',
  bulletin: 'Boletins e diretrizes',
  checklist: 'Listas e fichas',
  supplement: 'Suplemento',
  logbook: 'Caderneta',
  training: 'Treinamento',
  other: 'Outras publicações',
}

/** Returns a kind's name. Unknown codes are returned unchanged. */
export function getKindName(kind: string): string {
  return isPublicationKind(kind) ? kindNames[kind] : kind
}

export const pageLabels = {
  kind: 'Tipo',
  description: 'Descrição',
  models: 'Modelos e números de série',
  contents: 'Conteúdo',
  cover: 'Capa',
  sample: 'Amostra',
} as const

/** Returns lines such as 'EMB-203: 20300001 em diante', as staff type and the history stores them. */
export function formatModels(ranges: readonly SerialRange[]): string {
  return ranges
    .map(({ model, from, to }) => (from || to ? `${model}: ${formatSerials({ from, to })}` : model))
    .join('\n')
}

export function formatSerials({ from, to }: Pick<SerialRange, 'from' | 'to'>): string {
  if (from && to) return from === to ? from : `${from} a ${to}`
  if (from) return `${from} em diante`
  return to ? `até ${to}` : 'todas as séries'
}

type Page = {
  kind: PublicationKind
  description: string | null
  contents: string | null
  models: readonly SerialRange[]
}

export function toPageTexts({ kind, description, contents, models }: Page): Record<string, string> {
  return {
    kind,
    description: description ?? '',
    models: formatModels(models),
    contents: contents ?? '',
  }
}

export const pageFileLabels = {
  cover: {
    name: 'Capa',
    title: 'Capa da publicação',
    hint: `PNG, JPEG ou GIF em pé, de preferência 3 por 4, até ${formatMegabytes(maxPageFileBytes)}. Sem capa, a loja desenha uma com título e revisão.`,
    remove: 'Remover a capa',
    none: 'Nenhuma: a loja desenha uma com título e revisão.',
  },
  sample: {
    name: 'Amostra',
    title: 'Amostra da publicação',
    hint: `Algumas páginas para quem ainda não comprou: PDF ou imagem, até ${formatMegabytes(maxPageFileBytes)}. Todos podem abrir.`,
    remove: 'Remover a amostra',
    none: 'Nenhuma.',
  },
} as const

export const pageFileFaults = {
  none: 'Escolha um arquivo',
  'too-large': `O arquivo passa de ${formatMegabytes(maxPageFileBytes)}. Nada foi trocado.`,
  empty: 'O arquivo está vazio. Confira e envie de novo.',
  'not-an-image': 'Este tipo de arquivo não é aceito. Envie PNG, JPEG ou GIF.',
  'not-a-sample': 'Este tipo de arquivo não é aceito. Envie um PDF, PNG, JPEG ou GIF.',
  heic: 'Fotos HEIC não são aceitas. Salve como JPEG e envie de novo.',
  'too-many-pixels': 'A imagem é grande demais. Reduza-a e envie de novo.',
  protected: 'Este PDF está protegido por senha, e ninguém poderia abri-lo. Envie uma cópia sem proteção.',
  damaged: 'O arquivo está danificado. Gere-o de novo e envie.',
} as const
