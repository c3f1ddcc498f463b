import { actButton, alertUnless, saved, showAdmin, showList } from './admin-page.js'
import { call } from './api.js'
import { checkbox, day, field, form, link, money, openLink } from './page.js'

export function publicationList(context) {
  return showList(
    {
      title: 'Publicações',
      path: '/publication/',
      add: '/admin/publication/0',
      columns: ['ID', 'Publicação', 'Revisão', 'Atualização', 'Compra', 'Renovação'],
      row: ({ id, name, applicability, version, date, price, price_signature: renewal }) => [
        String(id),
        link(`${name} ${applicability}`, `/admin/publication/${id}`),
        `v.${version}`,
        day(date),
        money(price),
        renewal === null ? '-' : money(renewal),
      ],
    },
    context,
  )
}

const empty = { version: '', date: '', weight: '', price: '', is_sent_immediately: true }

export async function toPublicationForm({ go, parameter: id }) {
  const isNew = id === '0'
  const { body: publication } = isNew ? { body: empty } : await call('GET', `/publication/${id}`)
  if (!publication) return
  const fields = [
    field('Nome', 'name', publication.name),
    field('Aplicabilidade', 'applicability', publication.applicability),
    field('Versão', 'version', publication.version),
    field('Data', 'date', publication.date, { type: 'date' }),
    field('Peso (kg)', 'weight', publication.weight),
    field('Preço de compra', 'price', publication.price),
    field('Preço de renovação', 'price_signature', publication.price_signature),
    checkbox('Assinatura', 'is_signature', publication.is_signature),
    checkbox('Download', 'is_download', publication.is_download),
    checkbox('Enviar exemplar na compra', 'is_sent_immediately', publication.is_sent_immediately),
    checkbox('Dados da aeronave', 'has_airplane_info', publication.has_airplane_info),
    checkbox('Envio de foto', 'has_photo_upload', publication.has_photo_upload),
    ...(isNew ? [] : [checkbox('Notificar assinantes', 'notify', false)]),
  ]
  const saving = form(fields, 'Salvar', async (values) => {
    const body = { ...values, price_signature: values.price_signature || null }
    if (isNew) {
      const { status, body: made } = await call('POST', '/publication/', body)
      if (alertUnless(status, 201, 'salvar a publicação!')) await go(`/admin/publication/${made.id}`)
      return saved()
    }
    const notify = values.notify && confirm('Enviar e-mail de notificação aos usuários?')
    const { status } = await call('PUT', `/publication/${id}/`, { ...publication, ...body, notify })
    if (!alertUnless(status, 200, 'atualizar a publicação!')) return undefined
    await toPublicationForm({ go, parameter: id })
    return saved()
  })
  showAdmin(isNew ? 'Nova publicação' : publication.name, saving, ...(isNew ? [] : existing(publication, go)))
}

function existing({ id, file }, go) {
  return [
    uploadField(id, 'publication', () => toPublicationForm({ go, parameter: String(id) })),
    ...(file ? [openLink('Arquivo da publicação', file)] : []),
    link('Clientes da publicação', `/admin/report/publication_clients/${id}`),
    actButton('Remover', async () => {
      const { status } = await call('DELETE', `/publication/${id}/`)
      if (status !== 204) return
      alert('Publicação removida com sucesso!')
      await go('/admin/publications')
    }),
  ]
}

/** One call for publications and orders; `target` says which (D58). */
export function uploadField(id, target, done) {
  const made = field('Arquivo', 'file', '', { type: 'file' })
  made.addEventListener('change', async ({ target: input }) => {
    const body = new FormData()
    body.append('target', target)
    body.append('file', input.files[0])
    await call('PUT', `/api/upload/${id}/`, body)
    await done()
  })
  return made
}
