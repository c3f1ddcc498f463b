import { call, storage } from './api.js'
import { addToCart, items, removeFromCart } from './cart.js'
import { button, day, element, field, form, link, money, openLink, show, table } from './page.js'

export async function home({ go }) {
  const { body } = await call('GET', '/api/get_status/')
  show(
    button('Comprar publicação', () => go('/publications')),
    button('Gerenciar publicação', () => go('/manage')),
    openLink('Status das publicações', body.file),
  )
}

export async function publications({ go }) {
  const asked = new URLSearchParams(location.search)
  const search = asked.get('search') ?? ''
  const page = Number(asked.get('page') ?? 1)
  const at = (number) => `/publications?page=${number}&search=${encodeURIComponent(search)}`
  const { body } = await call(
    'GET',
    `/publication/?ordering=-id&page=${page}&search=${encodeURIComponent(search)}`,
  )
  const row = (publication) => {
    const kinds = [
      publication.is_signature ? 'assinatura (um ano)' : 'avulsa',
      publication.is_download ? 'download' : 'impressa',
    ]
    const { name, applicability, version, date, price } = publication
    return [name, applicability, version, day(date), money(price), kinds.join(', '), choice(publication, go)]
  }
  show(
    form([field('Buscar', 'search', search)], 'Buscar agora', ({ search: text }) =>
      go(`/publications?search=${encodeURIComponent(text)}`),
    ),
    table(['Nome', 'Aplicabilidade', 'Versão', 'Atualização', 'Preço', '', ''], body.results.map(row)),
    pager(body, page, at),
  )
}

function choice(publication, go) {
  const act = (change) => () => {
    change()
    return publications({ go })
  }
  if (!items().some(({ id }) => id === publication.id))
    return button(
      `Adicionar ${publication.name}`,
      act(() => addToCart(publication)),
    )
  const remove = button(
    `Remover ${publication.name}`,
    act(() => removeFromCart(publication.id)),
  )
  return element('span', {}, remove, link('Ir para o carrinho', '/cart'))
}

export function pager({ pages }, page, at) {
  return element(
    'p',
    {},
    ...(page > 1 ? [link('Anterior', at(page - 1)), ' '] : []),
    pages > 0 ? `Pagina ${page} de ${pages} ` : '',
    ...(page < pages ? [link('Próxima', at(page + 1))] : []),
  )
}

export function contact() {
  const user = storage.user
  const fields = [
    field('Nome', 'name', user?.name),
    field('E-mail', 'email', user?.user.email),
    field('Telefone', 'phone'),
    field('Mensagem', 'text'),
  ]
  const result = element('p', { role: 'status' })
  const sending = form(fields, 'Enviar', async (values) => {
    const { body } = await call('POST', '/api/contact/', { ...values, subject: 'Contato pelo site' })
    const errors = Object.entries(body)
    if (errors.length > 0) alert(errors.map(([name, [message]]) => `Campo ${name}: ${message}`).join('\n'))
    result.textContent =
      errors.length > 0
        ? 'Um erro foi encontrado. Verifique os campos do formulário'
        : 'Sua mensagem foi enviada com sucesso'
  })
  show(sending, result)
}

export async function partner() {
  const { body } = await call('GET', '/api/partnership/')
  const row = ({ name, version, file }) => [name, version, file ? openLink(`Baixar ${name}`, file) : '-']
  show(table(['Nome', 'Versão', 'Arquivo'], body?.results.map(row) ?? [], 'Nenhuma publicação encontrada'))
}
