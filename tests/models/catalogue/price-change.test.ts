import { beforeEach, describe, expect, test } from 'vitest'
import {
  changePrices,
  findPriceChange,
  listPriceChanges,
  PriceChangeImpossible,
  PricesChanged,
  PricesEdited,
  previewPriceChange,
  undoPriceChange,
} from '#app/models/catalogue/price-change.server.ts'
import {
  findPublicationForStaff,
  type PublicationData,
  removePublication,
  savePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

/** Prices before and after a change to 112,5 %. Half a centavo is rounded up. */
const titles = {
  manual: { price: 80_05, renewal: 60_07, later: { price: 90_06, renewal: 67_58 } },
  inactive: { price: 10_04, renewal: null, later: { price: 11_30, renewal: null } },
  removed: { price: 33_33, renewal: 20_00, later: { price: 37_50, renewal: 22_50 } },
  free: { price: 0, renewal: null, later: { price: 0, renewal: null } },
}
const percentage = 112_50
const names = ['manual', 'inactive', 'removed', 'free'] as const

let ids: Record<(typeof names)[number], number>
let actor: number

beforeEach(async () => {
  const make = (name: (typeof names)[number], overrides = {}) =>
    makePublication({
      name,
      price: titles[name].price,
      price_signature: titles[name].renewal,
      is_signature: titles[name].renewal !== null,
      ...overrides,
    })
  ids = {
    manual: await make('manual'),
    inactive: await make('inactive', { active: false }),
    removed: await make('removed', { active: false, removed_at: new Date() }),
    free: await make('free'),
  }
  actor = await makeStaff()
})

async function loadPrices() {
  const rows = await db.selectFrom('publications').select(['id', 'price', 'price_signature']).execute()
  return new Map(rows.map(({ id, price, price_signature }) => [id, { price, renewal: price_signature }]))
}

const getPricesBefore = () =>
  new Map(names.map((name) => [ids[name], { price: titles[name].price, renewal: titles[name].renewal }]))
const getPricesAfter = () => new Map(names.map((name) => [ids[name], titles[name].later]))

let tokens = 0
async function changeByPercentage(overrides: Partial<Parameters<typeof changePrices>[0]> = {}) {
  const { seenDigest: seen } = await previewPriceChange(overrides.percentage ?? percentage)
  tokens += 1
  return changePrices(
    { percentage, reason: 'Inflação de 2026', seen, token: String(tokens), ...overrides },
    actor,
  )
}

async function loadData(id: number): Promise<PublicationData> {
  const publication = await findPublicationForStaff(id)
  if (!publication) throw new Error('no such publication')
  const { id: _, lock_version, removed_at, revisionId, file_name, file_bytes, ...data } = publication
  return data
}

async function saveWithVersion(id: number, seenVersion: number) {
  const data = { ...(await loadData(id)), price: 1_00 }
  await savePublication(id, data, { actorUserId: actor, seenVersion, today: '2026-11-21' })
}

describe('the preview', () => {
  test('lists every title with both prices, on sale or not, and changes nothing', async () => {
    const preview = await previewPriceChange(percentage)
    expect(new Map(preview.titles.map(({ publicationId, after: later }) => [publicationId, later]))).toEqual(
      getPricesAfter(),
    )
    expect(preview.titles.map(({ name }) => name)).toEqual(['free', 'inactive', 'manual', 'removed'])
    expect(preview.titles.filter(({ isChanged }) => !isChanged).map(({ name }) => name)).toEqual(['free'])
    expect(await loadPrices()).toEqual(getPricesBefore())
  })

  test('returns the same fingerprint for the same prices and any percentage', async () => {
    const { seenDigest } = await previewPriceChange(percentage)
    expect((await previewPriceChange(90_00)).seenDigest).toBe(seenDigest)
    await db.updateTable('publications').set({ price: 80_06 }).where('id', '=', ids.manual).execute()
    expect((await previewPriceChange(percentage)).seenDigest).not.toBe(seenDigest)
  })
})

describe('a change of all prices', () => {
  test('changes every title’s prices and records author, time, reason and each change', async () => {
    const id = await changeByPercentage()
    expect(await loadPrices()).toEqual(getPricesAfter())
    const priceChange = await findPriceChange(id)
    expect(priceChange).toMatchObject({ percentage, reason: 'Inflação de 2026', undone_at: null, titles: 3 })
    expect(priceChange?.maker).not.toBeNull()
    expect(priceChange?.at).toBeInstanceOf(Date)
    expect(
      priceChange?.lines.map(({ publicationId, before: was, after: newPrices }) => [
        publicationId,
        was,
        newPrices,
      ]),
    ).toEqual(
      (['inactive', 'manual', 'removed'] as const).map((name) => [
        ids[name],
        getPricesBefore().get(ids[name]),
        titles[name].later,
      ]),
    )
  })

  test('adds a history row to each changed title only', async () => {
    const id = await changeByPercentage()
    const [entry] = await listHistoryForStaff('publication', ids.manual)
    expect(entry?.action).toBe('price-changed')
    expect(entry?.facts).toEqual([
      { name: 'priceChange', value: String(id) },
      { name: 'percentage', value: String(percentage) },
    ])
    expect(entry?.actor).not.toBeNull()
    expect(entry?.changes).toEqual([
      { field: 'price', from: '8005', to: '9006' },
      { field: 'price_signature', from: '6007', to: '6758' },
    ])
    expect((await listHistoryForStaff('publication', ids.inactive))[0]?.changes).toHaveLength(1)
    expect(await listHistoryForStaff('publication', ids.free)).toEqual([])
  })

  test('rejects the save of a title form opened before the change', async () => {
    await changeByPercentage()
    expect((await findPublicationForStaff(ids.manual))?.lock_version).toBe(1)
    expect((await findPublicationForStaff(ids.free))?.lock_version).toBe(0)
    await expect(saveWithVersion(ids.manual, 0)).rejects.toThrow(StaleRecordError)
  })

  test('rejects a preview of other prices, and accepts a new one', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    await changeByPercentage({ percentage: 200_00 })
    const doubled = await loadPrices()
    await expect(changeByPercentage({ seen })).rejects.toThrow(PricesChanged)
    expect(await loadPrices()).toEqual(doubled)
    expect(await listPriceChanges()).toHaveLength(1)
    await changeByPercentage()
    expect(await listPriceChanges()).toHaveLength(2)
  })

  test('rejects the change when a title was added or removed after the preview', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    await makePublication({ name: 'Novo' })
    await expect(changeByPercentage({ seen })).rejects.toThrow(PricesChanged)
  })

  test('runs once when two people confirm the same preview at once', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    const results = await Promise.allSettled([
      changeByPercentage({ seen }),
      changeByPercentage({ seen }),
      changeByPercentage({ seen }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(PricesChanged)
    expect(await loadPrices()).toEqual(getPricesAfter())
  })

  test('runs once for a repeated form', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    const changeData = { seen, token: 'same form' }
    const outcomes = await Promise.all([
      changeByPercentage(changeData),
      changeByPercentage(changeData),
      changeByPercentage(changeData),
    ])
    expect(new Set(outcomes).size).toBe(1)
    expect(await changeByPercentage(changeData)).toBe(outcomes[0])
    expect(await loadPrices()).toEqual(getPricesAfter())
  })

  test('rejects a form whose change was reverted later', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    const changeData = { seen, token: 'undone form' }
    await undoPriceChange(await changeByPercentage(changeData), actor)
    await expect(changeByPercentage(changeData)).rejects.toThrow(PricesChanged)
    expect(await loadPrices()).toEqual(getPricesBefore())
    await changeByPercentage({ seen })
    expect(await loadPrices()).toEqual(getPricesAfter())
  })

  test('rejects the whole change when a renewal price would be zero', async () => {
    await db.updateTable('publications').set({ price_signature: 1 }).where('id', '=', ids.manual).execute()
    const pricesAfter = await loadPrices()
    const preview = await previewPriceChange(10_00)
    expect(preview.titles.filter(({ fault }) => fault).map(({ publicationId }) => publicationId)).toEqual([
      ids.manual,
    ])
    await expect(changeByPercentage({ percentage: 10_00 })).rejects.toThrow(PriceChangeImpossible)
    expect(await loadPrices()).toEqual(pricesAfter)
  })

  test('rejects a change that changes no price', async () => {
    await expect(changeByPercentage({ percentage: 100_00 })).rejects.toThrow(PriceChangeImpossible)
    expect(await listPriceChanges()).toEqual([])
  })
})

