import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { AircraftKnown, changeAircraft, findAircraft } from '#app/models/accounts/aircraft.server.ts'
import { paths } from '#app/paths.ts'
import { AircraftForm, aircraftLabels } from '#app/routes/account/fleet/aircraft-form.tsx'
import { aircraftSchema } from '#app/routes/account/fleet/aircraft-schema.ts'
import { messages } from '#app/text/platform/messages.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ registration }) => `Aeronave ${registration}` }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const aircraft = (await findAircraft(id, profileId)) ?? notFound()
  const { registration, isForeign, serialNumber, fuel, nickname } = aircraft
  const texts = {
    prefix: registration,
    serial: serialNumber ?? '',
    fuel: fuel ? String(fuel) : '',
    nickname: nickname ?? '',
  }
  const saved: Record<string, string> = isForeign ? { ...texts, foreign: 'on' } : texts
  return { id, registration, saved }
}

export async function action(args: ActionFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  if (!(await findAircraft(id, profileId))) notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: aircraftSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  try {
    if (!(await changeAircraft(id, profileId, submission.value))) notFound()
  } catch (error) {
    if (!(error instanceof AircraftKnown)) throw error
    const fieldErrors = { prefix: [messages.aircraftKnown] }
    return data(submission.reply({ fieldErrors }), { status: 400 })
  }
  return redirectWithFlash(paths.fleet(), { tone: 'good', text: 'Aeronave alterada.' })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function AircraftPage() {
  const { id, registration, saved } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), saved)
  return (
    <div className="narrow">
      <PageHeading
        title={`Aeronave ${registration}`}
        lead="O que muda aqui vale para as próximas compras."
        back={{ href: paths.fleet(), label: 'Minha frota' }}
      />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={aircraftLabels} /> : null}
      <AircraftForm action={paths.aircraft(id)} of={field.of} label="Salvar aeronave" />
      <p>
        <a href={paths.aircraftRemoval(id)}>Remover da frota</a>
      </p>
    </div>
  )
}
