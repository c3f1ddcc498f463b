import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { isStampable } from '#app/domain/download.ts'
import { logDownload } from '#app/models/download.server.ts'
import { findOpenFile } from '#app/models/file-access.server.ts'
import { fileResponse } from '#app/web/file-response.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { notFound } from '#app/web/responses.server.ts'
import { getViewer, requireViewer } from '#app/web/session.server.ts'

/** The content of a file, for whoever asked for it and may still open it (F63, D34, D53); resumable, logged. */
export async function loader(args: LoaderFunctionArgs) {
  const id = idFrom(args.params.id) ?? notFound()
  const viewer = await getViewer(args)
  const file = await findOpenFile(id, viewer, civilDateIn(new Date()))
  if (!file) return (await requireViewer(args)) && notFound()
  const tag = `file-${file.id}-${file.bytes ?? 0}`
  const { response, isBeginning } = await fileResponse(args.request, { ...file, tag })
  if (viewer && isBeginning && file.copyId !== undefined)
    await logDownload({
      copyId: file.copyId,
      userId: viewer.userId,
      bytes: file.bytes ?? 0,
      isStamped: isStampable(file.type),
    })
  return response
}
