import { beforeEach, describe, expect, test } from 'vitest'
import type { PublicationData } from '#app/domain/catalogue/publication-fields.ts'
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
  manual: { price: 80_05, renewal: 60_07, after: { price: 90_06, renewal: 67_58 } },
  inactive: { price: 10_04, renewal: null, after: { price: 11_30, renewal: null } },
  removed: { price: 33_33, renewal: 20_00, after: { price: 37_50, renewal: 22_50 } },
  free: { price: 0, renewal: null, after: { price: 0, renewal: null } },
}
const percentage = 112_50
const names = ['manual', 'inactive', 'removed', 'free'] as const

let ids: Record<(typeof names)[number], number>
let actorUserId: number

beforeEach(async () => {
  const makeTitle = (name: (typeof names)[number], overrides = {}) =>
    makePublication({
      name,
      price: titles[name].price,
      price_signature: titles[name].renewal,
      is_signature: titles[name].renewal !== null,
      ...overrides,
    })
  ids = {
    manual: await makeTitle('manual'),
    inactive: await makeTitle('inactive', { active: false }),
    removed: await makeTitle('removed', { active: false, removed_at: new Date() }),
    free: await makeTitle('free'),
  }
  actorUserId = await makeStaff()
})

async function loadPrices() {
  const rows = await db.selectFrom('publications').select(['id', 'price', 'price_signature']).execute()
  return new Map(rows.map(({ id, price, price_signature }) => [id, { price, renewal: price_signature }]))
}

const getPricesBefore = () =>
  new Map(names.map((name) => [ids[name], { price: titles[name].price, renewal: titles[name].renewal }]))
const getPricesAfter = () => new Map(names.map((name) => [ids[name], titles[name].after]))

let formCount = 0
async function changeAllPrices(overrides: Partial<Parameters<typeof changePrices>[0]> = {}) {
  const { seenDigest } = await previewPriceChange(overrides.percentage ?? percentage)
  formCount += 1
  return changePrices(
    { percentage, reason: 'Inflação de 2026', seen: seenDigest, token: String(formCount), ...overrides },
    actorUserId,
  )
}

async function loadPublicationData(id: number): Promise<PublicationData> {
  const publication = await findPublicationForStaff(id)
  if (!publication) throw new Error('no such publication')
  const { id: _, lock_version, removed_at, revisionId, file_name, file_bytes, ...data } = publication
  return data
}

/** Saves a price of one real, from a form opened at this version of the title. */
async function saveWithVersion(id: number, seenVersion: number) {
  const publicationData = { ...(await loadPublicationData(id)), price: 1_00 }
  await savePublication(id, publicationData, { actorUserId, seenVersion, today: '2026-11-21' })
}

describe('the preview', () => {
  test('lists every title with both prices, on sale or not, and changes nothing', async () => {
    const preview = await previewPriceChange(percentage)
    expect(
      new Map(preview.titles.map(({ publicationId, after: pricesAfter }) => [publicationId, pricesAfter])),
    ).toEqual(getPricesAfter())
    expect(preview.titles.map(({ name }) => name)).toEqual(['free', 'inactive', 'manual', 'removed'])
    expect(preview.titles.filter(({ isChanged }) => !isChanged).map(({ name }) => name)).toEqual(['free'])
    expect(await loadPrices()).toEqual(getPricesBefore())
  })

  test('returns a fingerprint that depends on the prices, not on the percentage', async () => {
    const { seenDigest } = await previewPriceChange(percentage)
    expect((await previewPriceChange(90_00)).seenDigest).toBe(seenDigest)
    await db.updateTable('publications').set({ price: 80_06 }).where('id', '=', ids.manual).execute()
    expect((await previewPriceChange(percentage)).seenDigest).not.toBe(seenDigest)
  })
})

