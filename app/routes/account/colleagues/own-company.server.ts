import type { RequestArgs } from '#app/http/context.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { isCompany } from '#app/models/accounts/colleagues/membership.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'

/** Requires the login of a company itself, which alone manages colleagues (D92). */
export async function requireOwnCompany(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireViewer(args)
  return (await isCompany(viewer.profileId)) ? viewer : notFound()
}
