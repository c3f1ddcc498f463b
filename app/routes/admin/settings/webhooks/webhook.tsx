import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { webhookEvents } from '#app/domain/settings/webhook.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findEndpoint } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { EndpointActs } from '#app/routes/admin/settings/webhooks/endpoint-acts.tsx'
import { NewSecretNotice } from '#app/routes/admin/settings/webhooks/new-secret-notice.tsx'
import {
  createEndpointOrReply,
  endpointSchema,
  makeWebhookReply,
  saveEndpointOrConflict,
} from '#app/routes/admin/settings/webhooks/webhook-form.server.ts'
import {
  toCheckboxName,
  toWebhookTexts,
  webhookLabels,
} from '#app/routes/admin/settings/webhooks/webhook-schema.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { webhookEventLabels } from '#app/text/settings/webhook-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CheckboxField, Fieldset, TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Webhook', section: 'settings', help: 'integracoes' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The number in the address of a new endpoint. */
const NEW_ID = '0'
const MAX_HISTORY_LINES = 50

const noTexts: Record<string, string> = {}
const newEndpoint = { id: 0, lock_version: 0, isActive: true, saved: noTexts, history: [] }

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  if (args.params.id === NEW_ID) return { ...newEndpoint, token: makeCheckoutToken() }
  const endpoint = (await findEndpoint(parseId(args.params.id) ?? notFound())) ?? notFound()
  const { id, lock_version, isActive } = endpoint
  const history = formatHistoryLines(await listHistoryForStaff('webhook', id, MAX_HISTORY_LINES))
  return { id, token: undefined, lock_version, isActive, saved: toWebhookTexts(endpoint), history }
}

export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireProvedSuperuser(args)
  const isNew = args.params.id === NEW_ID
  const id = isNew ? 0 : (parseId(args.params.id) ?? notFound())
  if (!isNew && !(await findEndpoint(id))) return notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: endpointSchema })
  if (submission.status !== 'success') return makeWebhookReply(submission)
  const { details: data, token, lock_version } = submission.value
  if (isNew) return createEndpointOrReply({ data, token, actorUserId }, submission)
  return saveEndpointOrConflict(
    id,
    { data, saveContext: { actorUserId, seenVersion: lock_version } },
    submission,
  )
}

export default function Webhook() {
  const { id, token, lock_version, isActive, saved, history } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.result, saved)
  if (actionData?.createdEndpoint) return <CreatedEndpoint {...actionData.createdEndpoint} />
  return (
    <SettingForm
      title={id === 0 ? 'Novo webhook' : (saved.description ?? 'Webhook')}
      lead="Avisa outro sistema da empresa do que acontece na loja."
      back={paths.admin.webhooks()}
      backLabel="Webhooks"
      action={paths.admin.webhook(id)}
      lock_version={actionData?.lock_version ?? lock_version}
      labels={webhookLabels}
      conflict={actionData?.conflict}
      before={id === 0 ? null : <EndpointActs id={id} isActive={isActive} lock_version={lock_version} />}
      field={field}
      history={history}
    >
      {token === undefined ? null : (
        <input type="hidden" name="token" value={field.value('token') ?? token} />
      )}
      <TextField
        {...field.getField('description')}
        label={webhookLabels.description}
        isRequired
        maxLength={100}
      />
      <TextField
        {...field.getField('address')}
        label={webhookLabels.address}
        type="url"
        hint="Começa com https:// e fica fora da rede interna."
        isRequired
        maxLength={500}
        spellCheck={false}
      />
      <Fieldset legend="Eventos" id="events" level="group" errors={field.errors.events ?? []}>
        {webhookEvents.map((event) => (
          <EventCheckbox key={event} event={event} {...field.getField(toCheckboxName(event))} />
        ))}
      </Fieldset>
    </SettingForm>
  )
}

type EventCheckboxProps = ReturnType<ReturnType<typeof makeFieldTextReader>['getField']> & {
  event: (typeof webhookEvents)[number]
}

function EventCheckbox({ event, name, defaultValue, errors }: EventCheckboxProps) {
  return (
    <CheckboxField
      label={webhookEventLabels[event]}
      hint={event}
      name={name}
      errors={errors}
      defaultChecked={defaultValue === 'on'}
    />
  )
}

function CreatedEndpoint({ id, secret }: { id: number; secret: string }) {
  return (
    <div className="narrow stack">
      <PageHeading title="Webhook criado" back={{ href: paths.admin.webhooks(), label: 'Webhooks' }} />
      <NewSecretNotice secret={secret} />
      <p className="actions">
        <LinkButton href={paths.admin.webhook(id)}>Ir para o webhook</LinkButton>
      </p>
    </div>
  )
}
