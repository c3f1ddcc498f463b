import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import {
  isOverdue,
  renewalBlocker,
  statusToday,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom, manageParams } from '#app/http/list-params.ts'
import { nearMissesOf } from '#app/http/near-misses.server.ts'
import { type PageHandle, useHere } from '#app/http/page.ts'
import { notFound, readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { getViewer, requireViewer } from '#app/http/session.server.ts'
import { buyUnitAgain } from '#app/models/orders/buy-again.server.ts'
import { listRenewableIds, maxRenewals } from '#app/models/subscriptions/renewal.server.ts'
import { listSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { paths } from '#app/paths.ts'
import { ManageFilter } from '#app/routes/subscriptions/manage-filter.tsx'
import { ChooseCell, RenewalCell, RenewChosen, whichOf } from '#app/routes/subscriptions/renewal-cell.tsx'
import { VersionCell } from '#app/routes/subscriptions/version-cell.tsx'
import { formatInWithdrawal, withdrawnTag } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { formatValidity, subscriptionForCustomer } from '#app/text/subscriptions/subscription-labels.ts'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { LoginWall } from '#app/ui/login-wall.tsx'
import { NearMisses } from '#app/ui/near-misses.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<{ search: string; page: number }> = {
  title: 'Gerenciar publicações',
  list: ({ search, page }) => ({ search, page }),
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getViewer(args)
  if (!viewer) return null
  const asked = { ...manageParams(args.request), today: civilDateIn(new Date()) }
  const [list, renewable] = await Promise.all([
    listSubscriptions({ profileId: viewer.profileId, ...asked }),
    listRenewableIds(viewer.profileId, asked.today),
  ])
  redirectPastEnd(args.request, { page: asked.page, pages: list.pages })
  const near = await nearMissesOf({ search: asked.search, count: list.count })
  const isCapped = renewable.length === maxRenewals
  return { ...list, ...asked, near, renewable: renewable.length, isCapped }
}

/** "Comprar novamente" of a unit whose year is over: into the cart at full price, its aircraft filled in (D33). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const id = idFrom((await readForm(args.request)).get('buy_again')) ?? notFound()
  const { added } = (await buyUnitAgain(id, viewer)) ?? notFound()
  return added > 0
    ? redirectWithFlash(paths.cart(), { tone: 'good', text: messages.boughtAgain })
    : redirectWithFlash(paths.manage(), { tone: 'warn', text: messages.notOnSale })
}

type List = NonNullable<Awaited<ReturnType<typeof loader>>>
type Row = List['rows'][number]

export default function Manage() {
  const list = useLoaderData<typeof loader>()
  const login = paths.login({ redirectTo: useHere() })
  if (!list) return <LoginWall title="Gerenciar publicações" loginPath={login} />
  const { page, pages, search, status, order, count } = list
  return (
    <>
      <PageHeading title="Gerenciar publicações" lead="O que você comprou e já está pago.">
        <LinkButton href={paths.certificate()}>Certificado</LinkButton>
      </PageHeading>
      <ManageFilter
        action={paths.manage()}
        search={search}
        status={status}
        order={order}
        aside={<p className="hint">{count === 1 ? '1 publicação' : `${count} publicações`}</p>}
      />
      {list.renewable > 1 ? (
        <RenewChosen
          form={chosenForm}
          count={list.renewable}
          hasBoxes={hasBoxes(list)}
          isCapped={list.isCapped}
          links={links}
        />
      ) : null}
      <DataTable
        caption={
          order === 'aircraft'
            ? 'Publicações compradas, por aeronave'
            : 'Publicações compradas, da mais nova para a mais antiga'
        }
        columns={columns(list)}
        rows={list.rows}
        rowKey={(row) => row.id}
        groupOf={order === 'aircraft' ? groupOf : undefined}
        empty={{
          text: specified.noSubscriptions,
          action: { href: paths.publications(), label: 'Ver as publicações' },
          clear: search === '' ? undefined : paths.manage({ status, order }),
          children: (
            <NearMisses
              searches={list.near}
              hrefFor={(meant) => paths.manage({ search: meant, status, order })}
            />
          ),
        }}
      />
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(target) =>
          paths.manage({ search, status, order: order === 'aircraft' ? order : undefined, page: target })
        }
      />
    </>
  )
}

const chosenForm = 'renovar'

const links = {
  renew: paths.renew,
  order: paths.order,
  manage: paths.manage(),
  renewals: paths.renewals(),
  all: paths.renewals({ all: true }),
}

function offerOf(row: Row, today: string) {
  const { id, name, airplane_registration: registration, active, due, renewal_order_id: openOrderId } = row
  const isWithdrawn = row.closed_by !== null
  const unit = {
    due,
    isSuspended: false,
    isWithdrawn,
    openOrderId,
    active,
    renewalPrice: row.price_signature,
  }
  return {
    id,
    name,
    registration,
    canRenew: renewalBlocker(unit, today) === null,
    canBuyAgain: active && isOverdue(due, today),
    renewalOrderId: openOrderId,
  }
}

/** The heading that the units of one aircraft stand under. */
function groupOf({ airplane_registration: registration, of_aircraft: count }: Row) {
  const words = count === 1 ? '1 publicação' : `${count} publicações`
  return { key: registration ?? '-', label: `${registration ?? 'Sem aeronave'}: ${words}` }
}

/** Several can be renewed, and some of them are on this page. */
function hasBoxes({ rows, renewable, today }: List): boolean {
  return renewable > 1 && rows.some((row) => offerOf(row, today).canRenew)
}

function columns(list: List): Column<Row>[] {
  const choose: Column<Row> = {
    key: 'choose',
    label: 'Escolher',
    render: (row) => <ChooseCell offer={offerOf(row, list.today)} form={chosenForm} />,
  }
  return [
    { key: 'name', label: 'Publicação', rowHeader: true, render: (row) => <NameCell row={row} /> },
    { key: 'aircraft', label: 'Aeronave', align: 'code', render: (row) => row.airplane_registration ?? '-' },
    { key: 'status', label: 'Situação', render: (row) => <StatusCell row={row} today={list.today} /> },
    { key: 'version', label: 'Versão', render: (row) => <VersionCell row={row} /> },
    {
      key: 'order',
      label: 'Pedido',
      align: 'code',
      render: (row) => <a href={paths.order(row.order_id)}>nº {row.order_id}</a>,
    },
    ...(hasBoxes(list) ? [choose] : []),
    {
      key: 'acts',
      label: 'Ações',
      align: 'actions',
      render: (row) => <Acts row={row} today={list.today} />,
    },
  ]
}

function NameCell({ row }: { row: Row }) {
  const name = <Unbroken text={row.name} />
  return (
    <>
      {row.active ? <a href={paths.publication(row.publication_id)}>{name}</a> : name}
      {row.airplane_serial_number ? (
        <span className="hint">Nº de série {row.airplane_serial_number}</span>
      ) : null}
    </>
  )
}

function StatusCell({ row, today }: { row: Row; today: string }) {
  const { text, tone } = row.closed_by === null ? subscriptionForCustomer(row, today) : withdrawnTag
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {row.withdrawal ? <span className="hint">{formatInWithdrawal(row.withdrawal)}</span> : null}
      <span className="hint">{formatValidity(row.due, today)}</span>
      {row.sent_on ? <span className="hint">enviado em {formatDate(row.sent_on)}</span> : null}
    </>
  )
}

/** What can be done with a unit today: fetch its file, follow its shipment, have it certified (F63, F65, F66). */
function Acts({ row, today }: { row: Row; today: string }) {
  const offer = offerOf(row, today)
  const isOver = statusToday(row, today) === subscriptionStatus.expired || row.closed_by !== null
  return (
    <div className="acts">
      {row.is_download && !isOver ? (
        <form method="post" action={paths.download(row.id)}>
          <Button>
            Baixar<span className="visually-hidden">{whichOf(offer)}</span>
          </Button>
        </form>
      ) : null}
      {row.track_code ? <TrackingForm code={row.track_code} /> : null}
      <RenewalCell offer={offer} links={links} />
      {row.due && !isOver ? (
        <form method="post" action={paths.certificate()}>
          <input type="hidden" name="signature" value={row.id} />
          <Button variant="quiet">
            Certificado<span className="visually-hidden">{` de${whichOf(offer)}`}</span>
          </Button>
        </form>
      ) : null}
    </div>
  )
}
