import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { allPages, listFile } from '#app/http/table-file.server.ts'
import { withEffects } from '#app/models/backoffice/import/csv-effects.server.ts'
import { findImport, listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { recordColumns } from '#app/routes/admin/settings/imports/import-columns.tsx'
import { lineColumns } from '#app/routes/admin/settings/imports/line-columns.tsx'

const ROWS_AT_ONCE = 500

/** Sends all records of the source with their outcome, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const found = await findImport(idFrom(args.params.id) ?? notFound(), viewer.userId)
  if (!found) notFound()
  let after = 0
  const today = civilDateIn(new Date())
  const rows = allPages(async () => {
    const page = await listRecords(found.id, 'all', { after, limit: ROWS_AT_ONCE })
    after = page.at(-1)?.id ?? after
    return withEffects(page, today)
  })
  const columns = found.content === 'system' ? recordColumns : lineColumns(found.content, found.state)
  return listFile(args, { name: `importacao-${found.id}`, title: 'Importação', columns }, rows)
}
