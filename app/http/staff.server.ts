import { redirect } from '@remix-run/node'
import { recordRefusal } from '#app/http/accounts/security-log.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { forbidden } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'

/** Returns the staff user. Call it first in each loader and action, as layouts do not protect them. */
export async function requireStaff(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireViewer(args)
  if (viewer.isFactorMissing) throw redirect(paths.secondFactor(), 303)
  if (viewer.isStaff) return viewer
  await recordRefusal(args, viewer)
  throw redirect(paths.home(), 302)
}

export async function requireSuperuser(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireStaff(args)
  return viewer.isSuperuser ? viewer : rejectRole(args, viewer)
}

/** Throws 403 and records it as a security event. */
export async function rejectRole(args: RequestArgs, viewer: Viewer): Promise<never> {
  await recordRefusal(args, viewer)
  return forbidden()
}
