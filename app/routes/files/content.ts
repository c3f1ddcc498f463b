import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findFileSize } from '#app/gateways/storage.server.ts'
import { makeOpenedFileResponse } from '#app/http/file-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { getViewer, requireViewer } from '#app/http/session.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markFileLost } from '#app/models/platform/prepared-file.server.ts'
import { findOpenFile, isStaffFile } from '#app/models/subscriptions/file-access.server.ts'
import { paths } from '#app/paths.ts'

/** Sends a file to its requester if still allowed (F63, D34, D53). Supports ranges and logs the download. */
export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.id) ?? notFound()
  const viewer = await getViewer(args)
  const file = await findOpenFile(id, viewer, toCivilDate(new Date()))
  // Visitors must log in first, because the file may be theirs.
  if (!file) return (await requireViewer(args)) && notFound()
  if (isStaffFile(file.kind)) await requireStaff(args)
  if ((await findFileSize(file.file)) === undefined) {
    await markFileLost(id)
    return redirect(paths.file(id))
  }
  return makeOpenedFileResponse(args.request, file, viewer)
}
