import { actButton, alertUnless, pdfButton, saved, showAdmin, showList } from './admin-page.js'
import { call, storage } from './api.js'
import { addressPart } from './checkout.js'
import { checkbox, clientName, field, form, link, nest } from './page.js'

export function userList(context) {
  return showList(
    {
      title: 'Usuários',
      path: '/profile/',
      columns: ['ID', 'Nome', 'E-mail', ''],
      row: (user) => [
        String(user.id),
        link(clientName(user), `/admin/user/${user.id}`),
        user.user.email,
        pdfButton(`Certificado de ${user.user.email}`, {
          path: '/api/get_certificate/',
          body: { email: user.user.email },
          name: `${user.user.email}.pdf`,
        }),
      ],
    },
    context,
  )
}

function labelsButton(id, type, text) {
  const body = { users: String(id), type }
  return pdfButton(text, { path: '/api/users_addresses_list/', body, name: `etiquetas-${type}.pdf` })
}

export async function toUserForm({ go, parameter: id }) {
  const { body: user } = await call('GET', `/profile/${id}`)
  if (!user) return
  const { user: account } = user
  const kinds = [
    ['0', 'Pessoa'],
    ['1', 'Empresa'],
  ]
  const roles = storage.user.user.is_superuser
    ? [
        checkbox('Administrador', 'user_is_superuser', account.is_superuser),
        checkbox('Funcionário', 'user_is_staff', account.is_staff),
      ]
    : []
  const fields = [
    field('Nome', 'name', user.name),
    field('CPF', 'cpf', user.cpf),
    field('Tipo', 'person_or_company', user.person_or_company, { options: kinds }),
    field('Razão social', 'company_name', user.company_name),
    field('CNPJ', 'cnpj', user.cnpj),
    field('IE', 'ie', user.ie, { maxLength: 12 }),
    field('Telefone', 'phone', user.phone),
    field('E-mail', 'user_email', account.email),
    ...roles,
    checkbox('Ativo', 'user_is_active', account.is_active),
    checkbox('Parceria', 'is_partner', user.is_partner),
    addressPart('de cobrança', 'billing_address', user.billing_address),
    ...(user.shipping_address ? [addressPart('de entrega', 'shipping_address', user.shipping_address)] : []),
  ]
  const saving = form(fields, 'Salvar', async (values) => {
    const changes = nest(values, 'user', 'billing_address', 'shipping_address')
    const body = { ...user, ...changes, user: { ...account, ...changes.user } }
    const { status } = await call('PUT', `/profile/${id}/`, {
      ...body,
      person_or_company: Number(body.person_or_company),
    })
    if (!alertUnless(status, 200, 'atualizar o usuário!')) return
    await toUserForm({ go, parameter: id })
    saved()
  })
  showAdmin(
    user.name,
    ...(user.temp_hash ? [link('Link para nova senha', `/change_pass/${user.temp_hash}`)] : []),
    labelsButton(id, 'simple', 'Etiqueta simples'),
    labelsButton(id, 'complete', 'Etiqueta completa'),
    actButton('Voltar', () => go('/admin/users')),
    saving,
  )
}
