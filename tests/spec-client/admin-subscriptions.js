import { alertUnless, saved, showAdmin, showList } from './admin-page.js'
import { call } from './api.js'
import { clientName, day, element, field, form, link } from './page.js'

const statuses = [
  ['1', 'Download liberado'],
  ['5', 'Ativa'],
  ['2', 'Aguardando envio'],
  ['3', 'Enviado'],
  ['4', 'Vencida'],
]

export async function subscriptionList(context) {
  await showList(
    {
      title: 'Gerenciar Andamento',
      path: '/signature/',
      statuses,
      before: await cards(),
      columns: ['ID', 'Cliente', 'Publicação', 'Situação', 'Vencimento'],
      row: ({ id, profile, publication, status, due }) => [
        link(`Andamento ${id}`, `/admin/signature/${id}`),
        String(clientName(profile)).slice(0, 50),
        publication.name,
        statuses.find(([code]) => code === String(status.id))?.[1],
        day(due),
      ],
    },
    context,
  )
}

/** First and last day of this month. */
export function monthDays(now = new Date()) {
  const text = (date) => date.toISOString().slice(0, 10)
  const [year, month] = [now.getFullYear(), now.getMonth()]
  return {
    start: text(new Date(Date.UTC(year, month, 1))),
    end: text(new Date(Date.UTC(year, month + 1, 0))),
  }
}

async function cards() {
  const month = monthDays()
  const { body: ending } = await call('POST', '/api/reports/expired_signatures', month)
  const kinds = ['assinaturas', 'renovações', 'compras']
  const counts = await Promise.all(
    kinds.map((_, index) => call('POST', '/api/reports/month_count', { ...month, status: index + 1 })),
  )
  const paths = ['signatures', 'renews', 'orders']
  const shown = counts.map(({ body }, index) =>
    link(`${body} ${kinds[index]}`, `/admin/report/${paths[index]}/`),
  )
  const all = [link(`${ending.length} a vencer`, '/admin/report/expired_signatures/'), ...shown]
  return [element('p', { id: 'cards' }, ...all.flatMap((card) => [card, ' · ']))]
}

export async function subscriptionDetail({ parameter: id }) {
  const { body: unit } = await call('GET', `/signature/${id}`)
  if (!unit) return
  const isFixed = unit.status.id === 2 || unit.status.id === 3
  const fields = [
    field('Situação', 'status', unit.status.id, { options: statuses, disabled: isFixed }),
    ...(unit.status.id === 3
      ? [
          field('Rastreamento', 'track_code', unit.track_code),
          field('Data de expedição', 'expedition_date', unit.expedition_date, { type: 'date' }),
        ]
      : []),
    ...(unit.publication.is_signature ? [field('Vencimento', 'due', unit.due, { type: 'date' })] : []),
    field('Observações', 'notes', unit.notes),
  ]
  const saving = form(fields, 'Salvar', async (values) => {
    const { status } = await call('PUT', `/signature/${id}/`, {
      ...{ publication: unit.publication.id, order: unit.order.id, profile: unit.profile.id },
      status: Number(values.status ?? unit.status.id),
      track_code: values.track_code ?? unit.track_code,
      expedition_date: values.expedition_date ?? unit.expedition_date,
      notes: values.notes,
      due: values.due ?? unit.due,
    })
    if (!alertUnless(status, 200, 'atualizar a publicação!')) return
    await subscriptionDetail({ parameter: id })
    saved()
  })
  const text = `${clientName(unit.profile)}, ${unit.publication.name}, ${unit.airplane_prefix ?? ''}`
  showAdmin(
    `Andamento ${id}`,
    element('p', { textContent: text }),
    saving,
    link('Nova expedição', `/admin/expedition/0/${id}`),
  )
}
