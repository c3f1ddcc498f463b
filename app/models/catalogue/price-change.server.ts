import { createHash } from 'node:crypto'
import {
  arePricesEqual,
  calculatePriceStep,
  type Percentage,
  type PriceStep,
  type Prices,
} from '#app/domain/catalogue/price-change.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'

const HASH_LENGTH = 32

/** Thrown if prices have changed since the preview. No price is written. */
export class PricesChanged extends Error {
  override name = 'PricesChanged'
}

/** Thrown if the change has no effect or if the preview shows a price that cannot be changed. */
export class PriceChangeImpossible extends Error {
  override name = 'PriceChangeImpossible'
}

/** Thrown because the shop allows bulk price changes only to superusers. */
export class PriceChangeForbidden extends PriceChangeImpossible {
  override name = 'PriceChangeForbidden'
}

/** Thrown if prices were edited after the change that an undo would revert. No price is written. */
export class PricesEdited extends Error {
  override name = 'PricesEdited'
  readonly titles: readonly {
    publicationId: number
    name: string
    expectedPrices: Prices
    currentPrices: Prices
  }[]
  constructor(titles: PricesEdited['titles']) {
    super('Prices were edited after the change')
    this.titles = titles
  }
}

export type PricedTitle = {
  publicationId: number
  name: string
  version: string
  active: boolean
  removed_at: Date | null
  prices: Prices
}

export type PreviewedTitle = PricedTitle & PriceStep

export async function canChangePrices(userId: number, reader: DbOrTrx = db): Promise<boolean> {
  const { onlySuperusersChangePrices } = await getShopRules(reader)
  if (!onlySuperusersChangePrices) return true
  const user = await reader
    .selectFrom('users')
    .select('is_superuser')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.is_superuser === true
}

/** Returns all publications with new prices. `seenDigest` identifies the present prices. The form sends it back. */
export async function previewPriceChange(percentage: Percentage) {
  const titles = await readPricedTitles(db)
  const steps = titles.map((title) => ({ ...title, ...calculatePriceStep(title.prices, percentage) }))
  return { titles: steps.toSorted(compareByName), seenDigest: hashPrices(titles) }
}

function compareByName(title: PricedTitle, otherTitle: PricedTitle): number {
  return title.name.localeCompare(otherTitle.name, 'pt-BR') || title.publicationId - otherTitle.publicationId
}

/** `seen` is the digest of the preview's prices, `token` the form's idempotency token. */
export type PriceChangeRequest = { percentage: Percentage; reason: string; seen: string; token: string }

/**
 * Changes all prices and returns the change's id. Repeating a `token` changes nothing. Throws PricesChanged
 * (also for a repeat after an undo), PriceChangeImpossible or PriceChangeForbidden.
 */
export function changePrices(request: PriceChangeRequest, actorUserId: number): Promise<number> {
  return withTransaction(async (trx) => {
    if (!(await canChangePrices(actorUserId, trx))) throw new PriceChangeForbidden()
    const titles = await readPricedTitles(trx, 'for update')
    const knownChange = await findChangeByForm(trx, request.token)
    if (knownChange?.undone_at) throw new PricesChanged()
    if (knownChange) return knownChange.id
    if (hashPrices(titles) !== request.seen) throw new PricesChanged()
    const steps = titles.map((title) => ({
      ...title,
      ...calculatePriceStep(title.prices, request.percentage),
    }))
    const changedSteps = steps.filter(({ isChanged }) => isChanged)
    const hasFault = steps.some(({ fault }) => fault)
    if (changedSteps.length === 0 || hasFault) throw new PriceChangeImpossible()
    const id = await insertChange(trx, request, actorUserId)
    await insertLines(trx, id, changedSteps)
    await writePrices(trx, id, 'after')
    const details = { priceChange: id, percentage: request.percentage }
    await recordChange(
      trx,
      ...changedSteps.map((title) =>
        toHistoryEntry(title, { action: 'price-changed', actorUserId, details }),
      ),
    )
    return id
  })
}

async function readPricedTitles(reader: DbOrTrx, lock?: 'for update'): Promise<PricedTitle[]> {
  const rows = await reader
    .selectFrom('publications')
    .select(['id as publicationId', 'name', 'version', 'active', 'removed_at'])
    .select(['price', 'price_signature as renewal'])
    .orderBy('id')
    .$if(lock !== undefined, (query) => query.forUpdate())
    .execute()
  return rows.map(({ price, renewal, ...title }) => ({ ...title, prices: { price, renewal } }))
}

function hashPrices(titles: readonly PricedTitle[]): string {
  const priceRows = titles.map(({ publicationId, prices }) => [publicationId, prices.price, prices.renewal])
  return hashText(JSON.stringify(priceRows))
}

function findChangeByForm(trx: Trx, token: string) {
  return trx
    .selectFrom('price_changes')
    .select(['id', 'undone_at'])
    .where('form_key', '=', hashText(token))
    .executeTakeFirst()
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}

async function insertChange(trx: Trx, request: PriceChangeRequest, actorUserId: number): Promise<number> {
  const { percentage, reason, token } = request
  const insertion = await trx
    .insertInto('price_changes')
    .values({ percentage, reason, form_key: hashText(token), made_by_user_id: actorUserId })
    .executeTakeFirstOrThrow()
  return Number(insertion.insertId)
}

