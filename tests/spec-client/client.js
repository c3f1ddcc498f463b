import { changePassword, login, manage, orders } from './account.js'
import { adminScreens } from './admin.js'
import { callAt, logout, storage } from './api.js'
import { cart, countItems } from './cart.js'
import { checkout, payment, paymentReturn } from './checkout.js'
import { clientName } from './page.js'
import { contact, home, partner, publications } from './shop.js'

const config = await fetch('/config.json').then((response) => response.json())
callAt(config)

const screens = {
  '': home,
  publications,
  cart,
  checkout,
  login,
  orders,
  manage,
  contact,
  partner,
  payment,
  payment_return: paymentReturn,
  change_pass: changePassword,
  ...adminScreens,
}
/** Where a login leads back to. */
let visited = '/'

addEventListener('popstate', showScreen)
addEventListener('cart', showMenu)
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[href^="/"]:not([target])')
  if (!link) return
  event.preventDefault()
  go(link.getAttribute('href'))
})
document.querySelector('#logout').addEventListener('click', () => {
  logout()
  go('/publications')
})
await showScreen()

function go(path) {
  history.pushState(null, '', path)
  return showScreen()
}

async function showScreen() {
  const [, first = '', second = '', ...parameters] = location.pathname.split('/')
  if (first !== 'login') visited = location.pathname + location.search
  showMenu()
  if (first !== 'admin') return screens[first]?.({ go, visited, parameter: second })
  if (!storage.user?.user.is_staff) return go('/')
  const report = second === 'report' && screens[`admin/report/${parameters[0]}`]
  const [parameter, other] = second === 'report' ? parameters.slice(1) : parameters
  return (report || screens[`admin/${second}`])?.({
    go,
    parameter: decodeURIComponent(parameter ?? ''),
    other,
  })
}

function showMenu() {
  const user = storage.user
  const part = (id) => document.querySelector(id)
  part('#badge').textContent = String(countItems())
  part('#who').textContent = user ? `${clientName(user)} ${user.user.email}` : ''
  part('#logout').hidden = !user
  part('#login').hidden = Boolean(user)
  part('#partner').hidden = !user?.is_partner
  part('#admin').hidden = !user?.user.is_staff
}
