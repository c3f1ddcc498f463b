import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { canAwaitDispatch } from '#app/domain/subscriptions/subscription.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeSubscriptionSchema } from '#app/forms/subscription.ts'
import { replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import {
  findShipmentOfUnit,
  findSubscriptionForStaff,
  listDownloadsOfSubscription,
  listRenewalOrders,
  SubscriptionRefused,
  saveSubscription,
} from '#app/models/shipments/staff-subscription.server.ts'
import { paths } from '#app/paths.ts'
import {
  getStatusControl,
  getSubscriptionFields,
  getTypedTexts,
  makeSubscriptionConflict,
  toSubscriptionTexts,
} from '#app/routes/admin/subscriptions/staff-subscription.server.ts'
import {
  DownloadLog,
  RenewalOrders,
  StaffSubscriptionDetails,
} from '#app/routes/admin/subscriptions/staff-subscription-details.tsx'
import { StaffSubscriptionForm } from '#app/routes/admin/subscriptions/staff-subscription-form.tsx'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import {
  formatSubscriptionRefusal,
  subscriptionLabels,
} from '#app/text/subscriptions/staff-subscription-labels.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ unit }) => `Andamento nº ${unit.id}`,
  section: 'progress',
  help: 'andamento',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const unit = (await findSubscriptionForStaff(id)) ?? notFound()
  const today = toCivilDate(new Date())
  const [shipment, renewals, downloads, history] = await Promise.all([
    findShipmentOfUnit(unit.lineId),
    listRenewalOrders(id),
    listDownloadsOfSubscription(id),
    listHistoryForStaff('subscription', id),
  ])
  return {
    unit,
    today,
    shipmentId: shipment?.id ?? null,
    fields: getSubscriptionFields(unit, today),
    status: getStatusControl(unit, today),
    saved: toSubscriptionTexts(unit),
    isAwaitingDispatch: !unit.suspendedAt && !unit.withdrawal && canAwaitDispatch(unit, unit),
    hasOpenShipment: shipment !== undefined && shipment.status !== shipmentStatus.delivered,
    renewals,
    downloads,
    history: formatHistoryLines(history),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { userId: actorUserId } = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  if (!(await findSubscriptionForStaff(id))) notFound()
  const today = toCivilDate(new Date())
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: makeSubscriptionSchema(listSentFields(form)) })
  if (submission.status !== 'success') return rejectChange(submission.reply(), 400)
  const { lock_version: seenVersion, ...changes } = submission.value
  try {
    await saveSubscription(id, changes, { actorUserId, seenVersion, today })
  } catch (error) {
    if (error instanceof SubscriptionRefused) {
      const { field, text } = formatSubscriptionRefusal(error.reason)
      return rejectChange(submission.reply({ fieldErrors: { [field]: [text] } }), 400)
    }
    if (!(error instanceof StaleRecordError)) throw error
    const storedUnit = (await findSubscriptionForStaff(id)) ?? notFound()
    const initialValue = getTypedTexts(storedUnit, form)
    const conflictReply = submission.reply({ formErrors: [specTexts.publicationNotUpdated] })
    const versions = { sent: initialValue, saved: toSubscriptionTexts(storedUnit) }
    const reply = replyWithStored({ ...conflictReply, initialValue }, versions)
    return rejectChange(reply, 409, await makeSubscriptionConflict(storedUnit, initialValue))
  }
  return redirectWithFlash(paths.admin.signature(id), { tone: 'good', text: specTexts.saved })
}

function rejectChange(
  reply: SubmissionResult<string[]>,
  status: 400 | 409,
  conflict: Conflict | null = null,
) {
  return data({ reply, conflict }, { status })
}

function listSentFields(form: FormData) {
  return { hasStatus: form.has('status'), hasDue: form.has('due'), hasDispatch: form.has('track_code') }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Subscription() {
  const { unit, today, shipmentId, status, fields, saved, ...details } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.reply, saved)
  const { client, order, publication, shipment } = paths.admin
  const hrefs = {
    user: client(unit.profileId),
    order: order(unit.orderId),
    publication: publication(unit.publicationId),
    shipment: shipmentId === null ? null : shipment(shipmentId),
  }
  return (
    <>
      <PageHeading
        title={`Andamento nº ${unit.id}`}
        lead={unit.name}
        back={{ href: paths.admin.signatures(), label: 'Gerenciar Andamento' }}
      >
        {details.isAwaitingDispatch ? (
          <ShipmentLink
            openShipmentId={details.hasOpenShipment ? shipmentId : null}
            openShipmentHref={hrefs.shipment}
            newShipmentHref={shipment(0, unit.id)}
          />
        ) : null}
        <PostForm action={paths.admin.userCertificate(unit.profileId)}>
          <Button>Certificado do cliente</Button>
        </PostForm>
      </PageHeading>
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={subscriptionLabels} />
      ) : null}
      {actionData?.conflict ? <ConflictNotice conflict={actionData.conflict} /> : null}
      <StaffSubscriptionDetails unit={unit} today={today} hrefs={hrefs} shipmentId={shipmentId} />
      <StaffSubscriptionForm
        action={paths.admin.signature(unit.id)}
        back={paths.admin.signatures()}
        getField={field.getField}
        seenDigest={field.seenDigest}
        lock_version={
          (actionData?.conflict ? undefined : field.value('lock_version')) ?? String(unit.lock_version)
        }
        status={status}
        hasDue={fields.hasDue}
        hasDispatch={fields.hasDispatch}
        shipmentId={shipmentId}
      />
      <RenewalOrders rows={details.renewals} makeOrderHref={order} />
      {unit.isDownload ? <DownloadLog rows={details.downloads} /> : null}
      <HistoryList lines={details.history} />
    </>
  )
}

type ShipmentLinkProps = {
  openShipmentId: number | null
  openShipmentHref: string | null
  newShipmentHref: string
}

/** Links to the open shipment of a unit, or to the form of a new shipment. */
function ShipmentLink({ openShipmentId, openShipmentHref, newShipmentHref }: ShipmentLinkProps) {
  const hasOpenShipment = openShipmentId !== null && openShipmentHref !== null
  return (
    <LinkButton href={hasOpenShipment ? openShipmentHref : newShipmentHref} variant="secondary">
      {hasOpenShipment ? `Abrir expedição #${openShipmentId}` : 'Criar expedição'}
    </LinkButton>
  )
}
