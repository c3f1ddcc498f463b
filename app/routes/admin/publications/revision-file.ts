import type { LoaderFunctionArgs } from '@remix-run/node'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findRevisionFile, recordRevisionDownload } from '#app/models/catalogue/revision.server.ts'

/** Sends a revision's file to staff, without a stamp and resumable, and records the download (D36). */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const revision = (await findRevisionFile(id, parseId(args.params.revision) ?? notFound())) ?? notFound()
  const tag = `revision-${revision.file.replace(/\W/g, '-')}`
  const { request } = args
  const isFromStart = !request.headers.has('Range')
  const download = { publicationId: id, version: revision.version, actorUserId: userId, isFromStart }
  if (request.method === 'GET') await recordRevisionDownload(download)
  return makeFileResponse(request, { ...revision, tag })
}
