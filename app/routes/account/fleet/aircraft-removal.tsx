import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { digestTexts } from '#app/domain/platform/form-seen.ts'
import { makeStaleCheck } from '#app/http/accounts/save-own.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { findAircraft, removeAircraft } from '#app/models/accounts/aircraft.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { toAircraftTexts } from '#app/routes/account/fleet/aircraft-texts.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ registration }) => `Remover ${registration} da frota?` }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = parseId(args.params.id) ?? notFound()
  const aircraft = (await findAircraft(id, profileId)) ?? notFound()
  return { id, registration: aircraft.registration, seenDigest: digestTexts(toAircraftTexts(aircraft)) }
}

export async function action(args: ActionFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = parseId(args.params.id) ?? notFound()
  const form = await readForm(args.request)
  try {
    const staleCheck = makeStaleCheck(Object.fromEntries(form), toAircraftTexts)
    if (!(await removeAircraft({ id, profileId }, staleCheck))) notFound()
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    return redirectWithFlash(paths.aircraftRemoval(id), { tone: 'warn', text: staleText })
  }
  return redirectWithFlash(paths.fleet(), { tone: 'good', text: 'Aeronave removida da frota.' })
}

const staleText =
  'Nada foi removido: esta aeronave mudou depois que você abriu a página. Confira e remova de novo.'

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Removal() {
  const { id, registration, seenDigest } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title={`Remover ${registration} da frota?`}
        lead="Pedidos e assinaturas desta aeronave ficam como estão; ela só deixa de ser oferecida na compra."
        back={{ href: paths.fleet(), label: 'Minha frota' }}
      />
      <PostForm seenDigest={seenDigest} action={paths.aircraftRemoval(id)} className="actions" data-once="">
        <Button variant="danger">Remover da frota</Button>
        <LinkButton href={paths.fleet()}>Manter</LinkButton>
      </PostForm>
    </div>
  )
}
