import { redirect } from '@remix-run/node'
import { removeFormOwner } from '#app/domain/accounts/form-owner.ts'
import { isProofFresh } from '#app/domain/accounts/second-factor.ts'
import { findKnownDevice } from '#app/http/accounts/known-device.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { saveUnsent } from '#app/http/accounts/unsent-form.server.ts'
import { reauthenticate } from '#app/http/authenticator.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { makeAttemptKey } from '#app/http/context.server.ts'
import { readSessionKey } from '#app/http/session.server.ts'
import { requireStaff, requireSuperuser } from '#app/http/staff.server.ts'
import { countAttempt, resetAttempts, type TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { verifyPasskey } from '#app/models/accounts/second-factor/passkey.server.ts'
import type { PasskeyPlace } from '#app/models/accounts/second-factor/passkey-challenge.server.ts'
import { verifySecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'

/** Returns a staff user whose identity was confirmed within ten minutes. Otherwise stores the form and redirects. */
export async function requireProvedStaff(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireStaff(args)
  await requireProof(args, viewer)
  return viewer
}

export async function requireProvedSuperuser(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireSuperuser(args)
  await requireProof(args, viewer)
  return viewer
}

/** Returns a guard that requires a confirmed identity for submitted forms, but not for reading the page. */
export function requireProofToSend(guard: (args: RequestArgs) => Promise<Viewer>) {
  return async (args: RequestArgs): Promise<Viewer> => {
    const viewer = await guard(args)
    if (args.request.method === 'POST') await requireProof(args, viewer)
    return viewer
  }
}

/** Redirects to the identity check unless the last check is recent. */
export async function requireProof({ request }: RequestArgs, { provedAt }: Viewer): Promise<void> {
  if (isProofFresh(provedAt, new Date())) return
  const { pathname, search } = new URL(request.url)
  const unsentId = await saveUnsent(request, await readSessionKey(request))
  const redirectTo =
    unsentId === undefined ? removeFormOwner(`${pathname}${search}`) : paths.unsentForm(unsentId)
  throw redirect(paths.proof({ redirectTo }), 303)
}

/** Checks a code of the app or a recovery code. Allows ten failures in 15 minutes per account, or per known browser. */
export async function checkCode(
  { request, context }: RequestArgs,
  { userId, email }: Pick<Viewer, 'userId' | 'email'>,
  code: string,
): Promise<'right' | 'wrong' | TooManyAttempts> {
  const key = { ...makeAttemptKey(context, email), device: await findKnownDevice(request, email) }
  const tooManyAttempts = await countAttempt('second-factor', key)
  if (tooManyAttempts) return tooManyAttempts
  const acceptedFactor = await verifySecondFactor(userId, code)
  const usedKind = acceptedFactor === 'recovery' ? 'recovery-code-used' : 'code-used'
  await recordSecurity({ context }, acceptedFactor ? usedKind : 'code-failed', { accountId: userId })
  if (!acceptedFactor) return 'wrong'
  await resetAttempts('second-factor', key)
  return 'right'
}

const passkeyEvents = { right: 'passkey-used', wrong: 'passkey-failed', copied: 'passkey-copied' } as const

/** Checks a passkey. Allows ten failures in 15 minutes per account and network. */
export async function checkPasskey(
  { context }: Pick<RequestArgs, 'context'>,
  place: PasskeyPlace,
  email: string,
  credential: Parameters<typeof verifyPasskey>[1] | undefined,
): Promise<'right' | 'wrong' | TooManyAttempts> {
  const key = makeAttemptKey(context, email)
  const tooManyAttempts = await countAttempt('passkey', key)
  if (tooManyAttempts) return tooManyAttempts
  const outcome = credential ? await verifyPasskey(place, credential) : 'wrong'
  await recordSecurity({ context }, passkeyEvents[outcome], { accountId: place.userId })
  if (outcome !== 'right') return 'wrong'
  await resetAttempts('passkey', key)
  return 'right'
}

/** Checks the code of the second factor, or the password of a person without a second factor. */
export function checkProof(args: RequestArgs, viewer: Viewer, typedCode: string) {
  return viewer.hasSecondFactor ? checkCode(args, viewer, typedCode) : reauthenticate(args, viewer, typedCode)
}
