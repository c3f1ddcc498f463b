import { storage } from './api.js'
import { button, element, money, show, table } from './page.js'

export function items() {
  return storage.checkout.cart
}

export function countItems() {
  return items().length
}

export function keepCart(cart) {
  storage.checkout = { ...storage.checkout, cart }
  if (cart.length > 0) dispatchEvent(new Event('cart'))
}

export function emptyCart() {
  storage.checkout = { cart: [] }
  dispatchEvent(new Event('cart'))
}

export function addToCart(publication) {
  keepCart([...items(), { ...publication, quantity: 1 }])
}

export function removeFromCart(id) {
  storage.checkout = { ...storage.checkout, cart: items().filter((item) => item.id !== id) }
  dispatchEvent(new Event('cart'))
}

export function sum(cart) {
  return cart.reduce((all, { price, quantity }) => all + price * quantity, 0)
}

export function cart({ go }) {
  const again = () => cart({ go })
  const change = (id, by) => {
    keepCart(
      items().map((item) => (item.id === id ? { ...item, quantity: Math.max(1, item.quantity + by) } : item)),
    )
    again()
  }
  const quantity = ({ id, name, is_download: isDownload, quantity: count }) =>
    isDownload
      ? '1'
      : element(
          'span',
          {},
          Object.assign(
            button(`Menos ${name}`, () => change(id, -1)),
            { disabled: count === 1 },
          ),
          ` ${count} `,
          button(`Mais ${name}`, () => change(id, 1)),
        )
  const remove = ({ id, name }) =>
    button(`Remover ${name}`, () => {
      removeFromCart(id)
      again()
    })
  const rows = items().map((item) => [
    item.name,
    quantity(item),
    money(item.price * item.quantity),
    remove(item),
  ])
  show(
    table(['Nome', 'Quantidade', 'Preço', ''], rows, 'Seu carrinho está vazio'),
    element('p', { textContent: rows.length > 0 ? `Total ${money(sum(items()))}` : '' }),
    button('Escolher mais publicações', () => go('/publications')),
    button('Finalizar pedido', () => go('/checkout')),
  )
}
