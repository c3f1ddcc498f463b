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

/** Returns the version that the form showed. Throws 400 if it is missing. */
export async function readSeenVersion(request: Request): Promise<number> {
  return parseSeenVersion(await readForm(request))
}

const versionPattern = /^\d{1,9}$/

export function parseSeenVersion(form: FormData): number {
  const text = form.get('lock_version')
  if (typeof text !== 'string' || !versionPattern.test(text)) throw new Response(null, { status: 400 })
  return Number(text)
}

/** Runs `change`. If another person changed the endpoint meanwhile, redirects to its page with a message. */
export async function redirectIfOutdated<Result>(id: number, change: () => Promise<Result>) {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    throw await redirectWithFlash(paths.admin.webhook(id), {
      tone: 'warn',
      text: 'O webhook foi alterado enquanto esta página estava aberta, e nada foi feito. Confira e tente de novo.',
    })
  }
}
