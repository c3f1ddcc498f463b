import { internalPrices, maxInternalItems } from '#app/domain/orders/internal-order.ts'
import type { ItemTexts } from '#app/forms/internal-order.ts'
import { parseId } from '#app/http/list-params.ts'
import { paths } from '#app/paths.ts'

/** State of an internal order; the address contains all of it, so that Reload and Back work. */
export type OrderState = {
  client: number | undefined
  /** the search text: for clients until one is chosen, then for publications */
  search: string
  items: ItemTexts[]
  isReview: boolean
}

const texts = ['price', 'renews', 'prefix', 'foreign', 'again', 'serial', 'fuel'] as const

/** Parses the address. Items count from 0 without gaps. Invalid parts are ignored. */
export function parseOrderState(url: string): OrderState {
  const { searchParams } = new URL(url)
  const items: ItemTexts[] = []
  for (let index = 0; index < maxInternalItems; index++) {
    const readText = (field: string) => searchParams.get(`item.${index}.${field}`)?.trim().slice(0, 60) ?? ''
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
    client: parseId(searchParams.get('client')),
    search: (searchParams.get('search') ?? '').normalize('NFC').trim().slice(0, 100),
    items,
    isReview: searchParams.get('step') === 'review' && items.length > 0,
  }
}

/** The number of copies of a publication and one price for all, if the form sent them. */
type Amount = { publication: number; quantity: number | null; price: string }

/** Parses 'quantity.62' and 'price.62', which counts only if it differs from 'price_before.62'. */
function readAmounts(params: URLSearchParams): Amount[] {
  const ids = [...params.keys()].flatMap(
    (name) => parseId(/^(?:quantity|price)\.(\d+)$/.exec(name)?.[1]) ?? [],
  )
  const amounts = [...new Set(ids)].map((publication) => {
    const text = params.get(`quantity.${publication}`)?.trim() ?? ''
    const price = params.get(`price.${publication}`) ?? ''
    const isChanged = price !== params.get(`price_before.${publication}`)
    const quantity = /^\d{1,2}$/.test(text) ? Number(text) : null
    return { publication, quantity, price: isChanged ? price : '' }
  })
  return amounts.filter(({ quantity, price }) => quantity !== null || price !== '')
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

/** Returns the state that a form requests; undefined if the address is already that of a state. */
export function readSentOrder(url: string): OrderState | undefined {
  const { searchParams } = new URL(url)
  const amounts = readAmounts(searchParams)
  const button = Object.values(orderButtons).find((name) => searchParams.has(name))
  if (!button && amounts.length === 0) return undefined
  const state = parseOrderState(url)
  const value = searchParams.get(button ?? '') ?? ''
  const next = applyButton(state, { button, value, amounts })
  return { ...next, items: next.items.slice(0, maxInternalItems), isReview: !button && state.isReview }
}

type Sent = { button: string | undefined; value: string; amounts: Amount[] }

function applyButton(state: OrderState, { button, value, amounts }: Sent): OrderState {
  const id = parseId(value)
  if (button === orderButtons.removeItem) {
    const removed = state.items[Number(value)]?.publication
    const others = amounts.map((each) => (each.publication === removed ? { ...each, quantity: null } : each))
    return withAmounts({ ...state, items: withoutItem(state.items, Number(value)) }, others)
  }
  const countedState = withAmounts(state, amounts)
  if (button === orderButtons.searchFor) return { ...countedState, search: value.slice(0, 100) }
  if (button === orderButtons.remove) {
    return { ...countedState, items: countedState.items.filter(({ publication }) => publication !== id) }
  }
  // The quantity of this publication was typed next to the button.
  const isCounted = !hasTitle(state.items, id) && hasTitle(countedState.items, id)
  if (button !== orderButtons.add || id === undefined || isCounted) return countedState
  return { ...countedState, items: withItem(countedState.items, id) }
}

function hasTitle(items: readonly ItemTexts[], id: number | undefined): boolean {
  return items.some(({ publication }) => publication === id)
}

function withItem(items: ItemTexts[], id: number): ItemTexts[] {
  const last = items.findLastIndex(({ publication }) => publication === id)
  const price = items[last]?.price ?? 'normal'
  return items.toSpliced(last < 0 ? items.length : last + 1, 0, { ...makeItem(id), price })
}

function withoutItem(items: ItemTexts[], index: number): ItemTexts[] {
  const first = items.findIndex(({ publication }) => publication === items[index]?.publication)
  return first < index ? items.toSpliced(index, 1) : items
}

/** Sets quantity and price of each publication. Adds new ones; a quantity of 0 removes one. */
function withAmounts(state: OrderState, amounts: readonly Amount[]): OrderState {
  const items = amounts.reduce(withAmount, state.items)
  return { ...state, items: items.slice(0, maxInternalItems) }
}

function withAmount(items: ItemTexts[], { publication, quantity, price }: Amount): ItemTexts[] {
  const isTitle = (item: ItemTexts) => item.publication === publication
  const own = items.filter(isTitle)
  const wantedAmount = quantity ?? own.length
  const same = internalPrices.find((each) => each === price)
  const missing = Array.from({ length: Math.max(0, wantedAmount - own.length) }, () => ({
    ...makeItem(publication),
    price: own.at(-1)?.price ?? 'normal',
  }))
  const lines = [...own.slice(0, wantedAmount), ...missing].map((item) =>
    same ? { ...item, price: same } : item,
  )
  const place = own.length === 0 ? items.length : items.findIndex(isTitle)
  return items.filter((item) => !isTitle(item)).toSpliced(place, 0, ...lines)
}

/** Returns the address of a state; `part` is the part of the page to display. */
export function makeOrderHref(state: OrderState, part = ''): string {
  const pairs = state.items.flatMap((item, index) => [
    [`item.${index}.publication`, String(item.publication)],
    ...texts.map((field) => [`item.${index}.${field}`, item[field]]),
  ])
  const all = [
    ['client', state.client === undefined ? '' : String(state.client)],
    ['search', state.search],
    ...pairs,
    ['step', state.isReview ? 'review' : ''],
  ].filter(([, text]) => text !== '')
  const query = new URLSearchParams(all).toString()
  return `${paths.admin.createOrder()}${query ? `?${query}` : ''}${part && `#${part}`}`
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
