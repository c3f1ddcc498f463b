import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { exportStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeBoletoColumns } from '#app/routes/admin/payments/boleto-columns.tsx'
import { boletoList } from '#app/routes/admin/payments/boleto-list.server.ts'

export function loader(args: LoaderFunctionArgs) {
  const today = toCivilDate(new Date())
  return exportStaffList(args, boletoList, {
    name: `boletos-${today}`,
    title: 'Boletos',
    columns: makeBoletoColumns(today),
  })
}