describe('reverting a price change', () => {
  test('restores every title’s exact price and records the author', async () => {
    const id = await changeByPercentage()
    const undoer = await makeStaff()
    expect(await undoPriceChange(id, undoer)).toBe('undone')
    expect(await loadPrices()).toEqual(getPricesBefore())
    const [listed] = await listPriceChanges()
    expect(listed?.undone_at).toBeInstanceOf(Date)
    expect(listed?.undoer).not.toBeNull()
    const [entry] = await listHistoryForStaff('publication', ids.manual)
    expect(entry).toMatchObject({
      action: 'price-change-undone',
      facts: [
        { name: 'priceChange', value: String(id) },
        { name: 'percentage', value: String(percentage) },
      ],
    })
    expect(entry?.changes).toContainEqual({ field: 'price', from: '9006', to: '8005' })
    expect((await findPublicationForStaff(ids.manual))?.lock_version).toBe(2)
  })

  test('reverts once for two concurrent requests', async () => {
    const id = await changeByPercentage()
    const answers = await Promise.all([undoPriceChange(id, actor), undoPriceChange(id, actor)])
    expect(answers.toSorted()).toEqual(['undone', 'was-undone'])
    expect(await undoPriceChange(id, actor)).toBe('was-undone')
    expect(await loadPrices()).toEqual(getPricesBefore())
    expect((await findPublicationForStaff(ids.manual))?.lock_version).toBe(2)
  })

  test('reverts nothing when a price was edited later, and returns that title', async () => {
    const id = await changeByPercentage()
    await saveWithVersion(ids.manual, 1)
    const pricesAfter = await loadPrices()
    const refusal = await undoPriceChange(id, actor).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PricesEdited)
    expect(refusal instanceof PricesEdited ? refusal.titles : []).toMatchObject([
      { publicationId: ids.manual, expectedPrices: titles.manual.later, currentPrices: { price: 1_00 } },
    ])
    expect(await loadPrices()).toEqual(pricesAfter)
    expect((await listPriceChanges())[0]?.undone_at).toBeNull()
  })

  test('refuses to revert a change before the last one', async () => {
    const first = await changeByPercentage()
    const second = await changeByPercentage()
    await expect(undoPriceChange(first, actor)).rejects.toThrow(PricesEdited)
    await undoPriceChange(second, actor)
    await undoPriceChange(first, actor)
    expect(await loadPrices()).toEqual(getPricesBefore())
  })

  test('skips deleted titles and leaves new ones unchanged', async () => {
    const id = await changeByPercentage()
    await removePublication(ids.inactive, actor)
    const addedPublication = await makePublication({ name: 'Novo', price: 5_00 })
    expect(await undoPriceChange(id, actor)).toBe('undone')
    const now = await loadPrices()
    expect(now.has(ids.inactive)).toBe(false)
    expect(now.get(addedPublication)).toEqual({ price: 5_00, renewal: null })
    expect(now.get(ids.manual)).toEqual(getPricesBefore().get(ids.manual))
    expect((await findPriceChange(id))?.lines.map(({ name }) => name)).toContain('inactive')
  })

  test('returns nothing for an unknown change', async () => {
    expect(await undoPriceChange(4_000_000, actor)).toBe('unknown')
    expect(await findPriceChange(4_000_000)).toBeUndefined()
  })
})

test('does not change the prices of an order', async () => {
  await openShop()
  const publication = await makePublication({ price: 50_00 })
  const { orderId } = await makeOrder({ [publication]: 2 })
  const loadOrderAndLines = async () => [
    await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute(),
    await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute(),
    await db.selectFrom('boletos').selectAll().execute(),
  ]
  const ordered = await loadOrderAndLines()
  await changeByPercentage()
  expect((await loadPrices()).get(publication)?.price).toBe(56_25)
  expect(await loadOrderAndLines()).toEqual(ordered)
})
