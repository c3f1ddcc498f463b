import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { defineStaffListSource } from '#app/http/backoffice/load-list.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { parseBoletoListQuery } from '#app/routes/admin/payments/boleto-list.ts'

export const boletoList = defineStaffListSource({
  view: 'boletos',
  query: parseBoletoListQuery,
  read: ({ page, perPage, ...query }) =>
    listBoletos({ ...query, today: toCivilDate(new Date()) }, page, perPage),
})
