import { createHmac } from 'node:crypto'
import { ownerField, removeFormOwner } from '#app/domain/accounts/form-owner.ts'
import { env } from '#app/env.server.ts'
import { saveUnsentFor } from '#app/http/accounts/unsent-form.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { maxFields, readForm } from '#app/http/responses.server.ts'
import type { FormOwner } from '#app/models/accounts/form-owner.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { isStaffPath, paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Returns a signed text with the account that saw the form. A rejected form is stored for that account. */
export function signFormOwner(viewer: Viewer): string {
  const { userId, memberId } = getOwner(viewer)
  const text = `${userId}.${memberId ?? 0}`
  return `${text}.${signText(text, env.COOKIE_SECRETS[0] ?? '')}`
}

/** Returns the signed owner. A form with files has the owner in its address because its body is read later. */
export async function readFormOwner(request: Request): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined
  if (hasFiles(request)) return new URL(request.url).searchParams.get(ownerField) ?? undefined
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined
  const form = await readForm(request, maxFields.large).catch(() => undefined)
  const mark = form?.get(ownerField)
  return typeof mark === 'string' ? mark : undefined
}

/** Stores and rejects a form of another person or, with `checksCompany`, of another company. */
export async function requireFormOwner(
  request: Request,
  viewer: Viewer,
  { checksCompany = false } = {},
): Promise<void> {
  const ownerMark = await readFormOwner(request)
  if (ownerMark === undefined) return
  const formOwner = verifyFormOwner(ownerMark)
  const currentOwner = getOwner(viewer)
  const isSamePerson = formOwner?.userId === currentOwner.userId
  const isSameCompany = formOwner?.memberId === currentOwner.memberId
  if (isSamePerson && (isSameCompany || !checksCompany)) return
  if (hasFiles(request)) throw await rejectFiles(request, viewer, isSamePerson)
  const unsentId = formOwner && (await saveUnsentFor(request, formOwner))
  const formFlash = { text: messages.formOfOther(unsentId !== undefined && !isSamePerson) }
  const link = { href: paths.unsentForm(unsentId ?? 0), label: 'Ver o que você digitou' }
  const flash = isSamePerson && unsentId !== undefined ? { ...formFlash, link } : formFlash
  throw await redirectWithFlash(paths.account(), { tone: 'warn', ...flash })
}

/** Redirects staff to the page again, which shows them a form of their own, and customers to their account. */
function rejectFiles(request: Request, { isStaff }: Viewer, isSamePerson: boolean) {
  const { pathname, search } = new URL(request.url)
  const link = { href: paths.companies(), label: 'Escolher a conta que você usa' }
  const flash = { tone: 'warn', text: messages.filesOfOther, ...(isSamePerson ? { link } : {}) } as const
  const page = isStaff && isStaffPath(pathname) ? removeFormOwner(`${pathname}${search}`) : paths.account()
  return redirectWithFlash(page, flash)
}

function hasFiles(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') === true
}

export function verifyFormOwner(ownerMark: string): FormOwner | undefined {
  const [, text = '', userId, memberId] = /^((\d{1,10})\.(\d{1,10}))\./.exec(ownerMark) ?? []
  const isSigned = env.COOKIE_SECRETS.some((secret) => ownerMark === `${text}.${signText(text, secret)}`)
  return isSigned ? { userId: Number(userId), memberId: Number(memberId) || null } : undefined
}

function getOwner({ userId, actingFor }: Viewer): FormOwner {
  const isActing = actingFor !== null && actingFor !== 'ended'
  return { userId, memberId: isActing ? actingFor.memberId : null }
}

function signText(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`form-owner ${text}`).digest('base64url').slice(0, 22)
}
