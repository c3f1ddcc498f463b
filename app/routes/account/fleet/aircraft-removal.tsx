import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { findAircraft, removeAircraft } from '#app/models/accounts/aircraft.server.ts'
import { paths } from '#app/paths.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ registration }) => `Remover ${registration} da frota?` }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const { registration } = (await findAircraft(id, profileId)) ?? notFound()
  return { id, registration }
}

export async function action(args: ActionFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  if (!(await removeAircraft(id, profileId))) notFound()
  return redirectWithFlash(paths.fleet(), { tone: 'good', text: 'Aeronave removida da frota.' })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Removal() {
  const { id, registration } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title={`Remover ${registration} da frota?`}
        lead="Pedidos e assinaturas desta aeronave ficam como estão; ela só deixa de ser oferecida na compra."
        back={{ href: paths.fleet(), label: 'Minha frota' }}
      />
      <form method="post" action={paths.aircraftRemoval(id)} className="actions" data-once="">
        <Button variant="danger">Remover da frota</Button>
        <LinkButton href={paths.fleet()}>Manter</LinkButton>
      </form>
    </div>
  )
}
