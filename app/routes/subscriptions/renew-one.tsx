import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { paths } from '#app/paths.ts'
import { loadRenewalReview, redirectRenewal } from '#app/routes/subscriptions/renewal.server.ts'
import { RenewalReview } from '#app/routes/subscriptions/renewal-review.tsx'
import { renewalSchema } from '#app/routes/subscriptions/renewal-schema.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Renovar assinatura' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const id = parseId(args.params.id) ?? notFound()
  return { id, ...(await loadRenewalReview(viewer, [id])) }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const id = parseId(args.params.id) ?? notFound()
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: renewalSchema })
  const renewalReply = await redirectRenewal({ context: args.context, viewer, ids: [id], form, submission })
  return renewalReply instanceof Response
    ? renewalReply
    : data(renewalReply.result, { status: renewalReply.status })
}

const links = {
  terms: paths.terms(),
  privacy: paths.privacy(),
  addresses: paths.addresses(),
  manage: paths.manage(),
  contact: paths.contact(),
  payment: paths.payment,
}

export default function RenewOne() {
  const { id, ...review } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <>
      <PageHeading
        title="Renovar assinatura"
        lead="A renovação vale mais um ano a partir do vencimento atual."
        back={{ href: paths.manage(), label: 'Minhas publicações' }}
      />
      {field.hasErrors ? <ErrorSummary messages={field.formErrors} errors={field.errors} /> : null}
      <RenewalReview {...review} action={paths.renew(id)} getField={field.getField} links={links} />
    </>
  )
}
