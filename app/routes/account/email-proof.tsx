import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { findUnconfirmedEmail, requestMailboxProof } from '#app/models/accounts/email-request.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Confirmar o e-mail' }

export async function loader(args: LoaderFunctionArgs) {
  const { email, userId, emailProvedAt } = await requireViewer(args)
  const isEmailProved = emailProvedAt !== null
  const unconfirmedEmail = isEmailProved ? undefined : await findUnconfirmedEmail(userId)
  return {
    email,
    isEmailProved,
    sentUntil: unconfirmedEmail?.email === email ? unconfirmedEmail.until : null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  await readForm(args.request)
  const proofRequest = await requestMailboxProof(viewer, args.context.clientAddress ?? '')
  const isLimited = typeof proofRequest === 'object'
  if (isLimited)
    return data({ error: messages.tooManyProofs(setRetryAfter(args.context, proofRequest)) }, { status: 429 })
  const { userId, email } = viewer
  if (proofRequest === 'proved')
    return redirectWithFlash(paths.emailProof(), {
      tone: 'good',
      text: `O e-mail ${email} já está confirmado.`,
    })
  await recordSecurity(args, 'link-asked', { userId, accountId: userId, details: { link: 'email' } })
  return redirectWithFlash(paths.emailProof(), { tone: 'good', text: `Enviamos um link para ${email}.` })
}

export default function EmailProof() {
  const { email, isEmailProved, sentUntil } = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  return (
    <div className="narrow stack">
      <PageHeading
        title="Confirmar o e-mail"
        lead={
          isEmailProved
            ? `O e-mail ${email} já está confirmado.`
            : `O link vai para ${email}. Abra-o nesta conta e confirme; depois disso você pode convidar colegas.`
        }
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {error ? <ErrorSummary title={error} /> : null}
      {sentUntil ? (
        <Notice tone="info" title="Procure o link na sua caixa de entrada.">
          {`Ele vale até ${formatDateTime(sentUntil)} (horário de Brasília). Não chegou? Veja a pasta de spam, ou peça outro.`}
        </Notice>
      ) : null}
      {isEmailProved ? null : (
        <PostForm action={paths.emailProof()} className="actions" data-once="">
          <Button variant="main">{sentUntil ? 'Enviar outro link' : 'Enviar o link'}</Button>
          <LinkButton href={paths.changeEmail()}>O e-mail está errado</LinkButton>
        </PostForm>
      )}
    </div>
  )
}
