import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { secretOverlapHours } from '#app/domain/settings/webhook.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { renewSecret } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import {
  readSeenVersion,
  redirectIfOutdated,
  requireEndpoint,
} from '#app/routes/admin/settings/webhooks/endpoint.server.ts'
import { NewSecretNotice } from '#app/routes/admin/settings/webhooks/new-secret-notice.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Novo segredo', section: 'settings', help: 'integracoes' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  return requireEndpoint(args)
}

/** Returns a new secret in this response only. A repeated form is rejected, because its version is outdated. */
export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireProvedSuperuser(args)
  const { id } = await requireEndpoint(args)
  const seenVersion = await readSeenVersion(args.request)
  return redirectIfOutdated(id, async () =>
    data({ secret: (await renewSecret(id, { actorUserId, seenVersion })).secret }),
  )
}

export default function WebhookSecret() {
  const { id, description, lock_version } = useLoaderData<typeof loader>()
  const secret = useActionData<typeof action>()?.secret
  return (
    <div className="narrow stack">
      <PageHeading
        title="Novo segredo"
        lead={description}
        back={{ href: paths.admin.webhook(id), label: 'Webhook' }}
      />
      {secret ? (
        <NewSecretNotice secret={secret} />
      ) : (
        <PostForm action={paths.admin.webhookSecret(id)} className="stack" data-once="">
          <input type="hidden" name="lock_version" value={lock_version} />
          <p>
            Por {secretOverlapHours} horas os avisos são assinados com os dois segredos; depois, só com o
            novo. Nesse tempo troque o segredo no outro sistema.
          </p>
          <p className="actions">
            <Button variant="danger">Criar novo segredo</Button>
            <LinkButton href={paths.admin.webhook(id)}>Voltar</LinkButton>
          </p>
        </PostForm>
      )}
    </div>
  )
}
