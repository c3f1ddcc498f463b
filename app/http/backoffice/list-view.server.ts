import { columnKeys, type ViewedList, viewQuery } from '#app/domain/backoffice/list-view.ts'
import { findColumns, listViews } from '#app/models/backoffice/saved-view.server.ts'
import { paths } from '#app/paths.ts'

/** The views a person keeps of a list, and the columns it shows: those of the address, else those they keep (D91). */
export async function loadListView({ userId }: { userId: number }, request: Request, list: ViewedList) {
  const { searchParams } = new URL(request.url)
  const [views, kept] = await Promise.all([listViews({ userId, list }), findColumns({ userId, list })])
  return {
    action: paths.admin.views(list),
    views,
    current: viewQuery(searchParams),
    columns: columnKeys(searchParams.get('columns')) ?? kept ?? null,
  }
}
