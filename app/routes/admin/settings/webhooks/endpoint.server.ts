import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { findEndpoint } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'

/** Returns the endpoint of the address. Throws 404 if it is unknown. */
export async function requireEndpoint({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  return (await findEndpoint(parseId(params.id) ?? notFound())) ?? notFound()
}

/** Returns the version that the form was loaded with. Throws 400 without one. */
export async function readSeenVersion(request: Request): Promise<number> {
  return readFormVersion(await readForm(request))
}

export function readFormVersion(form: FormData): number {
  const text = form.get('lock_version')
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text)) throw new Response(null, { status: 400 })
  return Number(text)
}

/** Runs `act`. If the endpoint was changed since its page was loaded, redirects back with a message. */
export async function redirectIfOutdated<Answer>(id: number, act: () => Promise<Answer>) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    throw await redirectWithFlash(paths.admin.webhook(id), {
      tone: 'warn',
      text: 'O webhook foi alterado enquanto esta página estava aberta, e nada foi feito. Confira e tente de novo.',
    })
  }
}
