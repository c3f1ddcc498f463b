import { logIn } from './account.js'
import { call, FieldErrors, storage } from './api.js'
import { emptyCart, items, sum } from './cart.js'
import { element, field, form, link, money, nest, openLink, show } from './page.js'

const combined = { service: 'À Combinar', value: 0.01 }
const download = { service: 'Download', value: 0 }
const debounceMs = 500
const addressFields = [
  ['CEP', 'zip_code', { placeholder: '#####-###', maxLength: 9 }],
  ['Rua', 'street'],
  ['Número', 'number'],
  ['Complemento', 'complement'],
  ['Bairro', 'province'],
  ['Cidade', 'city'],
  ['UF', 'state', { maxLength: 2 }],
]

export function addressPart(title, prefix, address) {
  const fields = addressFields.map(([label, name, properties]) =>
    field(`${label} ${title}`, `${prefix}_${name}`, masked(name, address?.[name]), properties),
  )
  return element('fieldset', {}, element('legend', { textContent: title }), ...fields)
}

/** A CEP has its mask in a field, whatever it is stored as. */
function masked(name, value) {
  return name === 'zip_code' ? value?.replace(/^(\d{5})-?(\d{3})$/, '$1-$2') : value
}

export function profileFields(user) {
  const locked = user ? { disabled: true } : {}
  const kinds = [
    ['0', 'Pessoa'],
    ['1', 'Empresa'],
  ]
  return [
    field('Nome', 'name', user?.name, locked),
    field('CPF', 'cpf', user?.cpf, { ...locked, placeholder: '###.###.###-##' }),
    field('Tipo', 'person_or_company', user?.person_or_company ?? '0', { ...locked, options: kinds }),
    field('Razão social', 'company_name', user?.company_name, locked),
    field('CNPJ', 'cnpj', user?.cnpj, locked),
    field('IE', 'ie', user?.ie, { ...locked, maxLength: 12 }),
    field('Telefone', 'phone', user?.phone),
  ]
}

/** One line of the order for each copy. */
function listLines(cart) {
  return cart.flatMap((item) => Array.from({ length: item.quantity }, () => item))
}

export async function checkout({ go }) {
  const user = storage.user
  const lines = listLines(items())
  const photos = new Map()
  const isPrinted = lines.some((item) => !item.is_download)
  const services = element('fieldset', {}, isPrinted ? 'Informe o CEP' : 'Download')
  const summary = element('p', { id: 'summary' })
  const account = user
    ? []
    : [field('E-mail', 'user_email'), field('Senha', 'user_password', '', { type: 'password' })]
  const children = [
    ...lines.map((item, index) => unitPart(item, index, photos)),
    ...profileFields(user),
    ...account,
    addressPart('de cobrança', 'billing_address', user?.billing_address),
    shippingCheckbox(user),
    addressPart('de entrega', 'shipping_address', user?.shipping_address),
    services,
    summary,
  ]
  const ordering = form(children, 'Confirmar e gerar boleto', (values) => {
    checkUnits(lines, values, photos)
    return placeOrder({ values, lines, photos, go })
  })
  show(...(user ? [] : [visitorNotice()]), ordering)
  const total = () => {
    const chosen = chosenService(ordering)
    const shown = sum(items()) + chosen.value - (chosen.service === combined.service ? 0.01 : 0)
    summary.textContent = `Total do pedido ${money(shown)}`
  }
  ordering.addEventListener('change', total)
  total()
  if (isPrinted) await quoteOnTyping(ordering, services, total)
}

/** Warns a visitor, who may log in or go on. */
function visitorNotice() {
  const notice = element('dialog', { open: true }, 'Você não está logado. ', link('Fazer login', '/login'))
  const goOn = element('button', {
    textContent: 'Continuar e criar uma conta',
    onclick: () => notice.remove(),
  })
  notice.append(goOn)
  return notice
}

function shippingCheckbox(user) {
  return field('Entregar em outro endereço', 'elsewhere', Boolean(user?.shipping_address), {
    type: 'checkbox',
  })
}

const fuels = [
  ['0', ''],
  ['1', 'Gasolina'],
  ['2', 'Etanol'],
  ['3', 'Convertido para etanol'],
]

