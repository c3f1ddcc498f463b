import { expect, test } from 'vitest'
import { parseSubmittedOrder } from '#app/routes/admin/orders/new/internal-order.ts'

const formAddress = 'https://loja.example/admin/create_order?client=7'

/** Submits a form with two copies of publication 5. Returns publications and prices of the items. */
function submitTwoCopies(query: string) {
  const items = [5, 5].map((id, index) => `item.${index}.publication=${id}&item.${index}.price=normal`)
  const state = parseSubmittedOrder(`${formAddress}&${items.join('&')}&${query}`)
  return state?.items.map(({ publication, price }) => `${publication} ${price}`)
}

test('adds a found title in the quantity of its field, in addition to the changed quantity of another title', () => {
  expect(submitTwoCopies('quantity.5=1&quantity.9=1&add=9')).toEqual(['5 normal', '9 normal'])
  expect(submitTwoCopies('quantity.5=2&quantity.9=3&add=9')).toEqual([
    '5 normal',
    '5 normal',
    '9 normal',
    '9 normal',
    '9 normal',
  ])
})

test('adds one more copy of a title in the order', () => {
  expect(submitTwoCopies('quantity.5=2&add=5')).toEqual(['5 normal', '5 normal', '5 normal'])
})

test('removes one copy and applies the chosen price to the other', () => {
  expect(submitTwoCopies('quantity.5=2&price.5=free&price_before.5=normal&remove_item=1')).toEqual(['5 free'])
})
