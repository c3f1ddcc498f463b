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

type FilteredCatalogue = {
  matches: { id: number; applicability: Applicability | undefined }[]
  counts: FilterCounts
  unfit: number // number of publications that do not fit the serial number
  likely: string | undefined // the model that the serial number alone implies
}

/**
 * Filters `entries`. The possible models of the serial number are found in `allRanges` of the whole
 * catalogue.
 */
export function filterCatalogue(
  entries: readonly CatalogueEntry[],
  filter: CatalogueFilter,
  allRanges: readonly SerialRange[],
): FilteredCatalogue {
  const { serial, aircraft } = filter
  const possibleModels = findModelsBySerial(serial, allRanges)
  const likely = possibleModels.length === 1 ? possibleModels[0] : undefined
  const spellings = listSpellings(entries.flatMap(({ ranges }) => ranges.map(({ model }) => model)))
  const judgedEntries = entries.map((entry) => {
    const applicability =
      serial === ''
        ? undefined
        : evaluateApplicability(entry.ranges, { serial, model: aircraft }, possibleModels)
    return { entry, applicability, choices: listChoices(entry, spellings) }
  })
  const fittingEntries = judgedEntries.filter(({ applicability }) => applicability !== 'does-not-fit')
  const matchesFilters = (ignoredFilter?: FilterName) => (entry: (typeof judgedEntries)[number]) =>
    filterNames.every((name) => name === ignoredFilter || includesChoice(entry.choices[name], filter[name]))
  const chosenEntries = fittingEntries.filter(matchesFilters())
  return {
    matches: listFittingFirst(chosenEntries).map(({ entry, applicability }) => ({
      id: entry.id,
      applicability,
    })),
    counts: {
      aircraft: countChoices(
        fittingEntries.filter(matchesFilters('aircraft')).map(({ choices }) => choices.aircraft),
      ),
      kind: countChoices(fittingEntries.filter(matchesFilters('kind')).map(({ choices }) => choices.kind)),
      form: countChoices(fittingEntries.filter(matchesFilters('form')).map(({ choices }) => choices.form)),
      sale: countChoices(fittingEntries.filter(matchesFilters('sale')).map(({ choices }) => choices.sale)),
    },
    unfit: judgedEntries.filter(
      (entry) => entry.applicability === 'does-not-fit' && matchesFilters('aircraft')(entry),
    ).length,
    likely,
  }
}

function listFittingFirst<Entry extends { applicability: Applicability | undefined }>(
  entries: readonly Entry[],
): Entry[] {
  const rankFit = ({ applicability }: Entry) => Number(applicability === 'fits')
  return entries.toSorted((left, right) => rankFit(right) - rankFit(left))
}

export function hasNoFilter(filter: CatalogueFilter): boolean {
  return filter.serial === '' && filterNames.every((name) => filter[name] === undefined)
}

type CountedEntry = Omit<CatalogueEntry, 'id' | 'ranges'> & { count: number }

export function countFilterChoices(countedEntries: readonly CountedEntry[]): Omit<FilterCounts, 'aircraft'> {
  const sumByChoice = (name: 'kind' | 'form' | 'sale') => {
    const sums = new Map<string, number>()
    for (const { count, ...entry } of countedEntries)
      for (const choice of listChoices({ ...entry, ranges: [] }, new Map())[name])
        sums.set(choice, (sums.get(choice) ?? 0) + count)
    return sums
  }
  return { kind: sumByChoice('kind'), form: sumByChoice('form'), sale: sumByChoice('sale') }
}

const filterNames = ['aircraft', 'kind', 'form', 'sale'] as const

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

function includesChoice(choices: readonly string[], wantedChoice: string | undefined): boolean {
  return wantedChoice === undefined || choices.some((choice) => isSameModel(choice, wantedChoice))
}

function countChoices(choices: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const choice of choices.flat()) counts.set(choice, (counts.get(choice) ?? 0) + 1)
  return counts
}
