import { redirect } from '@remix-run/node'
import type { RequestArgs } from '#app/http/context.server.ts'
import { forbidden } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'

/**
 * The member of staff who asks: first thing in every loader and every action of the back-office, since a layout's guard
 * does not protect them. Visitors go to the login and come back, customers go home (F70, B6).
 */
export async function requireStaff(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireViewer(args)
  if (!viewer.isStaff) throw redirect(paths.home(), 302)
  return viewer
}

/** An administrator; other staff are told that it is not theirs to do (D50). */
export async function requireSuperuser(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireStaff(args)
  return viewer.isSuperuser ? viewer : forbidden()
}
