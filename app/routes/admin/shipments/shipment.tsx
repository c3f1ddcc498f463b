import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import {
  makeNewShipmentSchema,
  makeNoteSchema,
  makeShipmentEditSchema,
  parseIds,
} from '#app/forms/shipment.ts'
import { getTypedChanges } from '#app/http/backoffice/shipment-changes.server.ts'
import { type FillResult, fillAddressFromCep } from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findLockVersion, StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { findLabelChoice } from '#app/models/shipments/label.server.ts'
import { createShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { listChosenLines, ShipmentRefused } from '#app/models/shipments/shipment-contents.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import { paths } from '#app/paths.ts'
import { swapAndRedirect } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { ShipmentPage } from '#app/routes/admin/shipments/shipment-edit.tsx'
import {
  loadNewShipmentPage,
  loadShipmentConflict,
  loadShipmentPage,
} from '#app/routes/admin/shipments/shipment-form.server.ts'
import { makeNewShipmentHrefs, makeShipmentHrefs } from '#app/routes/admin/shipments/shipment-hrefs.ts'
import { NewShipment } from '#app/routes/admin/shipments/shipment-new.tsx'
import { specTexts } from '#app/text/platform/messages.ts'
import { formatShipmentRefusal, shipmentLabels } from '#app/text/shipments/shipment-labels.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'

export const handle: PageHandle<Loaded> = {
  title: (page) => (page.kind === 'new' ? 'Nova Expedição' : `Expedição #${page.shipment.id}`),
  section: 'shipments',
  help: 'expedicoes',
}

/** Stands for the id in the URL of the page that creates a shipment. */
const NEW_ID = '0'

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  if (args.params.id === NEW_ID) return loadNewShipmentPage(args.request, userId)
  const [page, labelChoice] = await Promise.all([
    loadShipmentPage(parseId(args.params.id) ?? notFound()),
    findLabelChoice(userId),
  ])
  return { ...page, labelChoice }
}

type Loaded = Awaited<ReturnType<typeof loader>>

/** Data for the form after an error, a conflict or a postal code look-up. */
type FormReply = {
  result?: SubmissionResult<string[]>
  conflict?: Conflict
  /** after a conflict, the version for the next save */
  lock_version?: number
  fillResult?: FillResult
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const form = await readForm(args.request)
  if (args.params.id === NEW_ID) return createShipmentFromForm(args.request, form, userId)
  const id = parseId(args.params.id) ?? notFound()
  return form.get('intent') === 'swapped'
    ? swapAndRedirect(id, form, userId)
    : updateShipmentFromForm(id, form, userId)
}

async function createShipmentFromForm(request: Request, form: FormData, userId: number) {
  const { searchParams } = new URL(request.url)
  if (readCepIntent(form) === 'shipping')
    return data<FormReply>({ fillResult: await fillAddressFromCep(form, 'shipping') })
  const profileId = parseId(searchParams.get('client'))
  if (profileId === undefined) return data<FormReply>({ result: clientMissingReply }, { status: 400 })
  const isDirect = form.get('mode') === 'direct'
  const today = toCivilDate(new Date())
  const submission = parseWithZod(form, {
    schema: makeNewShipmentSchema({ isDirect, today, pickedLines: await listPickedLines(form) }),
  })
  const rejectForm = (result: SubmissionResult<string[]>) => data<FormReply>({ result }, { status: 400 })
  if (submission.status !== 'success') return rejectForm(submission.reply())
  const { shipping, type, owner, value, note, creation_date: creationDate } = submission.value
  const { order = [], line = [], newer = [], destination, token } = submission.value
  const contents = shipping
    ? { address: shipping }
    : { orderIds: order, lineIds: line, newerLineIds: newer, addressId: destination }
  const subscriptionId = parseId(searchParams.get('signature'))
  try {
    const id = await createShipment(
      {
        profileId,
        type,
        creationDate,
        contents,
        ownerUserId: owner,
        note: note || null,
        value: value === 0 ? null : value,
        token,
        ...(subscriptionId ? { subscriptionId } : {}),
      },
      { actorUserId: userId, source: 'staff' },
    )
    return redirectWithFlash(paths.admin.shipment(id), { tone: 'good', text: specTexts.saved })
  } catch (error) {
    if (error instanceof ShipmentRefused)
      return rejectForm(submission.reply(toReplyErrors(error, specTexts.shipmentNotSaved)))
    throw error
  }
}

