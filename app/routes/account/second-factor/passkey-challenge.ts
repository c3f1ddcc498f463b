import type { ActionFunctionArgs } from '@remix-run/node'
import { isProofFresh } from '#app/domain/accounts/second-factor.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { getViewer, readChallengeKey } from '#app/http/session.server.ts'
import { findChallenge } from '#app/models/accounts/second-factor/login-challenge.server.ts'
import {
  startPasskeyRegistration,
  startPasskeyUse,
} from '#app/models/accounts/second-factor/passkey.server.ts'
import { paths } from '#app/paths.ts'

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}

/**
 * Returns options for the browser's passkey request (D129). Redirects if an earlier step is missing. The
 * script then opens the page of that step.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  switch (form.get('purpose')) {
    case 'login':
      return makeOptionsResponse(await beginLogin(args))
    case 'proof':
      return makeOptionsResponse(await beginProof(args))
    case 'register':
      return makeOptionsResponse(await beginRegistration(args))
    default:
      throw new Response(null, { status: 400 })
  }
}

async function beginLogin({ request }: RequestArgs) {
  const token = await readChallengeKey(request)
  const challenge = token === undefined ? undefined : await findChallenge(token)
  if (token === undefined || !challenge) throw seeOther(paths.login())
  return startPasskeyUse({ purpose: 'login', userId: challenge.userId, token })
}

async function beginProof(args: RequestArgs) {
  const { userId, sessionId } = await requireViewer(args)
  return startPasskeyUse({ purpose: 'proof', userId, sessionId })
}

async function beginRegistration(args: RequestArgs) {
  const viewer = await requireViewer(args)
  if (!viewer.isStaff) return notFound()
  const { userId, sessionId, provedAt } = viewer
  const redirectTo = paths.secondFactor()
  if (!isProofFresh(provedAt, new Date())) throw seeOther(paths.proof({ redirectTo }))
  return startPasskeyRegistration({ purpose: 'register', userId, sessionId }, viewer)
}

/** Returns the viewer. Redirects others to the login without storing their request, which only forms need. */
async function requireViewer(args: RequestArgs) {
  const viewer = await getViewer(args)
  if (!viewer) throw seeOther(paths.login({ redirectTo: paths.secondFactor() }))
  return viewer
}

function makeOptionsResponse(options: object | undefined) {
  if (!options) throw new Response(null, { status: 409 })
  return Response.json(options, { headers: { 'Cache-Control': 'no-store' } })
}
