import { removeFormOwner } from '#app/domain/accounts/form-owner.ts'
import { maxFields, readForm } from '#app/http/responses.server.ts'
import { type FormOwner, isActiveFormOwner } from '#app/models/accounts/form-owner.server.ts'
import { findFormerSession } from '#app/models/accounts/session.server.ts'
import { storeUnsentForm } from '#app/models/platform/unsent-form.server.ts'
import { paths } from '#app/paths.ts'

const MAX_ADDRESS_LENGTH = 1_000
const MAX_CHARACTERS = 64 * 1024
const MAX_MULTIPART_BYTES = 256 * 1024

/** Stores the form for `owner` or the user of the ended session. Returns its id; undefined if it was not stored. */
export async function saveUnsent(
  request: Request,
  token: string | undefined,
  owner?: FormOwner,
): Promise<number | undefined> {
  if (!token || request.method !== 'POST') return undefined
  const formerUser = await findFormerSession(token)
  if (!formerUser) return undefined
  return owner ? saveUnsentFor(request, owner) : storeFormFor(request, formerUser)
}

export async function saveUnsentFor(request: Request, owner: FormOwner): Promise<number | undefined> {
  return (await isActiveFormOwner(owner)) ? storeFormFor(request, owner) : undefined
}

/**
 * Stores a form without its secrets and returns the stored row's id; undefined if it is too large or
 * unreadable.
 */
async function storeFormFor(request: Request, { userId, memberId }: FormOwner): Promise<number | undefined> {
  if (isTooLarge(request)) return undefined
  const address = getPathAndQuery(request.url)
  const page = findFormPage(request) ?? removeFormOwner(address)
  if (isUnsentFormPage(address) || Math.max(page.length, address.length) > MAX_ADDRESS_LENGTH)
    return undefined
  const form = await readForm(request, maxFields.large).catch(() => undefined)
  if (!form) return undefined
  const fields = [...form].flatMap(([name, value]) => {
    const isSecret = isSecretField(name) || isCodeField(name, address)
    return typeof value === 'string' && !isSecret ? [[name, value] as const] : []
  })
  const characterCount = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (characterCount > MAX_CHARACTERS) return undefined
  return storeUnsentForm(userId, { memberId, page, address, isMultipart: isMultipart(request), fields })
}

/** Returns true for passwords, which must be typed again, and for signatures of passkeys, which are valid only once. */
export function isSecretField(name: string): boolean {
  return /(^|\.)(password|confirmation|current|credential)$/.test(name)
}

/** Returns true for recovery codes. They are not stored because they stay valid until they are used. */
function isCodeField(name: string, address: string): boolean {
  return name === 'code' && [paths.proof(), paths.secondFactor()].some((path) => address.startsWith(path))
}

function getPathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Returns the page of the form from the referrer because the form may post to another address. */
function findFormPage(request: Request): string | undefined {
  const referrer = request.headers.get('Referer')
  if (!referrer || !URL.canParse(referrer)) return undefined
  const isSameHost = new URL(referrer).host === new URL(request.url).host
  return isSameHost ? getPathAndQuery(referrer) : undefined
}

function isUnsentFormPage(address: string): boolean {
  return address.startsWith(paths.unsentForms())
}

function isTooLarge(request: Request): boolean {
  const contentLength = request.headers.get('Content-Length')
  return isMultipart(request) && (contentLength === null || Number(contentLength) > MAX_MULTIPART_BYTES)
}

function isMultipart(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true
}
