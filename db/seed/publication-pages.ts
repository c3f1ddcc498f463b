import type { Insertable } from 'kysely'
import type { PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'
import { type PublicationKind, publicationKinds } from '#app/domain/catalogue/publication-kind.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { getContents, getPageDescription } from '#db/seed/page-texts.ts'

type SerialRange = { model: string; serial_from: string | null; serial_to: string | null }
export type SeedPage = {
  kind: PublicationKind
  description: string | null
  contents: string | null
  models: SerialRange[]
  photo_subject: PhotoSubject
  photo_note: string | null
}

/** The prefixes of codes by kind of publication. */
const prefixesByKind: Readonly<Record<PublicationKind, string>> = {
  flight: 'MV OPE REP',
  maintenance: 'MS MM ELE PMA AD INS PUL HEL MOT EST COR',
  parts: 'CIP PER',
  bulletin: 'BS COL',
  checklist: 'LEM CHK VIS PES PLA',
  supplement: 'SUP',
  logbook: 'CAR',
  training: 'TRE MEC',
  other: 'IND LIC CER',
}

/** The serial numbers of all models. Models without a last number are still built. */
const modelRanges: readonly SerialRange[] = [
  makeRange('EMB-200', '200001', '200073'),
  makeRange('EMB-200A', '200001', '200073'),
  makeRange('EMB-201', '200074', '200260'),
  makeRange('EMB-201A', '200261', '200699'),
  makeRange('EMB-202', '200700', '200999'),
  makeRange('EMB-202A', '20200001', '20200998'),
  makeRange('EMB-203', '20300001', null),
  makeRange('Tuiuiú T-12', 'T12-001', 'T12-184'),
  makeRange('Curió C-2', 'C2-0001', 'C2-0412'),
  makeRange('Carcará C-3', 'C3-010', null),
]

function makeRange(model: string, from: string | null, to: string | null): SerialRange {
  return { model, serial_from: from, serial_to: to }
}

export function buildSeedPage(
  code: string,
  { name, applicability }: { name: string; applicability: string },
): SeedPage {
  const [codePrefix = ''] = code.split('-')
  const hasPrefix = (kind: PublicationKind) => prefixesByKind[kind].split(' ').includes(codePrefix)
  const kind = publicationKinds.find(hasPrefix) ?? 'other'
  const models = listModels(applicability)
  const description = getPageDescription(code, { kind, name })
  return { kind, description, contents: getContents(code, kind), models, ...getPhotoColumns(code) }
}

const photoSubjects: Readonly<Record<string, PhotoSubject>> = {
  'REP-SEG': 'damaged-copy',
  'REP-NOM': 'data-plate',
  'BS-ETA-F': 'data-plate',
  'PER-FAB': 'labels',
  'AD-VIG': 'data-plate',
  'AD-VIG-D': 'data-plate',
  'LIC-FOTO': 'permit',
  'PLA-IDE': 'panel',
  'CER-FOTO': 'spines',
  'INS-EST': 'former-report',
  'EST-CARC': 'damage',
}

const photoNotes: Readonly<Record<string, string>> = {
  'EST-CARC': 'O dano e, ao lado, um papel com o número de série da aeronave.',
}

function getPhotoColumns(code: string): Pick<SeedPage, 'photo_subject' | 'photo_note'> {
  return { photo_subject: photoSubjects[code] ?? 'other', photo_note: photoNotes[code] ?? null }
}

/** Returns the models of an applicability. 'EMB-200 a EMB-203' includes those in between. */
function listModels(applicability: string): SerialRange[] {
  const coversModelsBetween = /EMB-20(\d)A? a EMB-203/.test(applicability)
  const [, lowestModel = '0'] = /(EMB-20\d+A?) a EMB-203/.exec(applicability) ?? []
  const namedRanges = modelRanges.filter(({ model }, index) => {
    const isNamed = new RegExp(`${model}(?![\\dA])`).test(applicability)
    return isNamed || (coversModelsBetween && model.startsWith('EMB') && index >= findModelIndex(lowestModel))
  })
  const coversAllSerials =
    /todas as séries|convers|convertidos|por número/.test(applicability) || namedRanges.length > 2
  const [, from, to] = /séries (\S+) a (\S+)/.exec(applicability) ?? []
  if (namedRanges.length === 1 && from && to)
    return namedRanges.map(({ model }) => makeRange(model, from, to))
  return coversAllSerials ? namedRanges.map(({ model }) => makeRange(model, null, null)) : namedRanges
}

function findModelIndex(model: string): number {
  return modelRanges.findIndex((modelRange) => modelRange.model === model)
}

export function makeModelRows(
  publications: readonly { id: number; models: readonly SerialRange[] }[],
): Insertable<Database['publication_models']>[] {
  return publications.flatMap(({ id, models }) => models.map((model) => ({ publication_id: id, ...model })))
}
