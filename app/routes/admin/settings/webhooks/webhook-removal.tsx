import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { removeEndpoint } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import { requireEndpoint } from '#app/routes/admin/settings/webhooks/endpoint.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Excluir webhook?', section: 'settings', help: 'integracoes' }

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  return requireEndpoint(args)
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireSuperuser(args)
  const { id } = await requireEndpoint(args)
  if (!(await removeEndpoint(id, userId))) return notFound()
  return redirectWithFlash(paths.admin.webhooks(), { tone: 'good', text: 'O webhook foi excluído.' })
}

export default function WebhookRemoval() {
  const { id, description } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title="Excluir este webhook?"
        lead={description}
        back={{ href: paths.admin.webhook(id), label: 'Webhook' }}
      />
      <p>O que ainda não foi entregue não é mais enviado, e o registro dos avisos é apagado.</p>
      <PostForm action={paths.admin.webhookRemoval(id)} className="actions" data-once="">
        <Button variant="danger">Excluir webhook</Button>
        <LinkButton href={paths.admin.webhook(id)}>Manter</LinkButton>
      </PostForm>
    </div>
  )
}
