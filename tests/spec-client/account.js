import { call, storage } from './api.js'
import { addToCart } from './cart.js'
import { calculateFreight } from './checkout.js'
import { button, day, element, field, form, link, money, openLink, save, show, table } from './page.js'

export async function logIn(username, password) {
  const { body } = await call('POST', '/api/token/', { username, password })
  localStorage.setItem('token', body.access)
  const path = `/profile/?ordering=-id&page=1&search=${encodeURIComponent(username)}`
  const { body: found } = await call('GET', path)
  const own = found.results.find(({ user }) => user.email === username.toLowerCase())
  localStorage.setItem('user', JSON.stringify(own))
}

export function login({ go, visited }) {
  const fields = [field('E-mail', 'username'), field('Senha', 'password', '', { type: 'password' })]
  const entering = form(fields, 'Entrar agora', async ({ username, password }) => {
    await logIn(username, password)
    await go(visited)
  })
  const result = element('p', { role: 'status' })
  const asking = form([field('E-mail da conta', 'email')], 'Enviar link', async ({ email }) => {
    await call('POST', '/api/user/change_password/', { email })
    result.textContent = 'Enviamos um e-mail para recuperação da senha.'
  })
  show(entering, element('h2', { textContent: 'Esqueci a senha' }), asking, result)
}

export function changePassword({ go, parameter: hash }) {
  const fields = [
    field('Nova senha', 'password', '', { type: 'password' }),
    field('Confirmação', 'again', '', { type: 'password' }),
  ]
  const changing = form(fields, 'Alterar senha', async ({ password, again }) => {
    if (password === '' || password !== again) return alert('As senhas precisam ser iguais')
    await call('POST', '/api/user/confirm_password/', { hash, password })
    alert('Senha alterada com sucesso')
    return go('/login')
  })
  show(changing)
}

function loginWall() {
  show(element('p', { textContent: 'Você precisa estar logado' }), link('Entrar na conta', '/login'))
}

export async function orders() {
  if (!storage.token) return loginWall()
  const { body } = await call('GET', `/order/?ordering=-id&page=1&search=${storage.user.user.email}&status=`)
  if (!body) return
  const line = (order) => {
    const isPaid = order.status.toLowerCase() === 'pagamento confirmado'
    return element(
      'li',
      {},
      `Pedido ${order.id}: ${order.status}, ${money(order.total)}`,
      ...(order.transaction_link ? [openLink(`Boleto do pedido ${order.id}`, order.transaction_link)] : []),
      ...(order.file ? [openLink(`Arquivo do pedido ${order.id}`, order.file)] : []),
      ...(order.reason ? [element('blockquote', { textContent: `Reprovado: ${order.reason}` })] : []),
      ...listPhotos(order),
      ...order.expeditions.map(({ id, status_name: name }) => ` Expedição ${id}: ${name}`),
      ...(isPaid ? [link('Gerenciar publicações', '/manage')] : []),
    )
  }
  const list = element('ul', {}, ...body.results.map(line))
  show(body.results.length > 0 ? list : element('p', { textContent: 'Nenhum pedido encontrado' }))
}

export function listPhotos({ id, publications }) {
  const named = publications.filter(({ file }) => file)
  return named.map(({ file }) => element('img', { src: file, alt: `Foto do pedido ${id}`, width: 80 }))
}

const statuses = { 1: 'Download liberado', 2: 'Aguardando envio', 3: 'Enviado', 4: 'Vencida', 5: 'Ativa' }
const dayMs = 86_400_000

export async function manage({ go }) {
  if (!storage.token) return loginWall()
  const { body } = await call(
    'GET',
    `/signature/?ordering=-id&page=1&search=${storage.user.user.email}&status=`,
  )
  if (!body) return
  const certificate = button('Certificado', async () => {
    const { status, body: file } = await call('POST', '/api/get_certificate/', {})
    if (status === 200) save(file, 'Certificate.pdf')
  })
  const row = (unit) => [
    unit.publication.name,
    statuses[unit.status.id],
    unit.due ? day(unit.due) : 'Compra',
    element('span', {}, ...listActs(unit, go)),
  ]
  const heads = ['Publicação', 'Situação', 'Vencimento', '']
  show(table(heads, body.results.map(row), 'Nenhuma publicação encontrada'), certificate)
}

function listActs(unit, go) {
  const { publication, due, overdue, file, order } = unit
  const isNear = due && !overdue && new Date(due) - Date.now() <= 30 * dayMs
  const code = order.expedition?.track_code
  return [
    ...(file ? [openLink(`Baixar ${publication.name}`, file)] : []),
    ...(isNear ? [button(`Renovar ${publication.name}`, () => renew(unit, go))] : []),
    ...(overdue ? [button(`Comprar novamente ${publication.name}`, () => addToCart(publication))] : []),
    ...(code ? [trackingForm(code)] : []),
  ]
}

function trackingForm(code) {
  const value = element('input', { type: 'hidden', name: 'track_code', value: code })
  const data = { method: 'post', action: storage.config.tracking, target: '_blank' }
  return element('form', data, value, element('button', { textContent: `Rastrear ${code}` }))
}

/** A printed copy is sent like a purchase. */
async function renew({ id, publication }, go) {
  const body = publication.is_download ? {} : await calculateFreight([{ ...publication, quantity: 1 }])
  const { status, body: renewal } = await call('POST', `/signature/${id}/renew/`, body)
  if (status === 201) await go(`/payment/${renewal.order}`)
}
