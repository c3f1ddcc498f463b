import { internalPrices, maxInternalItems } from '#app/domain/orders/internal-order.ts'
import type { ItemTexts } from '#app/forms/internal-order.ts'
import { idFrom } from '#app/http/list-params.ts'
import { paths } from '#app/paths.ts'

/** How far an internal order has come; its address says all of it, so that it can be reloaded and gone back in. */
export type OrderState = {
  client: number | undefined
  /** what was searched for: clients while there is none, then publications */
  search: string
  items: ItemTexts[]
  isReview: boolean
}

const texts = ['price', 'renews', 'prefix', 'foreign', 'again', 'serial', 'fuel'] as const

/** Reads the address; items count from 0 without gaps, what is not understood is not said. */
export function orderState(url: string): OrderState {
  const { searchParams } = new URL(url)
  const items: ItemTexts[] = []
  for (let index = 0; index < maxInternalItems; index++) {
    const text = (field: string) => searchParams.get(`item.${index}.${field}`)?.trim().slice(0, 60) ?? ''
    const publication = idFrom(text('publication'))
    if (publication === undefined) break
    items.push({
      publication,
      price: text('price') || 'normal',
      renews: text('renews'),
      prefix: text('prefix'),
      foreign: text('foreign'),
      again: text('again'),
      serial: text('serial'),
      fuel: text('fuel'),
    })
  }
  return {
    client: idFrom(searchParams.get('client')),
    search: (searchParams.get('search') ?? '').normalize('NFC').trim().slice(0, 100),
    items,
    isReview: searchParams.get('step') === 'review' && items.length > 0,
  }
}

/** How many copies of a title, and one price for all of them, where the form was sent with either. */
type Amount = { publication: number; quantity: number | null; price: string }

/** Reads 'quantity.62' and 'price.62'; empty fields ask for nothing. */
export function amountsIn(url: string): Amount[] {
  const { searchParams } = new URL(url)
  const ids = [...searchParams.keys()].flatMap(
    (name) => idFrom(/^(?:quantity|price)\.(\d+)$/.exec(name)?.[1]) ?? [],
  )
  const amounts = [...new Set(ids)].map((publication) => {
    const text = searchParams.get(`quantity.${publication}`)?.trim() ?? ''
    const price = searchParams.get(`price.${publication}`) ?? ''
    return { publication, quantity: /^\d{1,2}$/.test(text) ? Number(text) : null, price }
  })
  return amounts.filter(({ quantity, price }) => quantity !== null || price !== '')
}

/** The state with so many copies of each title, at its price; a title new to the order joins it, 0 takes it out. */
export function withAmounts(state: OrderState, amounts: readonly Amount[]): OrderState {
  const items = amounts.reduce(withAmount, state.items)
  return { ...state, items: items.slice(0, maxInternalItems) }
}

function withAmount(items: ItemTexts[], { publication, quantity, price }: Amount): ItemTexts[] {
  const isTitle = (item: ItemTexts) => item.publication === publication
  const own = items.filter(isTitle)
  const wanted = quantity ?? own.length
  const same = internalPrices.find((each) => each === price)
  const missing = Array.from({ length: Math.max(0, wanted - own.length) }, () => ({
    ...newItem(publication),
    price: own.at(-1)?.price ?? 'normal',
  }))
  const lines = [...own.slice(0, wanted), ...missing].map((item) => (same ? { ...item, price: same } : item))
  const place = own.length === 0 ? items.length : items.findIndex(isTitle)
  return items.filter((item) => !isTitle(item)).toSpliced(place, 0, ...lines)
}

/** The address of a state, with the part of the page to go to. */
export function orderHref(state: OrderState, part = ''): string {
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

/**
 * The state after an act: 'add.62' adds a publication, 'more.62' an item to it, 'drop.3' takes that item away unless it
 * is the first of its publication (F94), 'out.62' the publication; 'search.ipanema' searches for it, 'search.' for
 * nothing any more.
 */
export function afterAct(state: OrderState, act: string): OrderState {
  if (act.startsWith('search.'))
    return { ...state, search: act.slice('search.'.length, 100), isReview: false }
  const [verb, number = ''] = act.split('.')
  const next = { ...state, items: itemsAfter(state.items, verb ?? '', Number(number)) }
  return { ...next, items: next.items.slice(0, maxInternalItems), isReview: false }
}

function itemsAfter(items: ItemTexts[], verb: string, number: number): ItemTexts[] {
  const last = items.findLastIndex(({ publication }) => publication === number)
  if (verb === 'add' && last < 0) return idFrom(String(number)) ? [...items, newItem(number)] : items
  if ((verb === 'add' || verb === 'more') && last >= 0) return items.toSpliced(last + 1, 0, newItem(number))
  if (verb === 'out') return items.filter(({ publication }) => publication !== number)
  if (verb !== 'drop') return items
  const first = items.findIndex(({ publication }) => publication === items[number]?.publication)
  return first < number ? items.toSpliced(number, 1) : items
}

/** The fuel starts as "not informed" (D24). */
function newItem(publication: number): ItemTexts {
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
