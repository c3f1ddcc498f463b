import type { LoaderFunctionArgs } from '@remix-run/node'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findPageFile } from '#app/models/catalogue/publication-page.server.ts'

/** Sends sample pages of a publication on sale to everybody (D81). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const sample = (await findPageFile(parseId(params.id) ?? notFound(), 'sample')) ?? notFound()
  return makeFileResponse(request, {
    ...sample,
    tag: `sample-${sample.id}`,
    disposition: 'inline',
    isPublic: true,
  })
}