/** Returns the selected copies of selected orders, even those that another shipment now contains. */
function listPickedLines(form: FormData) {
  return listChosenLines({ orderIds: parseIds(form.getAll('order')), lineIds: parseIds(form.getAll('line')) })
}

const clientMissingReply: SubmissionResult<string[]> = {
  status: 'error',
  error: { '': [specTexts.shipmentNotSaved, 'Escolha um cliente'] },
}

/** Returns the message of the model's rejection, for the whole form or by field. */
function toReplyErrors(
  { reason }: ShipmentRefused,
  summary: string,
): {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
} {
  const text = formatShipmentRefusal(reason)
  if (reason === 'unknown-owner') return { fieldErrors: { owner: [text] } }
  if (reason === 'nothing-to-send' || reason === 'line-taken') return { fieldErrors: { order: [text] } }
  if (reason === 'address-choice' || reason === 'address-changed')
    return { fieldErrors: { destination: [text] } }
  return { formErrors: [summary, text] }
}

async function updateShipmentFromForm(id: number, form: FormData, userId: number) {
  const shipment = (await findShipmentForStaff(id)) ?? notFound()
  const { status, direct_shipping: isDirect } = shipment
  const schema =
    status === shipmentStatus.underWay
      ? makeShipmentEditSchema({ isDirect, pickedLines: await listPickedLines(form) })
      : makeNoteSchema({ isReturned: status === shipmentStatus.returned })
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data<FormReply>({ result: submission.reply() }, { status: 400 })
  const { lock_version, ...typedShipment } = submission.value
  const actor = { actorUserId: userId, source: 'staff' }
  // The specification uses the publication text for shipments, too (back-office §8).
  const notUpdatedText = specTexts.publicationNotUpdated
  try {
    const isSaved = await updateShipment(id, getTypedChanges(shipment, typedShipment), actor, lock_version)
    if (!isSaved) return notFound()
    return redirectWithFlash(paths.admin.shipment(id), { tone: 'good', text: specTexts.saved })
  } catch (error) {
    if (error instanceof StaleRecordError) {
      const newVersion = await findLockVersion('shipments', id)
      const sent = submission.payload
      const { conflict, saved } = await loadShipmentConflict(id, typedShipment, sent)
      const faults = submission.reply({ formErrors: [notUpdatedText] })
      const result = replyWithStored(faults, { sent, saved })
      return data<FormReply>(
        { result, conflict, ...(newVersion === undefined ? {} : { lock_version: newVersion }) },
        { status: 409 },
      )
    }
    if (error instanceof ShipmentRefused) {
      const result = submission.reply(toReplyErrors(error, notUpdatedText))
      return data<FormReply>({ result }, { status: 400 })
    }
    throw error
  }
}

export default function Shipment() {
  const pageData = useLoaderData<typeof loader>()
  const { result, conflict, lock_version, fillResult } = useActionData<typeof action>() ?? {}
  const field = makeFieldTextReader(result, fillResult?.fields ?? pageData.saved)
  const sentFields = result?.initialValue
  const chosenContents = sentFields
    ? {
        orders: parseIds(sentFields.order),
        lines: parseIds(sentFields.line),
        newerLines: parseIds(sentFields.newer),
      }
    : pageData.chosen
  if (pageData.kind === 'new')
    return (
      <NewShipment
        {...pageData}
        summary={
          field.hasErrors ? (
            <ErrorSummary messages={field.formErrors} errors={field.errors} labels={shipmentLabels} />
          ) : null
        }
        chosen={chosenContents}
        isDirect={field.value('mode') === undefined ? pageData.isDirect : field.value('mode') === 'direct'}
        field={field}
        errors={field.errors}
        cepNote={fillResult?.notes.shipping}
        hrefs={makeNewShipmentHrefs(pageData)}
      />
    )
  return (
    <ShipmentPage
      {...pageData}
      chosen={chosenContents}
      field={field}
      labelField={makeFieldTextReader(null, pageData.labelChoice)}
      conflict={conflict ?? null}
      lock_version={lock_version ?? field.value('lock_version') ?? pageData.lock_version}
      hrefs={makeShipmentHrefs(pageData.shipment)}
    />
  )
}