describe('a change of all prices', () => {
  test('changes every title’s prices and records author, time, reason and each change', async () => {
    const id = await changeAllPrices()
    expect(await loadPrices()).toEqual(getPricesAfter())
    const priceChange = await findPriceChange(id)
    expect(priceChange).toMatchObject({ percentage, reason: 'Inflação de 2026', undone_at: null, titles: 3 })
    expect(priceChange?.maker).not.toBeNull()
    expect(priceChange?.at).toBeInstanceOf(Date)
    expect(
      priceChange?.lines.map(({ publicationId, before: pricesBefore, after: pricesAfter }) => [
        publicationId,
        pricesBefore,
        pricesAfter,
      ]),
    ).toEqual(
      (['inactive', 'manual', 'removed'] as const).map((name) => [
        ids[name],
        getPricesBefore().get(ids[name]),
        titles[name].after,
      ]),
    )
  })

  test('adds a history row to each changed title only', async () => {
    const id = await changeAllPrices()
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
    await changeAllPrices()
    expect((await findPublicationForStaff(ids.manual))?.lock_version).toBe(1)
    expect((await findPublicationForStaff(ids.free))?.lock_version).toBe(0)
    await expect(saveWithVersion(ids.manual, 0)).rejects.toThrow(StaleRecordError)
  })

  test('rejects a form whose preview showed other prices, and accepts one with a new preview', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    await changeAllPrices({ percentage: 200_00 })
    const doubledPrices = await loadPrices()
    await expect(changeAllPrices({ seen })).rejects.toThrow(PricesChanged)
    expect(await loadPrices()).toEqual(doubledPrices)
    expect(await listPriceChanges()).toHaveLength(1)
    await changeAllPrices()
    expect(await listPriceChanges()).toHaveLength(2)
  })

  test('rejects the change when a title was added after the preview', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    await makePublication({ name: 'Novo' })
    await expect(changeAllPrices({ seen })).rejects.toThrow(PricesChanged)
  })

  test('runs once when three forms confirm the same preview at once', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    const outcomes = await Promise.allSettled([
      changeAllPrices({ seen }),
      changeAllPrices({ seen }),
      changeAllPrices({ seen }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of outcomes)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(PricesChanged)
    expect(await loadPrices()).toEqual(getPricesAfter())
  })

  test('runs once for a repeated form', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    const form = { seen, token: 'same form' }
    const outcomes = await Promise.all([changeAllPrices(form), changeAllPrices(form), changeAllPrices(form)])
    expect(new Set(outcomes).size).toBe(1)
    expect(await changeAllPrices(form)).toBe(outcomes[0])
    expect(await loadPrices()).toEqual(getPricesAfter())
  })

  test('rejects a repeated form after its change was reverted, and accepts a new form', async () => {
    const { seenDigest: seen } = await previewPriceChange(percentage)
    const form = { seen, token: 'undone form' }
    await undoPriceChange(await changeAllPrices(form), actorUserId)
    await expect(changeAllPrices(form)).rejects.toThrow(PricesChanged)
    expect(await loadPrices()).toEqual(getPricesBefore())
    await changeAllPrices({ seen })
    expect(await loadPrices()).toEqual(getPricesAfter())
  })

  test('rejects the whole change when a renewal price would be zero', async () => {
    await db.updateTable('publications').set({ price_signature: 1 }).where('id', '=', ids.manual).execute()
    const pricesBefore = await loadPrices()
    const preview = await previewPriceChange(10_00)
    expect(preview.titles.filter(({ fault }) => fault).map(({ publicationId }) => publicationId)).toEqual([
      ids.manual,
    ])
    await expect(changeAllPrices({ percentage: 10_00 })).rejects.toThrow(PriceChangeImpossible)
    expect(await loadPrices()).toEqual(pricesBefore)
  })

  test('rejects a change that changes no price', async () => {
    await expect(changeAllPrices({ percentage: 100_00 })).rejects.toThrow(PriceChangeImpossible)
    expect(await listPriceChanges()).toEqual([])
  })
})

describe('reverting a price change', () => {
  test('restores every title’s exact price and records the author', async () => {
    const id = await changeAllPrices()
    const undoer = await makeStaff()
    expect(await undoPriceChange(id, undoer)).toBe('undone')
    expect(await loadPrices()).toEqual(getPricesBefore())
    const [listedChange] = await listPriceChanges()
    expect(listedChange?.undone_at).toBeInstanceOf(Date)
    expect(listedChange?.undoer).not.toBeNull()
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
    const id = await changeAllPrices()
    const answers = await Promise.all([undoPriceChange(id, actorUserId), undoPriceChange(id, actorUserId)])
    expect(answers.toSorted()).toEqual(['undone', 'was-undone'])
    expect(await undoPriceChange(id, actorUserId)).toBe('was-undone')
    expect(await loadPrices()).toEqual(getPricesBefore())
    expect((await findPublicationForStaff(ids.manual))?.lock_version).toBe(2)
  })

  test('reverts nothing when a price was edited later, and returns that title', async () => {
    const id = await changeAllPrices()
    await saveWithVersion(ids.manual, 1)
    const pricesBefore = await loadPrices()
    const error = await undoPriceChange(id, actorUserId).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(PricesEdited)
    expect(error instanceof PricesEdited ? error.titles : []).toMatchObject([
      { publicationId: ids.manual, expectedPrices: titles.manual.after, currentPrices: { price: 1_00 } },
    ])
    expect(await loadPrices()).toEqual(pricesBefore)
    expect((await listPriceChanges())[0]?.undone_at).toBeNull()
  })

  test('works for an earlier change only after the later change was reverted', async () => {
    const firstChangeId = await changeAllPrices()
    const secondChangeId = await changeAllPrices()
    await expect(undoPriceChange(firstChangeId, actorUserId)).rejects.toThrow(PricesEdited)
    await undoPriceChange(secondChangeId, actorUserId)
    await undoPriceChange(firstChangeId, actorUserId)
    expect(await loadPrices()).toEqual(getPricesBefore())
  })

  test('skips titles deleted since the change and leaves titles added since unchanged', async () => {
    const id = await changeAllPrices()
    await removePublication(ids.inactive, actorUserId)
    const newPublicationId = await makePublication({ name: 'Novo', price: 5_00 })
    expect(await undoPriceChange(id, actorUserId)).toBe('undone')
    const prices = await loadPrices()
    expect(prices.has(ids.inactive)).toBe(false)
    expect(prices.get(newPublicationId)).toEqual({ price: 5_00, renewal: null })
    expect(prices.get(ids.manual)).toEqual(getPricesBefore().get(ids.manual))
    expect((await findPriceChange(id))?.lines.map(({ name }) => name)).toContain('inactive')
  })

  test('has no effect for an unknown change', async () => {
    const unknownId = 4_000_000
    expect(await undoPriceChange(unknownId, actorUserId)).toBe('unknown')
    expect(await findPriceChange(unknownId)).toBeUndefined()
  })
})

test('a price change leaves orders and their lines unchanged', async () => {
  await openShop()
  const publication = await makePublication({ price: 50_00 })
  const { orderId } = await makeOrder({ [publication]: 2 })
  const loadOrderAndLines = async () => [
    await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute(),
    await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute(),
    await db.selectFrom('boletos').selectAll().execute(),
  ]
  const rowsBefore = await loadOrderAndLines()
  await changeAllPrices()
  expect((await loadPrices()).get(publication)?.price).toBe(56_25)
  expect(await loadOrderAndLines()).toEqual(rowsBefore)
})
