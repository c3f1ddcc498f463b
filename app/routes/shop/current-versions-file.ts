import type { LoaderFunctionArgs } from '@remix-run/node'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findStatusFile } from '#app/models/settings/setting.server.ts'

/** Sends the status file that staff uploaded, under its own name (F10, D60). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const storedFile = await findStatusFile()
  if (!storedFile || storedFile.name !== params.name) return notFound()
  const tag = `${storedFile.file.replaceAll('/', '-')}-${storedFile.bytes}`
  return makeFileResponse(request, { ...storedFile, tag, disposition: 'inline', isPublic: true })
}
