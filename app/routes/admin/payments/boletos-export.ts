import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { exportStaffList } from '#app/http/backoffice/load-list.server.ts'
import { boletoColumns } from '#app/routes/admin/payments/boleto-columns.tsx'
import { boletoList } from '#app/routes/admin/payments/boleto-list.server.ts'

export function loader(args: LoaderFunctionArgs) {
  const today = civilDateIn(new Date())
  return exportStaffList(args, boletoList, {
    name: `boletos-${today}`,
    title: 'Boletos',
    columns: boletoColumns(today),
  })
}
