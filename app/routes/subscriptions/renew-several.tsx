import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { maxFields, readForm } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { listRenewableIds } from '#app/models/subscriptions/renewal.server.ts'
import { paths } from '#app/paths.ts'
import {
  loadRenewalReview,
  parseSubscriptionIds,
  redirectRenewal,
} from '#app/routes/subscriptions/renewal.server.ts'
import { RenewalReview } from '#app/routes/subscriptions/renewal-review.tsx'
import { renewalSchema } from '#app/routes/subscriptions/renewal-schema.ts'
import { messages } from '#app/text/platform/messages.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Renovar assinaturas' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const { searchParams } = new URL(args.request.url)
  const ids = searchParams.has('all')
    ? await listRenewableIds(viewer.profileId, toCivilDate(new Date()))
    : parseSubscriptionIds(searchParams.getAll('s'))
  if (ids.length === 0)
    throw await redirectWithFlash(paths.manage(), {
      tone: 'warn',
      text: searchParams.has('all') ? messages.noneRenewable : messages.noneToRenew,
    })
  return loadRenewalReview(viewer, ids)
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const form = await readForm(args.request, maxFields.large)
  const submission = parseWithZod(form, { schema: renewalSchema })
  const ids = parseSubscriptionIds(form.getAll('s'))
  const renewalReply = await redirectRenewal({ context: args.context, viewer, ids, form, submission })
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

export default function Renew() {
  const { ids, ...review } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <>
      <PageHeading
        title="Renovar assinaturas"
        lead="Cada renovação vale mais um ano a partir do vencimento atual."
        back={{ href: paths.manage(), label: 'Minhas publicações' }}
      />
      {field.hasErrors ? <ErrorSummary messages={field.formErrors} errors={field.errors} /> : null}
      <RenewalReview {...review} action={paths.renewals({ ids })} getField={field.getField} links={links} />
    </>
  )
}
