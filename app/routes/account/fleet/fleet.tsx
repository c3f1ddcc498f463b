import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isFuelType } from '#app/domain/accounts/aircraft.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import {
  addAircraft,
  addOrderedAircraft,
  DuplicateAircraft,
  FleetFull,
  listAircraft,
  listOrderedAircraft,
} from '#app/models/accounts/aircraft.server.ts'
import { paths } from '#app/paths.ts'
import { AircraftForm, aircraftLabels } from '#app/routes/account/fleet/aircraft-form.tsx'
import { aircraftSchema } from '#app/routes/account/fleet/aircraft-schema.ts'
import { foreignRegistrationLabel, fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Minha frota' }

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const { page } = parseListParams(args.request)
  const [list, orderedAircraft] = await Promise.all([
    listAircraft({ profileId, page }),
    listOrderedAircraft(profileId),
  ])
  redirectPastEnd(args.request, { page, pages: list.pages })
  return { ...list, page, orderedAircraft }
}

export async function action(args: ActionFunctionArgs) {
  const { profileId } = await requireViewer(args)
  const form = await readForm(args.request)
  const orderedRegistration = form.get('ordered')
  const submission = parseWithZod(form, { schema: aircraftSchema })
  const reject = (replyOptions = {}) => data(submission.reply(replyOptions), { status: 400 })
  try {
    if (orderedRegistration !== null) {
      if (!(await addOrderedAircraft(profileId, String(orderedRegistration)))) notFound()
    } else if (submission.status === 'success') {
      await addAircraft(profileId, submission.value)
    } else return reject()
  } catch (error) {
    if (error instanceof DuplicateAircraft)
      return reject({ fieldErrors: { prefix: [messages.aircraftKnown] } })
    if (error instanceof FleetFull) return reject({ formErrors: [messages.fleetFull] })
    throw error
  }
  return redirectWithFlash(paths.fleet(), { tone: 'good', text: 'Aeronave salva na sua frota.' })
}

export default function Fleet() {
  const { rows, count, page, pages, orderedAircraft } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="stack-l">
      <PageHeading
        title="Minha frota"
        lead="Aeronaves que você pode escolher na hora da compra."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={aircraftLabels} />
      ) : null}
      <section aria-labelledby="aeronaves">
        <h2 id="aeronaves">Aeronaves</h2>
        <DataTable
          caption={`Aeronaves da frota, ${count} ao todo`}
          columns={fleetColumns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhuma aeronave salva. Inclua a primeira abaixo.' }}
        />
        {pages > 1 ? (
          <Pagination page={page} pages={pages} hrefFor={(target) => paths.fleet({ page: target })} />
        ) : null}
      </section>
      {orderedAircraft.length > 0 ? <OrderedAircraft aircraft={orderedAircraft} /> : null}
      <section className="section" aria-labelledby="incluir">
        <h2 id="incluir">Incluir aeronave</h2>
        <AircraftForm action={paths.fleet()} getField={field.getField} label="Salvar aeronave" />
      </section>
    </div>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type FleetRow = Loaded['rows'][number]
type OrderedRow = Loaded['orderedAircraft'][number]

const aircraftColumns: Column<FleetRow | OrderedRow>[] = [
  {
    key: 'prefix',
    label: 'Prefixo',
    align: 'code',
    rowHeader: true,
    render: ({ registration, isForeign }) => (
      <>
        {registration}
        {isForeign ? <span className="sub">{foreignRegistrationLabel}</span> : null}
      </>
    ),
  },
  { key: 'nickname', label: 'Apelido ou modelo', render: (row) => row.nickname ?? '-' },
  { key: 'serial', label: 'Número de série', render: (row) => row.serialNumber ?? '-' },
  {
    key: 'fuel',
    label: 'Combustível',
    render: (row) => fuelLabels[isFuelType(row.fuel) ? row.fuel : 0],
  },
]

const fleetColumns: Column<FleetRow>[] = [
  ...aircraftColumns,
  {
    key: 'acts',
    label: 'Alterar ou remover',
    align: 'actions',
    render: (row) => (
      <>
        <LinkButton href={paths.aircraft(row.id)} variant="quiet">
          Alterar<span className="visually-hidden">{` ${row.registration}`}</span>
        </LinkButton>{' '}
        <LinkButton href={paths.aircraftRemoval(row.id)} variant="quiet">
          Remover<span className="visually-hidden">{` ${row.registration}`}</span>
        </LinkButton>
      </>
    ),
  },
]

function OrderedAircraft({ aircraft }: { aircraft: OrderedRow[] }) {
  return (
    <section className="section" aria-labelledby="dos-pedidos">
      <h2 id="dos-pedidos">Aeronaves dos seus pedidos</h2>
      <DataTable
        caption="Aeronaves dos seus pedidos que ainda não estão na frota"
        columns={[
          ...aircraftColumns.filter(({ key }) => key !== 'nickname'),
          {
            key: 'keep',
            label: 'Salvar',
            align: 'actions',
            render: ({ registration }) => (
              <PostForm action={paths.fleet()} data-once="">
                <Button name="ordered" value={registration}>
                  Salvar<span className="visually-hidden">{` ${registration} na frota`}</span>
                </Button>
              </PostForm>
            ),
          },
        ]}
        rows={aircraft}
        rowKey={(row) => row.registration}
        empty={{ text: 'Nenhuma aeronave' }}
      />
    </section>
  )
}
