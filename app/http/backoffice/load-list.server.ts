import { getViewQuery, parseColumnKeys, type ViewedList } from '#app/domain/backoffice/list-view.ts'
import type { StaffListQuery } from '#app/http/backoffice/staff-list.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { iterateFromReplica, readFromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { type FilePart, iterateByKey, type ListFile, makeListResponse } from '#app/http/table-file.server.ts'
import { findColumns, listViews } from '#app/models/backoffice/saved-view.server.ts'
import { paths } from '#app/paths.ts'

const FILE_ROWS_AT_ONCE = 500

type StaffListSource<Query, Part> = {
  view: ViewedList
  query: (request: Request) => Query
  read: (query: Query) => Promise<Part>
}

export function defineStaffListSource<Query, Part>(source: StaffListSource<Query, Part>) {
  return source
}

export async function loadStaffList<Query extends StaffListQuery, Part extends { pages: number }>(
  args: RequestArgs,
  source: StaffListSource<Query, Part>,
) {
  const viewer = await requireStaff(args)
  const query = source.query(args.request)
  const list = await readFromReplica(args, () => source.read(query))
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  const view = await loadListView(viewer, args.request, source.view)
  return { ...list, query, view, isSuperuser: viewer.isSuperuser }
}

export async function exportStaffList<Query extends StaffListQuery, Row>(
  args: RequestArgs,
  source: StaffListSource<Query, FilePart<Row> & { pages: number }>,
  file: ListFile<Row>,
): Promise<Response> {
  await requireStaff(args)
  const query = source.query(args.request)
  const rows = iterateByKey((place) => source.read({ ...query, ...place, perPage: FILE_ROWS_AT_ONCE }))
  return makeListResponse(args, file, iterateFromReplica(args, rows))
}

/** Returns saved views and columns. Columns in the address override saved ones. */
async function loadListView({ userId }: { userId: number }, request: Request, list: ViewedList) {
  const { searchParams } = new URL(request.url)
  const [views, savedColumns] = await Promise.all([
    listViews({ userId, list }),
    findColumns({ userId, list }),
  ])
  return {
    action: paths.admin.views(list),
    views,
    current: getViewQuery(searchParams),
    columns: parseColumnKeys(searchParams.get('columns')) ?? savedColumns ?? null,
  }
}
