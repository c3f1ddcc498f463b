import { call, callAt, FieldErrors, logout, storage } from './api.js'

const main = document.querySelector('#main')
const config = await fetch('/config.json').then((response) => response.json())
callAt(config.api)

const screens = {
  publications,
  cart,
  checkout,
  login,
  orders,
  manage,
  payment,
  payment_return: paymentReturn,
}

addEventListener('popstate', show)
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[href^="/"]')
  if (!link) return
  event.preventDefault()
  go(link.getAttribute('href'))
})
document.querySelector('#logout').addEventListener('click', () => {
  logout()
  go('/publications')
})
await show()

function go(path) {
  history.pushState(null, '', path)
  return show()
}

async function show() {
  const [, name = '', parameter] = location.pathname.split('/')
  const user = storage.user
  document.querySelector('#badge').textContent = String(items().length)
  document.querySelector('#who').textContent = user
    ? `${user.person_or_company === 1 ? user.company_name : user.name} ${user.user.email}`
    : ''
  document.querySelector('#logout').hidden = !user
  await (screens[name] ?? publications)(parameter)
}

function items() {
  return storage.checkout.cart
}

function keep(cart) {
  storage.checkout = { ...storage.checkout, cart }
  document.querySelector('#badge').textContent = String(cart.length)
}

async function publications() {
  const search = new URLSearchParams(location.search).get('search') ?? ''
  const page = Number(new URLSearchParams(location.search).get('page') ?? 1)
  const { body } = await call(
    'GET',
    `/publication/?ordering=-id&page=${page}&search=${encodeURIComponent(search)}`,
  )
  main.innerHTML = `<form><input name="search" aria-label="Buscar"><button>Buscar</button></form><table></table><p></p>`
  main.querySelector('input').value = search
  main.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    go(`/publications?search=${encodeURIComponent(main.querySelector('input').value)}`)
  })
  for (const publication of body.results) {
    const row = main.querySelector('table').insertRow()
    const kinds = [
      publication.is_signature ? 'assinatura (um ano)' : 'avulsa',
      publication.is_download ? 'download' : 'impressa',
    ]
    cells(row, publication.name, publication.version, money(publication.price), kinds.join(', '))
    row.insertCell().append(
      button(`Adicionar ${publication.name}`, () => {
        keep([...items(), { ...publication, quantity: 1 }])
      }),
    )
  }
  main.querySelector('p').textContent =
    body.count === 0 ? 'Nenhum resultado pode ser encontrado' : `Pagina ${page} de ${body.pages}`
}

function cart() {
  main.innerHTML = '<table></table><p id="total"></p>'
  for (const item of items()) {
    const row = main.querySelector('table').insertRow()
    cells(row, item.name, String(item.quantity), money(item.price * item.quantity))
    row.insertCell().append(
      button(`Remover ${item.name}`, () => {
        keep(items().filter(({ id }) => id !== item.id))
        cart()
      }),
    )
  }
  if (items().length === 0) main.querySelector('#total').textContent = 'Seu carrinho está vazio'
  else main.querySelector('#total').textContent = `Total ${money(sum(items()))}`
  main.append(button('Finalizar pedido', () => go(storage.user ? '/checkout' : '/login')))
}

function login() {
  main.innerHTML = `<form><label>E-mail <input name="username"></label> <label>Senha <input name="password" type="password"></label>
    <button>Entrar</button><ul id="errors"></ul></form>`
  submit(async (form) => {
    const { body } = await call('POST', '/api/token/', Object.fromEntries(form))
    localStorage.setItem('token', body.access)
    const { body: found } = await call(
      'GET',
      `/profile/?ordering=-id&page=1&search=${encodeURIComponent(form.get('username'))}`,
    )
    localStorage.setItem('user', JSON.stringify(found.results[0]))
    await go(items().length > 0 ? '/checkout' : '/publications')
  })
}

async function checkout() {
  const printed = items().filter((item) => !item.is_download)
  const address = storage.user.shipping_address ?? storage.user.billing_address
  const services = printed.length > 0 ? await quote(printed, address.zip_code) : []
  main.innerHTML =
    '<form><div id="units"></div><fieldset id="services"></fieldset><button>Confirmar e gerar boleto</button><ul id="errors"></ul></form>'
  for (const [index, item] of items().entries()) {
    if (!item.has_airplane_info) continue
    const unit = document.createElement('fieldset')
    unit.innerHTML = `<legend></legend><label>Prefixo <input name="prefix"></label> <label>Nº de série <input name="serial"></label>
      <label>Combustível <select name="fuel"><option value="0"></option><option value="1">Gasolina</option><option value="2">Etanol</option></select></label>`
    unit.querySelector('legend').textContent = item.name
    unit.dataset.index = String(index)
    main.querySelector('#units').append(unit)
  }
  for (const { service, Valor, PrazoEntrega } of services) {
    const label = document.createElement('label')
    label.innerHTML = '<input type="radio" name="service" required> <span></span>'
    Object.assign(label.querySelector('input'), { value: `${service}|${Valor}` })
    label.querySelector('span').textContent = `${service}: R$ ${Valor}, ${Number(PrazoEntrega) + 5} dias`
    main.querySelector('#services').append(label)
  }
  submit(placeOrder)
}

