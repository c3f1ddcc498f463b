import { createHash } from 'node:crypto'
import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import {
  getDefaultTaxes,
  getFallbackTaxes,
  type Medium,
  type Taxes,
  type TaxField,
} from '#app/domain/catalogue/taxes.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import {
  listOwnTaxes,
  lockPublications,
  makeEmptyTaxes,
  recordTaxes,
  writeTaxes,
} from '#app/models/catalogue/publication-taxes.server.ts'
import { insertTaxChange } from '#app/models/catalogue/tax-change-undo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { findFiscal, getTaxDefaults } from '#app/models/settings/setting.server.ts'

export type TitleTaxes = {
  id: number
  name: string
  kind: PublicationKind
  isDownload: boolean
  ownTaxes: Taxes
  /** codes that apply if the publication has none of its own */
  defaults: Taxes
  lock_version: number
}

const MAX_TITLES = 2000
const DIGEST_LENGTH = 32

type Filter = { search: string; kind: PublicationKind | null; medium: Medium | null }

export async function listTitleTaxes({ search, kind, medium }: Filter): Promise<TitleTaxes[]> {
  let titles = selectTitles()
    .where('removed_at', 'is', null)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
  if (kind !== null) titles = titles.where('kind', '=', kind)
  if (medium !== null) titles = titles.where('is_download', '=', medium === 'download')
  const rows = await titles.orderBy('name').orderBy('id').limit(MAX_TITLES).execute()
  return addTaxes(rows)
}

export async function findTitleTaxes(id: number): Promise<TitleTaxes | undefined> {
  const rows = await selectTitles().where('id', '=', id).execute()
  const [title] = await addTaxes(rows)
  return title
}

function selectTitles() {
  return db.selectFrom('publications').select(['id', 'name', 'kind', 'is_download as isDownload'])
}

async function addTaxes(
  rows: Awaited<ReturnType<ReturnType<typeof selectTitles>['execute']>>,
): Promise<TitleTaxes[]> {
  const [ownTaxes, fiscal, taxDefaults] = await Promise.all([
    listOwnTaxes(rows.map(({ id }) => id)),
    findFiscal(),
    getTaxDefaults(),
  ])
  const rules = { regime: fiscal?.regime ?? 'simples', defaults: taxDefaults } as const
  return rows.map((row) => {
    const { taxes, lock_version } = ownTaxes.get(row.id) ?? makeEmptyTaxes()
    const defaults = getFallbackTaxes(rules.regime, getDefaultTaxes(row, rules), taxes)
    return { ...row, ownTaxes: taxes, lock_version, defaults }
  })
}

/** Returns a digest of the versions on the page. A different digest shows that other staff changed codes. */
export function digestTaxVersions(titles: readonly Pick<TitleTaxes, 'id' | 'lock_version'>[]): string {
  const titlesById = titles.toSorted((title, otherTitle) => title.id - otherTitle.id)
  const seenVersions = titlesById.map(({ id, lock_version }) => [id, lock_version])
  return createHash('sha256').update(JSON.stringify(seenVersions)).digest('hex').slice(0, DIGEST_LENGTH)
}

/** Thrown if tax codes have changed since the preview. No code is written. */
export class TaxesChanged extends Error {
  override name = 'TaxesChanged'
}

type TaxChangeRequest = {
  field: TaxField
  /** the new code; null restores the default */
  code: string | null
  publicationIds: readonly number[]
  /** ids of all publications on the page, whether selected or not */
  shownIds: readonly number[]
  /** digest of the publications on the page */
  seenDigest: string
}

/** Sets a tax code in many publications. Returns the number of changed publications. Throws TaxesChanged. */
export function changeTaxes(request: TaxChangeRequest, actorUserId: number): Promise<number> {
  const { field, code, seenDigest, shownIds } = request
  return withTransaction(async (trx) => {
    const ids = await lockPublications(trx, shownIds)
    const knownTaxes = await listOwnTaxes(ids, trx)
    const titles = ids.map((id) => ({ id, ...(knownTaxes.get(id) ?? makeEmptyTaxes()) }))
    if (digestTaxVersions(titles) !== seenDigest) throw new TaxesChanged()
    const chosenIds = new Set(request.publicationIds)
    const changedTitles = titles.filter(({ id, taxes }) => chosenIds.has(id) && taxes[field] !== code)
    if (changedTitles.length === 0) return 0
    const previousCodes = changedTitles.map(({ id, taxes }) => [id, taxes[field]] as const)
    const taxChangeId = await insertTaxChange(trx, { field, code, actorUserId }, previousCodes)
    const details = { taxChange: taxChangeId }
    for (const { id, taxes } of changedTitles) {
      const after = { ...taxes, [field]: code }
      await writeTaxes(trx, id, after)
      await recordTaxes(trx, id, { before: taxes, after, actorUserId, details })
    }
    return changedTitles.length
  })
}
