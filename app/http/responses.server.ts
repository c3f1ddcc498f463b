import { redirect } from '@remix-run/node'

/** Throws the page that says "not found": for what does not exist and for what is somebody else's alike (D49). */
export function notFound(): never {
  throw new Response(null, { status: 404 })
}

/** Throws the page that says "not allowed": for a part of the shop that is not for this person (D47). */
export function forbidden(): never {
  throw new Response(null, { status: 403 })
}

/** Sends a request for a page past the end of its list to the last one; the search stays. */
export function redirectPastEnd(request: Request, { page, pages }: { page: number; pages: number }): void {
  if (page <= pages) return
  const { pathname, searchParams } = new URL(request.url)
  searchParams.set('page', String(pages))
  throw redirect(`${pathname}?${searchParams}`)
}

const MAX_FIELDS = 6_000
/** 'email', 'billing.city', 'seen[12].price', 'unit.62-1.prefix'. With 'a[99999999]' or '__intent__' the form library could be led astray. */
const plainName = /^(?!__)[^.[\]]{1,40}(\[\d{1,3}\])?(\.[^.[\]]{1,40}){0,2}$/

/** True for a field name as the pages of the shop use them. */
export function isPlainName(name: string): boolean {
  return plainName.test(name)
}

/** The fields of a posted form; any other body, or one no page of ours sends, is answered with 415 or 400. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  const isForm =
    type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data')
  if (!isForm) throw new Response(null, { status: 415 })
  const form = await request.formData().catch(() => undefined)
  const names = form && [...form.keys()]
  if (!names || names.length > MAX_FIELDS || !names.every(isPlainName))
    throw new Response(null, { status: 400 })
  return form
}