function unitPart(item, index, photos) {
  const at = (name) => `publications_${index}_${name}`
  const aircraft = item.has_airplane_info
    ? [
        field('Prefixo', at('airplane_prefix'), '', { placeholder: 'AA-AAA' }),
        field('Nº de série', at('airplane_serial_number')),
        field('Combustível', at('fuel_type'), '0', { options: fuels }),
      ]
    : []
  const photo = item.has_photo_upload ? [photoField(at('file'), index, photos)] : []
  const legend = element('legend', { textContent: item.name })
  return element('fieldset', {}, legend, money(item.price), ...aircraft, ...photo)
}

/** Sends the photo when it is chosen, and shows it from where it is kept. */
function photoField(name, index, photos) {
  const made = field('Foto', name, '', { type: 'file', accept: 'image/png,image/gif,image/jpeg' })
  made.addEventListener('change', async ({ target }) => {
    const body = new FormData()
    body.append('file', target.files[0])
    const { body: sent } = await call('POST', '/api/order_upload_image/', body)
    photos.set(index, sent.file)
    made.append(element('img', { src: sent.address, alt: 'Foto enviada', width: 80 }))
  })
  return made
}

/** Throws FieldErrors with what the rules of the page refuse. */
function checkUnits(lines, values, photos) {
  const errors = {}
  for (const [index, item] of lines.entries()) {
    const at = (name) => `publications_${index}_${name}`
    if (item.has_airplane_info) {
      const prefix = values[at('airplane_prefix')]
      if (prefix === '') errors[at('airplane_prefix')] = 'Campo obrigatório'
      else if (!/^[a-z]{2}-[a-z]{3}$/i.test(prefix)) errors[at('airplane_prefix')] = 'Prefixo incorreto'
      if (values[at('airplane_serial_number')] === '')
        errors[at('airplane_serial_number')] = 'Campo obrigatório'
      if (values[at('fuel_type')] === '0') errors[at('fuel_type')] = 'Campo obrigatório'
    }
    if (item.has_photo_upload && !photos.has(index)) errors[at('file')] = 'Envio obrigatório'
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors)
}

function chosenService(ordering) {
  const chosen = ordering.querySelector('[name=service]:checked')
  return chosen ? JSON.parse(chosen.value) : download
}

/** Asks for the freight when the CEP of the delivery is whole, half a second after the last key. */
async function quoteOnTyping(ordering, services, total) {
  let timer
  const readZip = () => {
    const name = ordering.elements.elsewhere.checked ? 'shipping' : 'billing'
    return ordering.elements[`${name}_address_zip_code`].value
  }
  const quote = async () => {
    const zip = readZip()
    if (zip.length !== 9) return
    const found = await freightServices(items(), zip)
    if (readZip() !== zip) return
    services.replaceChildren(...[...found, combined].map(serviceChoice))
    total()
  }
  for (const prefix of ['billing_address', 'shipping_address'])
    ordering.elements[`${prefix}_zip_code`].addEventListener('input', async ({ target }) => {
      clearTimeout(timer)
      timer = setTimeout(quote, debounceMs)
      if (target.value.replace(/\D/g, '').length === 8) await fillAddress(ordering, prefix, target.value)
    })
  ordering.elements.elsewhere.addEventListener('change', quote)
  await quote()
}

async function fillAddress(ordering, prefix, zip) {
  const answer = await fetch(`${storage.config.postal}/${zip.replace(/\D/g, '')}`)
  const found = await answer.json()
  const parts = { street: 'logradouro', province: 'bairro', city: 'localidade', state: 'uf' }
  for (const [name, theirs] of Object.entries(parts))
    ordering.elements[`${prefix}_${name}`].value = found[theirs]
}

function serviceChoice(choice) {
  const { service, value, days } = choice
  const input = element('input', {
    type: 'radio',
    name: 'service',
    value: JSON.stringify({ service, value }),
  })
  const text = days === undefined ? service : `${service}: ${money(value)}, ${days + 5} dias`
  return element('label', {}, input, ` ${text}`)
}

