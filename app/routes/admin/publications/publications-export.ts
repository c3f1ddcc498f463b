import type { LoaderFunctionArgs } from '@remix-run/node'
import { iterateFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { iteratePages, makeListResponse } from '#app/http/table-file.server.ts'
import { listPublicationsForStaff } from '#app/models/catalogue/publication-list.server.ts'
import { publicationColumns } from '#app/routes/admin/publications/publication-columns.tsx'
import { publicationList } from '#app/routes/admin/publications/publication-list.server.ts'

/** Sends the list on the screen as a file, with the same search, filter and sort. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = publicationList.query(args.request)
  const rows = iteratePages(async (page) => (await listPublicationsForStaff({ ...query, page })).rows)
  return makeListResponse(
    args,
    { name: 'publicacoes', title: 'Publicações', columns: publicationColumns },
    iterateFromReplica(args, rows),
  )
}
