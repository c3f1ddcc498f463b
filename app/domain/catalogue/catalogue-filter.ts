import {
  type Applicability,
  evaluateApplicability,
  findModelsBySerial,
  isSameModel,
  listSpellings,
  type SerialRange,
} from '#app/domain/catalogue/applicability.ts'
import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'

export const publicationForms = ['printed', 'download'] as const
export const publicationSales = ['subscription', 'one-off'] as const

export type CatalogueFilter = {
  aircraft?: string | undefined
  kind?: PublicationKind | undefined
  form?: (typeof publicationForms)[number] | undefined
  sale?: (typeof publicationSales)[number] | undefined
  serial: string // serial number as typed; '' for none
}

type FilterName = 'aircraft' | 'kind' | 'form' | 'sale'

export type CatalogueEntry = {
  id: number
  kind: PublicationKind
  is_signature: boolean
  is_download: boolean
  ranges: readonly SerialRange[]
}

/** The number of publications that each choice would leave, with the other filters unchanged. */
export type FilterCounts = Record<FilterName, Map<string, number>>

type Browsed = {
  kept: { id: number; applicability: Applicability | undefined }[]
  counts: FilterCounts
  unfit: number // number of publications that do not fit the serial number
  likely: string | undefined // the model that the serial number alone implies
}

/** Filters publications. `allRanges` of the whole catalogue determine the models of a serial number. */
export function filterCatalogue(
  entries: readonly CatalogueEntry[],
  filter: CatalogueFilter,
  allRanges: readonly SerialRange[],
): Browsed {
  const { serial, aircraft } = filter
  const holders = findModelsBySerial(serial, allRanges)
  const likely = holders.length === 1 ? holders[0] : undefined
  const spellings = listSpellings(entries.flatMap(({ ranges }) => ranges.map(({ model }) => model)))
  const judgedEntries = entries.map((entry) => {
    const answer =
      serial === '' ? undefined : evaluateApplicability(entry.ranges, { serial, model: aircraft }, holders)
    return { entry, answer, choices: listChoices(entry, spellings) }
  })
  const fitting = judgedEntries.filter(({ answer }) => answer !== 'does-not-fit')
  const matchesOthers = (except?: FilterName) => (one: (typeof judgedEntries)[number]) =>
    names.every((name) => name === except || isChosen(one.choices[name], filter[name]))
  const fittingEntries = fitting.filter(matchesOthers())
  return {
    kept: fittingEntries
      .toSorted((one, other) => Number(other.answer === 'fits') - Number(one.answer === 'fits'))
      .map(({ entry, answer }) => ({ id: entry.id, applicability: answer })),
    counts: {
      aircraft: countChoices(
        fitting.filter(matchesOthers('aircraft')).map(({ choices }) => choices.aircraft),
      ),
      kind: countChoices(fitting.filter(matchesOthers('kind')).map(({ choices }) => choices.kind)),
      form: countChoices(fitting.filter(matchesOthers('form')).map(({ choices }) => choices.form)),
      sale: countChoices(fitting.filter(matchesOthers('sale')).map(({ choices }) => choices.sale)),
    },
    unfit: judgedEntries.filter((one) => one.answer === 'does-not-fit' && matchesOthers('aircraft')(one))
      .length,
    likely,
  }
}

export function hasNoFilter(filter: CatalogueFilter): boolean {
  return filter.serial === '' && names.every((name) => filter[name] === undefined)
}

type Counted = Omit<CatalogueEntry, 'id' | 'ranges'> & { count: number }

export function countFilterChoices(countedEntries: readonly Counted[]): Omit<FilterCounts, 'aircraft'> {
  const sumByChoice = (name: 'kind' | 'form' | 'sale') => {
    const sums = new Map<string, number>()
    for (const { count, ...entry } of countedEntries)
      for (const choice of listChoices({ ...entry, ranges: [] }, new Map())[name])
        sums.set(choice, (sums.get(choice) ?? 0) + count)
    return sums
  }
  return { kind: sumByChoice('kind'), form: sumByChoice('form'), sale: sumByChoice('sale') }
}

const names = ['aircraft', 'kind', 'form', 'sale'] as const

function listChoices(
  { ranges, kind, is_download, is_signature }: Omit<CatalogueEntry, 'id'>,
  spellings: ReadonlyMap<string, string>,
): Record<FilterName, string[]> {
  return {
    aircraft: [...new Set(ranges.map(({ model }) => spellings.get(compactText(model)) ?? model))],
    kind: [kind],
    form: [is_download ? 'download' : 'printed'],
    sale: [is_signature ? 'subscription' : 'one-off'],
  }
}

function isChosen(choices: readonly string[], wantedChoice: string | undefined): boolean {
  return wantedChoice === undefined || choices.some((choice) => isSameModel(choice, wantedChoice))
}

function countChoices(choices: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const choice of choices.flat()) counts.set(choice, (counts.get(choice) ?? 0) + 1)
  return counts
}
