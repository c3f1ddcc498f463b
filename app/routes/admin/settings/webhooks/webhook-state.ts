import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { setEndpointActive } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import {
  parseSeenVersion,
  redirectIfOutdated,
  requireEndpoint,
} from '#app/routes/admin/settings/webhooks/endpoint.server.ts'

/** Redirects to the endpoint: this address is only for a POST. */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const { id } = await requireEndpoint(args)
  return redirect(paths.admin.webhook(id))
}

/** Pauses or resumes the endpoint of the address. */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireSuperuser(args)
  const { id } = await requireEndpoint(args)
  const form = await readForm(args.request)
  const intent = form.get('intent')
  if (intent !== 'pause' && intent !== 'resume') throw new Response(null, { status: 400 })
  const isActive = intent === 'resume'
  await redirectIfOutdated(id, () =>
    setEndpointActive(id, isActive, { actorUserId, seenVersion: parseSeenVersion(form) }),
  )
  return redirectWithFlash(paths.admin.webhook(id), {
    tone: 'good',
    text: isActive ? 'O webhook está ativo de novo.' : 'O webhook está em pausa.',
  })
}