async function quote(printed, zipCode) {
  const weight = printed.reduce((all, { weight, quantity }) => all + weight * quantity, 0)
  const { body } = await call('POST', '/api/get_shipping_price/', {
    cep: zipCode.replace(/\D/g, ''),
    peso: String(Math.ceil(weight)),
    comprimento: 36,
    largura: 26,
    altura: 5,
    diametro: 36,
  })
  return body.filter(({ MsgErro }) => !MsgErro)
}

async function placeOrder(form) {
  await call('PUT', `/profile/${storage.user.id}/`, storage.user)
  const [service = 'Download', value = '0'] = String(form.get('service') ?? 'Download|0').split('|')
  const lines = items().flatMap((item, index) =>
    Array.from({ length: item.quantity }, () => ({
      publication: item.id,
      value: item.price,
      ...unitOf(index),
      file: null,
    })),
  )
  const { status, body } = await call('POST', '/order/', {
    profile: storage.user.id,
    status: 1,
    publications: lines,
    shipping_type: service,
    shipping_value: Number(value.replace('.', '').replace(',', '.')),
  })
  if (status !== 201) return alert('ATENÇÃO: Não foi possivel criar seu pedido')
  return go(items().some((item) => item.has_photo_upload) ? '/payment_return' : `/payment/${body.id}`)
}

function unitOf(index) {
  const unit = main.querySelector(`[data-index="${index}"]`)
  const read = (name) => unit?.querySelector(`[name="${name}"]`)?.value ?? ''
  return {
    airplane_prefix: read('prefix') || null,
    airplane_serial_number: read('serial') || null,
    fuel_type: Number(read('fuel')) || 0,
  }
}

async function payment(order) {
  main.textContent = 'Gerando boleto…'
  const { status, body } = await call('POST', '/api/make_boleto/', { order: Number(order) })
  if (status !== 200) return say('Um erro foi encontrato, por favor contate-nos')
  return body.error ? say(body.error) : showBoleto(body.transaction_link)
}

function showBoleto(link) {
  keep([])
  main.textContent = 'Boleto gerado.'
  main.append(
    button('Imprimir boleto', async () => {
      const { body } = await call('GET', new URL(link, config.api).pathname)
      main.append(body ? `${body.type} ${body.size > 1000 ? 'recebido' : 'vazio'}` : 'Ainda não.')
    }),
  )
}

function paymentReturn() {
  keep([])
  main.textContent = 'Seu pedido foi recebido e espera a conferência da imagem, em até 24 horas.'
}

async function orders() {
  if (!storage.token) return say('Você precisa estar logado')
  const { body } = await call('GET', `/order/?ordering=-id&page=1&search=${storage.user.user.email}&status=`)
  list(
    body?.results,
    'Nenhum pedido encontrado',
    ({ id, status, total }) => `Pedido ${id}: ${status}, ${money(total)}`,
  )
}

async function manage() {
  if (!storage.token) return say('Você precisa estar logado')
  const { body } = await call(
    'GET',
    `/signature/?ordering=-id&page=1&search=${storage.user.user.email}&status=`,
  )
  list(body?.results, 'Nenhuma publicação encontrada', ({ publication, status, due }) =>
    [publication.name, status.id, due ?? 'Compra'].join(' · '),
  )
}

function say(text) {
  main.textContent = text
}

function list(rows, empty, line) {
  if (!rows) return
  main.innerHTML = '<ul></ul>'
  for (const row of rows) main.querySelector('ul').append(element('li', line(row)))
  if (rows.length === 0) main.textContent = empty
}

function submit(act) {
  main.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      await act(new FormData(event.target))
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      const lines = Object.entries(error.errors).map(([name, text]) => element('li', `${name}: ${text}`))
      main.querySelector('#errors').replaceChildren(...lines)
    }
  })
}

function cells(row, ...texts) {
  for (const text of texts) row.insertCell().textContent = text
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function button(text, act) {
  const made = element('button', text)
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}

function money(value) {
  return `R$ ${value.toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

function sum(cart) {
  return cart.reduce((all, { price, quantity }) => all + price * quantity, 0)
}