async function insertLines(trx: Trx, changeId: number, titles: readonly PreviewedTitle[]): Promise<void> {
  const lines = titles.map(({ publicationId, name, before, after }) => ({
    price_change_id: changeId,
    publication_id: publicationId,
    name,
    price_before: before.price,
    price_after: after.price,
    renewal_before: before.renewal,
    renewal_after: after.renewal,
  }))
  await trx.insertInto('price_change_lines').values(lines).execute()
}

/** Writes the new or the previous prices. Increments the versions because open forms must detect the change. */
async function writePrices(trx: Trx, changeId: number, side: 'before' | 'after'): Promise<void> {
  await trx
    .updateTable(['publications', 'price_change_lines'])
    .set((eb) => ({
      price: eb.ref(`price_change_lines.price_${side}`),
      price_signature: eb.ref(`price_change_lines.renewal_${side}`),
      lock_version: eb('lock_version', '+', 1),
    }))
    .whereRef('price_change_lines.publication_id', '=', 'publications.id')
    .where('price_change_id', '=', changeId)
    .execute()
}

type PriceUpdate = { publicationId: number; before: Prices; after: Prices }

type HistoryOccasion = {
  action: string
  actorUserId: number
  details: { priceChange: number; percentage: Percentage }
}

function toHistoryEntry({ publicationId, before, after }: PriceUpdate, occasion: HistoryOccasion) {
  return {
    entity: 'publication' as const,
    entityId: publicationId,
    ...occasion,
    ...toPriceColumns({ before, after }),
  }
}

function toPriceColumns({ before, after }: { before: Prices; after: Prices }) {
  const toColumns = ({ price, renewal }: Prices) => ({ price, price_signature: renewal })
  return { before: toColumns(before), after: toColumns(after) }
}

export const priceChangesPerPage = 20

export function listPriceChanges(page = 1) {
  return selectChanges()
    .orderBy('price_changes.id', 'desc')
    .limit(priceChangesPerPage)
    .offset((page - 1) * priceChangesPerPage)
    .execute()
}

export async function countPriceChanges(): Promise<number> {
  const { count } = await db
    .selectFrom('price_changes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findCurrentPriceChange() {
  return selectChanges()
    .where('undone_at', 'is', null)
    .orderBy('price_changes.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findPriceChange(id: number) {
  const change = await selectChanges().where('price_changes.id', '=', id).executeTakeFirst()
  return change && { ...change, lines: await readLines(db, id) }
}

function selectChanges() {
  return db
    .selectFrom('price_changes')
    .leftJoin('profiles as maker', 'maker.user_id', 'made_by_user_id')
    .leftJoin('profiles as undoer', 'undoer.user_id', 'undone_by_user_id')
    .select(['price_changes.id', 'percentage', 'reason', 'price_changes.created_at as at', 'undone_at'])
    .select(['maker.name as maker', 'undoer.name as undoer'])
    .select((eb) =>
      eb
        .selectFrom('price_change_lines')
        .select((lines) => lines.fn.countAll<number>().as('count'))
        .whereRef('price_change_id', '=', 'price_changes.id')
        .as('titles'),
    )
}

async function readLines(reader: DbOrTrx, changeId: number) {
  const rows = await reader
    .selectFrom('price_change_lines')
    .where('price_change_id', '=', changeId)
    .select(['publication_id as publicationId', 'name', 'price_before', 'price_after'])
    .select(['renewal_before', 'renewal_after'])
    .orderBy('name')
    .orderBy('publication_id')
    .execute()
  return rows.map(({ publicationId, name, ...row }) => ({
    publicationId,
    name,
    before: { price: row.price_before, renewal: row.renewal_before },
    after: { price: row.price_after, renewal: row.renewal_after },
  }))
}

export type UndoOutcome = 'undone' | 'was-undone' | 'unknown'

/** Restores all previous prices or none. Ignores deleted publications. Throws PricesEdited. */
export function undoPriceChange(id: number, actorUserId: number): Promise<UndoOutcome> {
  return withTransaction(async (trx) => {
    const change = await trx
      .selectFrom('price_changes')
      .select(['undone_at', 'percentage'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!change) return 'unknown'
    if (change.undone_at !== null) return 'was-undone'
    const steps = await listUndoSteps(trx, id)
    await writePrices(trx, id, 'before')
    const details = { priceChange: id, percentage: change.percentage }
    const occasion = { action: 'price-change-undone', actorUserId, details }
    await recordChange(trx, ...steps.map((step) => toHistoryEntry(step, occasion)))
    await trx
      .updateTable('price_changes')
      .set({ undone_at: new Date(), undone_by_user_id: actorUserId })
      .where('id', '=', id)
      .execute()
    return 'undone'
  })
}

/** Locks the publications and returns the prices to restore. Throws PricesEdited. */
async function listUndoSteps(trx: Trx, changeId: number): Promise<PriceUpdate[]> {
  const titles = await readPricedTitles(trx, 'for update')
  const pricesById = new Map(titles.map((title) => [title.publicationId, title.prices]))
  const changeLines = await readLines(trx, changeId)
  const lines = changeLines.flatMap((line) => {
    const currentPrices = pricesById.get(line.publicationId)
    return currentPrices ? [{ ...line, currentPrices }] : []
  })
  const editedLines = lines.filter((line) => !arePricesEqual(line.currentPrices, line.after))
  if (editedLines.length > 0)
    throw new PricesEdited(editedLines.map(({ after, ...line }) => ({ ...line, expectedPrices: after })))
  return lines.map(({ publicationId, before, after }) => ({ publicationId, before: after, after: before }))
}
