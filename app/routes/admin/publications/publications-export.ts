import type { LoaderFunctionArgs } from '@remix-run/node'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { allPages, listFile } from '#app/http/table-file.server.ts'
import { listPublicationsForStaff, publicationSorts } from '#app/models/catalogue/publication-list.server.ts'
import { publicationColumns } from '#app/routes/admin/publications/publication-columns.tsx'

/** The list on the screen as a file: same search, filter and sort. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffListQuery(args.request, { sorts: publicationSorts, statuses: [1, 2, 3] })
  const rows = allPages(async (page) => (await listPublicationsForStaff({ ...query, page })).rows)
  return listFile(
    args,
    { name: 'publicacoes', title: 'Publicações', columns: publicationColumns },
    eachFromReplica(args, rows),
  )
}
