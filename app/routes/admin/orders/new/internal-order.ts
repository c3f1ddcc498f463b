import { internalPrices, maxInternalItems } from '#app/domain/orders/internal-order.ts'
import type { ItemTexts } from '#app/forms/internal-order.ts'
import { parseId } from '#app/http/list-params.ts'
import { paths } from '#app/paths.ts'

/** State of an internal order. The address contains it completely, so Reload and Back work. */
export type OrderState = {
  clientId: number | undefined
  /** the search text: for clients until a client is chosen, then for publications */
  search: string
  items: ItemTexts[]
  isReview: boolean
}

const maxFieldLength = 60
const maxSearchLength = 100
const textFields = ['price', 'renews', 'prefix', 'foreign', 'again', 'serial', 'fuel'] as const

/** Parses the address. Items count from 0 without gaps. Invalid parts are ignored. */
export function parseOrderState(url: string): OrderState {
  const { searchParams } = new URL(url)
  const items: ItemTexts[] = []
  for (let index = 0; index < maxInternalItems; index++) {
    const readText = (field: string) =>
      searchParams.get(`item.${index}.${field}`)?.trim().slice(0, maxFieldLength) ?? ''
    const publication = parseId(readText('publication'))
    if (publication === undefined) break
    items.push({
      publication,
      price: readText('price') || 'normal',
      renews: readText('renews'),
      prefix: readText('prefix'),
      foreign: readText('foreign'),
      again: readText('again'),
      serial: readText('serial'),
      fuel: readText('fuel'),
    })
  }
  return {
    clientId: parseId(searchParams.get('client')),
    search: (searchParams.get('search') ?? '').normalize('NFC').trim().slice(0, maxSearchLength),
    items,
    isReview: searchParams.get('step') === 'review' && items.length > 0,
  }
}

/** A change of one publication. A `quantity` of null and an empty `price` leave the old value. */
type TitleChange = { publication: number; quantity: number | null; price: string }

const titleFieldPattern = /^(?:quantity|price)\.(\d+)$/
const quantityPattern = /^\d{1,2}$/

/** Parses fields like 'quantity.62' and 'price.62'. A price equal to 'price_before.62' is no change. */
function parseTitleChanges(params: URLSearchParams): TitleChange[] {
  const ids = [...params.keys()].flatMap((name) => parseId(titleFieldPattern.exec(name)?.[1]) ?? [])
  const changes = [...new Set(ids)].map((publication) => {
    const quantityText = params.get(`quantity.${publication}`)?.trim() ?? ''
    const price = params.get(`price.${publication}`) ?? ''
    const isPriceChanged = price !== params.get(`price_before.${publication}`)
    const quantity = quantityPattern.test(quantityText) ? Number(quantityText) : null
    return { publication, quantity, price: isPriceChanged ? price : '' }
  })
  return changes.filter(({ quantity, price }) => quantity !== null || price !== '')
}

/** Buttons of the form by name. Each changes the items or the search. */
export const orderButtons = {
  /** adds one more copy; the value is the publication */
  add: 'add',
  /** removes a publication, the button's value */
  remove: 'remove',
  /** removes the item at the position in the button's value, except a publication's first item (F94) */
  removeItem: 'remove_item',
  /** searches for the button's value instead of the typed text */
  searchFor: 'search_for',
} as const

/** Applies the form's button and quantities to the address's state; undefined if the form has neither. */
export function parseSubmittedOrder(url: string): OrderState | undefined {
  const { searchParams } = new URL(url)
  const changes = parseTitleChanges(searchParams)
  const button = Object.values(orderButtons).find((name) => searchParams.has(name))
  if (!button && changes.length === 0) return undefined
  const state = parseOrderState(url)
  const buttonValue = searchParams.get(button ?? '') ?? ''
  const nextState = applyButton(state, { button, buttonValue, changes })
  return {
    ...nextState,
    items: nextState.items.slice(0, maxInternalItems),
    isReview: !button && state.isReview,
  }
}

type SubmittedForm = { button: string | undefined; buttonValue: string; changes: TitleChange[] }

