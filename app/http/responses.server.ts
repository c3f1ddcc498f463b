import { type AppLoadContext, redirect } from '@remix-run/node'
import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { isStaffPath } from '#app/paths.ts'

// Zod's own messages are in Portuguese. They appear only for values that no page sends, such as a field sent twice.
z.config(z.locales.ptBR())

export const publicOrigin = env.PUBLIC_URL

/** Throws 404, both for missing records and for records of other people. */
export function notFound(): never {
  throw new Response(null, { status: 404 })
}

export function forbidden(): never {
  throw new Response(null, { status: 403 })
}

/** Redirects to the last page if the requested page is after it. */
export function redirectPastEnd(request: Request, { page, pages }: { page: number; pages: number }): void {
  if (page <= pages) return
  const { pathname, searchParams } = new URL(request.url)
  searchParams.set('page', String(pages))
  for (const name of ['after', 'before']) searchParams.delete(name)
  throw redirect(`${pathname}?${searchParams}`)
}

/** The maximum number of fields in a form. 'large' forms have several fields per copy, order line or unit. */
export const maxFields = { small: 100, large: 6_000 } as const
/** Matches 'billing.city', 'seen[12].price' and 'unit.62-1.prefix', but not 'a[99999999]'. */
const safeNamePattern = /^[^.[\]]{1,40}(\[\d{1,3}\])?(\.[^.[\]]{1,40}){0,2}$/
const inheritedPropertyPattern = /(^|\.)(__|(constructor|prototype)(?=$|[.[]))/

export function isSafeFieldName(name: string): boolean {
  return safeNamePattern.test(name) && !inheritedPropertyPattern.test(name)
}

const formsByRequest = new WeakMap<Request, Promise<FormData>>()

/** Reads a form. Throws 415 for other bodies, and 400 for unsafe names or too many fields (staff may send more). */
export async function readForm(
  request: Request,
  fieldLimit = getDefaultMaxFields(request),
): Promise<FormData> {
  const parsedForm = formsByRequest.get(request) ?? parseForm(request)
  formsByRequest.set(request, parsedForm)
  const form = await parsedForm
  if ([...form.keys()].length > fieldLimit) throw new Response(null, { status: 400 })
  return form
}

async function parseForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  const isForm =
    type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data')
  if (!isForm) throw new Response(null, { status: 415 })
  const form = await request.formData().catch(() => undefined)
  const names = form && [...form.keys()]
  if (!names || names.length > maxFields.large || !names.every(isSafeFieldName))
    throw new Response(null, { status: 400 })
  return form
}

function getDefaultMaxFields({ url }: Request): number {
  return isStaffPath(new URL(url).pathname) ? maxFields.large : maxFields.small
}

/** Waits for `work`. Logs an error of it and returns undefined instead of throwing the error. */
export function logFailure<Result>(work: Promise<Result>, { requestId }: AppLoadContext, message: string) {
  return work.catch((error: unknown) => {
    log.error({ err: error, requestId }, message)
    return undefined
  })
}

/** A Response whose text can be read without a stream. The stream is created only when it is needed. */
export class TextResponse extends Response {
  readonly wholeText: string

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.wholeText = text
  }

  override get body(): Response['body'] {
    return new Response(this.wholeText).body
  }

  override text(): Promise<string> {
    return Promise.resolve(this.wholeText)
  }

  override json(): Promise<unknown> {
    return new Response(this.wholeText).json()
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.wholeText).arrayBuffer()
  }

  override blob(): Promise<Blob> {
    return new Response(this.wholeText).blob()
  }

  override clone(): TextResponse {
    return new TextResponse(this.wholeText, this)
  }
}
