import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { sizeOfFile } from '#app/gateways/storage.server.ts'
import { openedFileResponse } from '#app/http/file-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { getViewer, requireViewer } from '#app/http/session.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { recordLost } from '#app/models/platform/prepared-file.server.ts'
import { findOpenFile, isForStaff } from '#app/models/subscriptions/file-access.server.ts'
import { paths } from '#app/paths.ts'

/** Sends a file to its requester if that person may still open it (F63, D34, D53). Resumable; logged. */
export async function loader(args: LoaderFunctionArgs) {
  const id = idFrom(args.params.id) ?? notFound()
  const viewer = await getViewer(args)
  const file = await findOpenFile(id, viewer, civilDateIn(new Date()))
  if (!file) return (await requireViewer(args)) && notFound()
  if (isForStaff(file.kind)) await requireStaff(args)
  if ((await sizeOfFile(file.file)) === undefined) {
    await recordLost(id)
    return redirect(paths.file(id))
  }
  return openedFileResponse(args.request, file, viewer)
}