async function freightServices(cart, zip) {
  const printed = cart.filter((item) => !item.is_download)
  const weight = printed.reduce((all, item) => all + item.weight * item.quantity, 0)
  const { body } = await call('POST', '/api/get_shipping_price/', {
    cep: zip.replace(/\D/g, ''),
    peso: String(Math.ceil(weight)),
    ...{ comprimento: 36, largura: 26, altura: 5, diametro: 36 },
  })
  const usable = body.filter(({ MsgErro: error }) => !error)
  return usable.map(({ service, Valor: price, PrazoEntrega: days }) => ({
    ...{ service, days },
    value: Number(price.replace('.', '').replace(',', '.')),
  }))
}

/** The first freight to the address of the account. */
export async function calculateFreight(cart) {
  const { shipping_address: shipping, billing_address: billing } = storage.user
  const [{ service, value }] = await freightServices(cart, (shipping ?? billing).zip_code)
  return { shipping_type: service, shipping_value: value }
}

async function placeOrder({ values, lines, photos, go }) {
  const { service, elsewhere, ...typed } = values
  const { shipping_address: shipping, ...profile } = nest(
    typed,
    'billing_address',
    'shipping_address',
    'user',
  )
  const data = Object.entries(profile).filter(([name]) => !name.startsWith('publications_'))
  const body = { ...Object.fromEntries(data), shipping_address: elsewhere ? shipping : null }
  // The fields of a known user are disabled; the kind is sent as 1 or 0.
  if (body.person_or_company !== undefined) body.person_or_company = Number(body.person_or_company)
  if (!(await saveProfile(body))) return undefined
  const freight = service ? JSON.parse(service) : download
  const { status, body: order } = await call('POST', '/order/', {
    profile: storage.user.id,
    status: 1,
    publications: lines.map((item, index) => makeLine(item, index, values, photos)),
    shipping_type: freight.service,
    shipping_value: freight.value,
  })
  if (status !== 201) return alert('ATENÇÃO: Não foi possivel criar seu pedido')
  const isHeld = lines.some((item) => item.has_photo_upload)
  return go(isHeld ? '/payment_return?return_data=200' : `/payment/${order.id}`)
}

function makeLine(item, index, values, photos) {
  const at = (name) => values[`publications_${index}_${name}`]
  return {
    publication: item.id,
    value: item.price,
    airplane_prefix: at('airplane_prefix') ?? null,
    airplane_serial_number: at('airplane_serial_number') ?? null,
    fuel_type: Number(at('fuel_type') ?? 0),
    file: photos.get(index) ?? null,
  }
}

/** Updates the profile, or creates it and logs in with its password. */
async function saveProfile(body) {
  const { user, token } = storage
  if (user && token) {
    const { status, body: saved } = await call('PUT', `/profile/${user.id}/`, {
      ...user,
      ...body,
      user: user.user,
    })
    if (status === 200) localStorage.setItem('user', JSON.stringify(saved))
    else alert('ATENÇÃO: Não foi possivel atualizar seu usuário')
    return status === 200
  }
  const { status } = await call('POST', '/profile/', body)
  if (status !== 201) alert('ATENÇÃO: Não foi possivel criar seu usuário')
  else await logIn(body.user.email, body.user.password)
  return status === 201
}

export async function payment({ parameter: order }) {
  show(element('p', { textContent: 'Gerando boleto…' }))
  const { status, body } = await call('POST', '/api/make_boleto/', { order: Number(order) })
  const say = (text) => show(element('p', { textContent: text }), link('Ver pedidos', '/orders'))
  if (status !== 200) return say('Um erro foi encontrato, por favor contate-nos')
  if (body.error) return say(body.error)
  emptyCart()
  return show(
    element('p', { textContent: 'Boleto gerado.' }),
    openLink('Imprimir boleto', body.transaction_link),
    link('Ver pedidos', '/orders'),
  )
}

const returns = {
  200: ['Pedido recebido', 'Seu pedido espera a conferência da imagem, em até 24 horas.'],
  201: ['Pagamento não processado', 'O pagamento não pôde ser processado.'],
  404: ['Nada encontrado', 'Nenhuma informação foi encontrada.'],
}

export function paymentReturn() {
  const code = new URLSearchParams(location.search).get('return_data')
  const [title, text] = returns[code] ?? returns[404]
  if (code === '200') emptyCart()
  show(element('h1', { textContent: title }), element('p', { textContent: text }))
}
