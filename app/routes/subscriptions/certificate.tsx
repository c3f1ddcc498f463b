import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { getFileRequester } from '#app/models/platform/prepared-file.server.ts'
import { issueCertificate, listCertifiable } from '#app/models/subscriptions/certificate.server.ts'
import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'
import { formatActiveSubscription } from '#app/text/subscriptions/subscription-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Certificado de assinatura' }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireAccount(args, 'files')
  return { items: await listCertifiable(profileId, toCivilDate(new Date())) }
}

/** Issues a certificate of one or all active subscriptions; 400 if there are none (D52). */
export async function action(args: ActionFunctionArgs) {
  const account = await requireAccount(args, 'files')
  const { userId, profileId, actorUserId } = account
  const subscriptionText = (await readForm(args.request)).get('signature')
  // Undefined selects all subscriptions; 0, for an invalid id, selects none.
  const subscriptionId = subscriptionText ? (parseId(subscriptionText) ?? 0) : undefined
  const today = toCivilDate(new Date())
  const fileName = 'Certificate.pdf'
  const fileId = await issueCertificate({ profileId, userId, actorUserId, subscriptionId, fileName, today })
  if (fileId === undefined) return data({ error: messages.nothingInForce }, 400)
  return redirectToFile(fileId, getFileRequester(account))
}

export default function CertificatePage() {
  const { items } = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  return (
    <div className="stack-l">
      <PageHeading
        title="Certificado de assinatura"
        lead="Um documento em PDF com o que está em vigor hoje, número e código QR para conferência."
        back={{ href: paths.manage(), label: 'Minhas publicações' }}
      />
      {error || items.length === 0 ? (
        <Notice tone={error ? 'bad' : 'info'}>{error ?? messages.nothingInForce}</Notice>
      ) : null}
      {items.length === 0 ? (
        <p className="actions">
          <LinkButton href={paths.publications()} variant="main">
            Ver as publicações
          </LinkButton>
        </p>
      ) : (
        <PostForm action={paths.certificate()} className="stack">
          <SelectField
            label="Assinaturas no certificado"
            name="signature"
            placeholder={`Todas as ${items.length} em vigor`}
            options={items.map(({ id, name, ...item }) => ({
              value: String(id),
              label: `${name} (${formatActiveSubscription(item)})`,
            }))}
            defaultValue=""
          />
          <p className="actions">
            <Button variant="main">Emitir certificado</Button>
          </p>
        </PostForm>
      )}
    </div>
  )
}
