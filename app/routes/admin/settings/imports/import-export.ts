import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { iteratePages, makeListResponse } from '#app/http/table-file.server.ts'
import { addLineEffects } from '#app/models/backoffice/import/csv-effects.server.ts'
import { findImport, listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { recordColumns } from '#app/routes/admin/settings/imports/import-columns.tsx'
import { makeLineColumns } from '#app/routes/admin/settings/imports/line-columns.tsx'

const ROWS_AT_ONCE = 500

/** Sends all records of the source with their outcome, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const importRecord = await findImport(parseId(args.params.id) ?? notFound(), viewer.userId)
  if (!importRecord) notFound()
  let lastId = 0
  const today = toCivilDate(new Date())
  const rows = iteratePages(async () => {
    const page = await listRecords(importRecord.id, 'all', { after: lastId, limit: ROWS_AT_ONCE })
    lastId = page.at(-1)?.id ?? lastId
    return addLineEffects(page, today)
  })
  const columns =
    importRecord.content === 'system'
      ? recordColumns
      : makeLineColumns(importRecord.content, importRecord.state)
  return makeListResponse(args, { name: `importacao-${importRecord.id}`, title: 'Importação', columns }, rows)
}