function applyButton(state: OrderState, { button, buttonValue, changes }: SubmittedForm): OrderState {
  const publicationId = parseId(buttonValue)
  if (button === orderButtons.removeItem) {
    const removedIndex = Number(buttonValue)
    const reducedPublication = state.items[removedIndex]?.publication
    // The form still contains this publication's old quantity, which would add the removed copy again.
    const otherChanges = changes.map((change) =>
      change.publication === reducedPublication ? { ...change, quantity: null } : change,
    )
    return applyTitleChanges({ ...state, items: removeItem(state.items, removedIndex) }, otherChanges)
  }
  const changedState = applyTitleChanges(state, changes)
  if (button === orderButtons.searchFor)
    return { ...changedState, search: buttonValue.slice(0, maxSearchLength) }
  if (button === orderButtons.remove) {
    return {
      ...changedState,
      items: changedState.items.filter(({ publication }) => publication !== publicationId),
    }
  }
  // The quantity typed next to the button may have added the publication already.
  const isAlreadyAdded = !hasTitle(state.items, publicationId) && hasTitle(changedState.items, publicationId)
  if (button !== orderButtons.add || publicationId === undefined || isAlreadyAdded) return changedState
  return { ...changedState, items: addItem(changedState.items, publicationId) }
}

function hasTitle(items: readonly ItemTexts[], publicationId: number | undefined): boolean {
  return items.some(({ publication }) => publication === publicationId)
}

function addItem(items: ItemTexts[], publicationId: number): ItemTexts[] {
  const lastIndex = items.findLastIndex(({ publication }) => publication === publicationId)
  const price = items[lastIndex]?.price ?? 'normal'
  return items.toSpliced(lastIndex < 0 ? items.length : lastIndex + 1, 0, {
    ...makeItem(publicationId),
    price,
  })
}

function removeItem(items: ItemTexts[], index: number): ItemTexts[] {
  const firstIndex = items.findIndex(({ publication }) => publication === items[index]?.publication)
  return firstIndex < index ? items.toSpliced(index, 1) : items
}

/** Sets quantity and price of each publication. Adds new publications; a quantity of 0 removes a publication. */
function applyTitleChanges(state: OrderState, changes: readonly TitleChange[]): OrderState {
  let { items } = state
  for (const change of changes) items = applyTitleChange(items, change)
  return { ...state, items: items.slice(0, maxInternalItems) }
}

function applyTitleChange(items: ItemTexts[], { publication, quantity, price }: TitleChange): ItemTexts[] {
  const belongsToTitle = (item: ItemTexts) => item.publication === publication
  const titleItems = items.filter(belongsToTitle)
  const wantedCount = quantity ?? titleItems.length
  const newPrice = internalPrices.find((name) => name === price)
  const addedItems = Array.from({ length: Math.max(0, wantedCount - titleItems.length) }, () => ({
    ...makeItem(publication),
    price: titleItems.at(-1)?.price ?? 'normal',
  }))
  const changedItems = [...titleItems.slice(0, wantedCount), ...addedItems].map((item) =>
    newPrice ? { ...item, price: newPrice } : item,
  )
  const position = titleItems.length === 0 ? items.length : items.findIndex(belongsToTitle)
  return items.filter((item) => !belongsToTitle(item)).toSpliced(position, 0, ...changedItems)
}

/** Returns the address of a state; `anchor` is the id of the section to display. */
export function makeOrderHref(state: OrderState, anchor = ''): string {
  const pairs = state.items.flatMap((item, index) => [
    [`item.${index}.publication`, String(item.publication)],
    ...textFields.map((field) => [`item.${index}.${field}`, item[field]]),
  ])
  const params = [
    ['client', state.clientId === undefined ? '' : String(state.clientId)],
    ['search', state.search],
    ...pairs,
    ['step', state.isReview ? 'review' : ''],
  ].filter(([, text]) => text !== '')
  const query = new URLSearchParams(params).toString()
  const queryText = query && `?${query}`
  const fragment = anchor && `#${anchor}`
  return `${paths.admin.createOrder()}${queryText}${fragment}`
}

/** Returns a new item with the fuel "not informed" (D24). */
function makeItem(publication: number): ItemTexts {
  return {
    publication,
    price: 'normal',
    renews: '',
    prefix: '',
    foreign: '',
    again: '',
    serial: '',
    fuel: '0',
  }
}
