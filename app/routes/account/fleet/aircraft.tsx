import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { type RecordConflict, saveOwnRecord } from '#app/http/accounts/save-own.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { changeAircraft, DuplicateAircraft, findAircraft } from '#app/models/accounts/aircraft.server.ts'
import { paths } from '#app/paths.ts'
import { AircraftForm, aircraftLabels } from '#app/routes/account/fleet/aircraft-form.tsx'
import { aircraftSchema } from '#app/routes/account/fleet/aircraft-schema.ts'
import { formatAircraftTexts, toAircraftTexts } from '#app/routes/account/fleet/aircraft-texts.ts'
import { unchangedNotice } from '#app/text/accounts/account-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { OwnConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ registration }) => `Aeronave ${registration}` }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = parseId(args.params.id) ?? notFound()
  const aircraft = (await findAircraft(id, profileId)) ?? notFound()
  return { id, registration: aircraft.registration, saved: toAircraftTexts(aircraft) }
}

export async function action(args: ActionFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = parseId(args.params.id) ?? notFound()
  if (!(await findAircraft(id, profileId))) notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: aircraftSchema })
  const reject = (replyOptions = {}) =>
    data<Partial<RecordConflict>>({ result: submission.reply(replyOptions) }, { status: 400 })
  if (submission.status !== 'success') return reject()
  try {
    const outcome = await saveOwnRecord(submission, {
      labels: aircraftLabels,
      toTexts: toAircraftTexts,
      toReadable: formatAircraftTexts,
      find: async () => (await findAircraft(id, profileId)) ?? notFound(),
      typed: toAircraftTexts(submission.value),
      save: (check) => saveAircraft({ id, profileId }, submission.value, check),
    })
    if (typeof outcome === 'object') return data(outcome, { status: 409 })
    const savedFlash = { tone: 'good', text: 'Aeronave alterada.' } as const
    return redirectWithFlash(paths.fleet(), outcome === 'saved' ? savedFlash : unchangedNotice)
  } catch (error) {
    if (!(error instanceof DuplicateAircraft)) throw error
    return reject({ fieldErrors: { prefix: [messages.aircraftKnown] } })
  }
}

async function saveAircraft(...change: Parameters<typeof changeAircraft>): Promise<boolean> {
  const outcome = await changeAircraft(...change)
  return outcome === 'missing' ? notFound() : outcome === 'changed'
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function AircraftPage() {
  const { id, registration, saved } = useLoaderData<typeof loader>()
  const actionData = useActionData<Partial<RecordConflict>>()
  const field = makeFieldTextReader(actionData?.result, saved)
  return (
    <div className="narrow">
      <PageHeading
        title={`Aeronave ${registration}`}
        lead="O que muda aqui vale para as próximas compras."
        back={{ href: paths.fleet(), label: 'Minha frota' }}
      />
      {actionData?.conflict ? <OwnConflictNotice conflict={actionData.conflict} /> : null}
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={aircraftLabels} /> : null}
      <AircraftForm
        action={paths.aircraft(id)}
        getField={field.getField}
        seenDigest={field.seenDigest}
        label="Salvar aeronave"
      />
      <p>
        <a href={paths.aircraftRemoval(id)}>Remover da frota</a>
      </p>
    </div>
  )
}
