import { redirect } from '@remix-run/node'
import { isSecondFactorDue } from '#app/domain/accounts/second-factor.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { noteRefused } from '#app/http/accounts/security-log.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { forbidden } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { heldShopFace } from '#app/models/settings/held-settings.server.ts'
import { paths } from '#app/paths.ts'

/** Call first in every back-office loader and action: a layout's guard does not protect them (F70, B6). */
export async function requireStaff(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireViewer(args)
  if (!viewer.isStaff) {
    await noteRefused(args, viewer)
    throw redirect(paths.home(), 302)
  }
  if (await lacksFactor(viewer)) throw redirect(paths.secondFactor(), 303)
  return viewer
}

/** Other staff get a 403 (D50). */
export async function requireSuperuser(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireStaff(args)
  return viewer.isSuperuser ? viewer : forbidRole(args, viewer)
}

/** 403 for what another role may, and a line in the security log (D127). */
export async function forbidRole(args: RequestArgs, viewer: Viewer): Promise<never> {
  await noteRefused(args, viewer)
  return forbidden()
}

/** Staff without a second factor, once it is required (D125). */
export async function lacksFactor({ isStaff, hasSecondFactor }: Viewer): Promise<boolean> {
  if (!isStaff || hasSecondFactor) return false
  const { secondFactorFrom } = await heldShopFace()
  return isSecondFactorDue(secondFactorFrom, civilDateIn(new Date()))
}
