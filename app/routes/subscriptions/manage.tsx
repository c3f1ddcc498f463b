import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getRoleRights } from '#app/domain/accounts/colleagues.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId, parseManageParams } from '#app/http/list-params.ts'
import { type PageHandle, useCurrentPath } from '#app/http/page.ts'
import { notFound, readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { getAccount, requireAccount } from '#app/http/session.server.ts'
import { listSimilarSearches } from '#app/http/similar-searches.server.ts'
import { buyUnitAgain } from '#app/models/orders/buy-again.server.ts'
import { summariseFleet } from '#app/models/subscriptions/fleet-summary.server.ts'
import { listRenewableIds, maxRenewals } from '#app/models/subscriptions/renewal.server.ts'
import { listSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { paths } from '#app/paths.ts'
import { AircraftCards } from '#app/routes/subscriptions/aircraft-cards.tsx'
import { ManageFilter } from '#app/routes/subscriptions/manage-filter.tsx'
import { RenewalCheckbox, RenewSelectedForm } from '#app/routes/subscriptions/renewal-cell.tsx'
import { toRenewalOffer, UnitActs } from '#app/routes/subscriptions/unit-acts.tsx'
import { NameCell, OrderLink, StatusCell } from '#app/routes/subscriptions/unit-cells.tsx'
import { VersionCell } from '#app/routes/subscriptions/version-cell.tsx'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { validityHour } from '#app/text/subscriptions/subscription-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { LoginWall } from '#app/ui/login-wall.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SimilarSearches } from '#app/ui/similar-searches.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle<{ search: string; page: number }> = {
  title: 'Minhas publicações',
  list: ({ search, page }) => ({ search, page }),
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getAccount(args, 'units')
  if (!viewer) return null
  const rights = getRoleRights(viewer.role)
  const { order: requestedOrder, ...params } = parseManageParams(args.request)
  const fleet = await summariseFleet(viewer.profileId)
  const order: 'aircraft' | 'newest' = requestedOrder ?? (fleet.aircraft > 1 ? 'aircraft' : 'newest')
  const unitQuery = { ...params, order, today: toCivilDate(new Date()) }
  const [list, renewableIds] = await Promise.all([
    listSubscriptions({ profileId: viewer.profileId, ...unitQuery }),
    rights.purchase ? listRenewableIds(viewer.profileId, unitQuery.today) : [],
  ])
  redirectPastEnd(args.request, { page: unitQuery.page, pages: list.pages })
  const similarSearches = await listSimilarSearches({ search: unitQuery.search, count: list.count })
  return {
    ...list,
    ...unitQuery,
    similarSearches,
    renewableCount: renewableIds.length,
    isCapped: renewableIds.length === maxRenewals,
    nicknames: fleet.nicknames,
    hasDueDates: fleet.hasDueDates,
    rights,
  }
}

/** Adds an expired unit to the cart at full price, with its aircraft ("Comprar novamente", D33). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'purchase')
  const id = parseId((await readForm(args.request)).get('buy_again')) ?? notFound()
  const { addedCount } = (await buyUnitAgain(id, viewer)) ?? notFound()
  return addedCount > 0
    ? redirectWithFlash(paths.cart(), { tone: 'good', text: messages.boughtAgain })
    : redirectWithFlash(paths.manage(), { tone: 'warn', text: messages.notOnSale })
}

type List = NonNullable<Awaited<ReturnType<typeof loader>>>
type Row = List['rows'][number]

export default function Manage() {
  const list = useLoaderData<typeof loader>()
  const loginPath = paths.login({ redirectTo: useCurrentPath() })
  if (!list) return <LoginWall title="Minhas publicações" loginPath={loginPath} />
  const { page, pages, search, status, order, count } = list
  const isEmpty = count === 0 && search === '' && status === undefined
  return (
    <>
      <PageHeading title="Minhas publicações" lead="O que foi comprado e já está pago.">
        <p className="actions">
          {list.rights.files && !isEmpty ? (
            <LinkButton href={paths.certificate()}>Certificado</LinkButton>
          ) : null}
          {list.hasDueDates ? (
            <LinkButton href={paths.dueDates()}>Pôr vencimentos na agenda</LinkButton>
          ) : null}
        </p>
      </PageHeading>
      {isEmpty ? null : (
        <ManageFilter
          action={paths.manage()}
          search={search}
          status={status}
          order={order}
          aside={<p className="hint">{count === 1 ? '1 publicação' : `${count} publicações`}</p>}
        />
      )}
      {list.renewableCount > 1 ? (
        <RenewSelectedForm
          formId={renewalFormId}
          count={list.renewableCount}
          hasCheckboxes={hasCheckboxes(list)}
          isCapped={list.isCapped}
          links={links}
        />
      ) : null}
      {order === 'aircraft' && list.rows.length > 0 ? (
        <AircraftCards
          units={list.rows}
          today={list.today}
          nicknames={list.nicknames}
          rights={list.rights}
          renderCheckbox={(unit) => <UnitCheckbox unit={unit} list={list} />}
        />
      ) : (
        <UnitTable list={list} />
      )}
      {list.hasDueDates ? <p className="hint">{validityHour}</p> : null}
      {count > 0 ? (
        <Pagination
          page={page}
          pages={pages}
          hrefFor={(target) => paths.manage({ search, status, order, page: target })}
        />
      ) : null}
    </>
  )
}

/** Shows the specification's table, the default view for up to one aircraft. */
function UnitTable({ list }: { list: List }) {
  const { search, status, order } = list
  return (
    <DataTable
      caption="Publicações compradas, da mais nova para a mais antiga"
      columns={listColumns(list)}
      rows={list.rows}
      rowKey={(row) => row.id}
      empty={{
        text: specTexts.noSubscriptions,
        action: { href: paths.publications(), label: 'Ver as publicações' },
        clearHref: search === '' ? undefined : paths.manage({ status, order }),
        children: (
          <SimilarSearches
            searches={list.similarSearches}
            hrefFor={(similarSearch) => paths.manage({ search: similarSearch, status, order })}
          />
        ),
      }}
    />
  )
}

const renewalFormId = 'renovar'

const links = { renewals: paths.renewals(), all: paths.renewals({ all: true }) }

/** Shows a checkbox if several units can be renewed and this unit is one of them. */
function UnitCheckbox({ unit, list }: { unit: Row; list: List }) {
  const offer = toRenewalOffer(unit, list.today)
  return hasCheckboxes(list) && offer.canRenew ? (
    <RenewalCheckbox offer={offer} formId={renewalFormId} />
  ) : null
}

/** Returns true if several units can be renewed and some of them are on this page. */
function hasCheckboxes({ rows, renewableCount, today }: List): boolean {
  return renewableCount > 1 && rows.some((row) => toRenewalOffer(row, today).canRenew)
}

function listColumns(list: List): Column<Row>[] {
  return [
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      render: (row) => (
        <div className="unit-name">
          <UnitCheckbox unit={row} list={list} />
          <div>
            <NameCell unit={row} includesSerial />
          </div>
        </div>
      ),
    },
    { key: 'aircraft', label: 'Aeronave', align: 'code', render: (row) => row.airplane_registration ?? '-' },
    {
      key: 'status',
      label: 'Situação',
      isPlain: true,
      render: (row) => <StatusCell unit={row} today={list.today} />,
    },
    { key: 'version', label: 'Versão', render: (row) => <VersionCell row={row} /> },
    {
      key: 'order',
      label: 'Pedido',
      align: 'code',
      render: (row) => <OrderLink id={row.order_id} rights={list.rights} label={`nº ${row.order_id}`} />,
    },
    {
      key: 'acts',
      label: 'Ações',
      align: 'actions',
      render: (row) => <UnitActs unit={row} today={list.today} rights={list.rights} />,
    },
  ]
}
