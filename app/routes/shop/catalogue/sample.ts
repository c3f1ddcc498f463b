import type { LoaderFunctionArgs } from '@remix-run/node'
import { fileResponse } from '#app/http/file-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findPageFile } from '#app/models/catalogue/publication-page.server.ts'

/** Sends sample pages of a publication on sale to everybody (D81). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const sample = (await findPageFile(idFrom(params.id) ?? notFound(), 'sample')) ?? notFound()
  return fileResponse(request, {
    ...sample,
    tag: `sample-${sample.id}`,
    disposition: 'inline',
    isPublic: true,
  })
}
