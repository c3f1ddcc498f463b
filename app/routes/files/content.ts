import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { isStampable } from '#app/domain/download.ts'
import { sizeOfFile } from '#app/gateways/storage.server.ts'
import { logDownload } from '#app/models/download.server.ts'
import { findOpenFile } from '#app/models/file-access.server.ts'
import { recordLost } from '#app/models/prepared-file.server.ts'
import { fileResponse } from '#app/web/file-response.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'
import { getViewer, requireViewer } from '#app/web/session.server.ts'

/** The content of a file, for whoever asked for it and may still open it (F63, D34, D53); resumable, logged. */
export async function loader(args: LoaderFunctionArgs) {
  const id = idFrom(args.params.id) ?? notFound()
  const viewer = await getViewer(args)
  const file = await findOpenFile(id, viewer, civilDateIn(new Date()))
  if (!file) return (await requireViewer(args)) && notFound()
  if ((await sizeOfFile(file.file)) === undefined) {
    await recordLost(id)
    return redirect(paths.file(id))
  }
  const { request } = args
  if (viewer && file.copyId !== undefined && request.method === 'GET')
    await logDownload({
      copyId: file.copyId,
      userId: viewer.userId,
      bytes: file.bytes ?? 0,
      isStamped: isStampable(file.type),
      isBeginning: !request.headers.has('Range'),
    })
  return fileResponse(request, { ...file, tag: `file-${file.id}-${file.bytes ?? 0}` })
}
