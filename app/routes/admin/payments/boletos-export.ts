import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { allByKey, listFile } from '#app/http/table-file.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { boletoColumns } from '#app/routes/admin/payments/boleto-columns.tsx'
import { boletoListQuery } from '#app/routes/admin/payments/boleto-list.ts'

const ROWS_AT_ONCE = 500

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const today = civilDateIn(new Date())
  const query = { ...boletoListQuery(args.request), today }
  const rows = allByKey((place) => listBoletos({ ...query, ...place }, place.page, ROWS_AT_ONCE))
  return listFile(
    args,
    { name: `boletos-${today}`, title: 'Boletos', columns: boletoColumns(today) },
    eachFromReplica(args, rows),
  )
}
