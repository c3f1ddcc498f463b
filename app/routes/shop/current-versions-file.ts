import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/http/file-response.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findStatusFile } from '#app/models/settings/setting.server.ts'

/** Sends the status file that staff uploaded, under its current name (F10, D60). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const stored = await findStatusFile()
  if (!stored || stored.name !== params.name) return notFound()
  const tag = `${stored.file.replaceAll('/', '-')}-${stored.bytes}`
  return fileResponse(request, { ...stored, tag, disposition: 'inline', isPublic: true })
}
