import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeStaffListLoader } from '#app/http/backoffice/load-list.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { parseBoletoListQuery } from '#app/routes/admin/payments/boleto-list.ts'

export const boletoList = makeStaffListLoader({
  view: 'boletos',
  query: parseBoletoListQuery,
  read: ({ page, perPage, ...query }) =>
    listBoletos({ ...query, today: toCivilDate(new Date()) }, page, perPage),
})
