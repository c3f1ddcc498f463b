import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { staffList } from '#app/http/backoffice/load-list.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { boletoListQuery } from '#app/routes/admin/payments/boleto-list.ts'

export const boletoList = staffList({
  view: 'boletos',
  query: boletoListQuery,
  read: ({ page, perPage, ...query }) =>
    listBoletos({ ...query, today: civilDateIn(new Date()) }, page, perPage),
})
