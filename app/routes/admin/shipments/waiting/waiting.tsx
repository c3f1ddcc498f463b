import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { createShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { paths } from '#app/paths.ts'
import {
  loadWaitingPage,
  parseShipmentRequests,
  parseShipmentType,
} from '#app/routes/admin/shipments/waiting/shipment-waiting.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import {
  formatCopies,
  formatCopy,
  formatShipmentClientName,
  typeOptions,
} from '#app/text/shipments/shipment-labels.ts'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = {
  title: 'Aguardando envio',
  section: 'shipments',
  help: 'aguardando-envio',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { page, search } = parseListParams(args.request)
  const waitingShipments = await loadWaitingPage(page, search)
  redirectPastEnd(args.request, { page, pages: waitingShipments.pages })
  const areAllSelected = new URL(args.request.url).searchParams.get('selected') === 'all'
  return { ...waitingShipments, search, areAllSelected }
}

/** Creates the selected shipments. A repeated form creates none and gets a message. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const form = await readForm(args.request)
  const requests = parseShipmentRequests(form)
  if (requests.length === 0)
    return redirectWithFlash(paths.admin.waiting(), { tone: 'warn', text: 'Escolha ao menos um volume.' })
  const shipmentOptions = { ownerUserId: userId, today: toCivilDate(new Date()) }
  const { made, refused } = await createShipments(requests, shipmentOptions, {
    actorUserId: userId,
    source: 'staff',
  })
  const reasons = refused.map(({ profileId, reason }) => `${profileId}.${reason}`)
  return seeOther(paths.admin.shipmentsMade(made, reasons, parseWaitingListFilter(form)))
}

/** Returns the filter of the next portion; undefined if the form was not about all results. */
function parseWaitingListFilter(form: FormData) {
  if (!form.has('rest')) return undefined
  const type = parseShipmentType(form.get('rest.type'))
  return { search: String(form.get('rest.search') ?? '').slice(0, 100), ...(type ? { type } : {}) }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Loaded['rows'][number]

export default function Waiting() {
  const { rows, count, hasMore, page, pages, search, areAllSelected } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Aguardando envio"
        lead={`${formatVolumeCount(count, hasMore)}, um por cliente e endereço, do pedido mais antigo ao mais novo.`}
        back={{ href: paths.admin.shipments(), label: 'Expedições' }}
      />
      <StaffSearchBar
        label="Número do pedido, cliente, NF-e ou prefixo"
        defaultValue={search}
        action={paths.admin.waiting()}
      />
      {rows.some((row) => row.isExpired) ? (
        <Notice tone="warn" isSilent>
          Há assinaturas que venceram sem que o exemplar fosse enviado: estão marcadas.
        </Notice>
      ) : null}
      <PostForm action={paths.admin.waiting()} data-once="">
        {rows.length > 1 ? (
          <SelectAll page={page} search={search} areAllSelected={areAllSelected} count={count} />
        ) : null}
        <DataTable
          caption="Volumes que aguardam envio"
          columns={listColumns(areAllSelected)}
          rows={rows}
          rowKey={(row) => row.key}
          empty={
            search === ''
              ? { text: 'Nada aguarda envio' }
              : { text: specTexts.noResults, clearHref: paths.admin.waiting() }
          }
        />
        {rows.length > 0 ? (
          <div className="actions">
            <Button variant="main">Criar expedições</Button>
          </div>
        ) : null}
      </PostForm>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(targetPage) => paths.admin.waiting({ page: targetPage, search })}
      />
    </>
  )
}

function formatVolumeCount(count: number, hasMore: boolean): string {
  const countText = count === 1 ? '1 volume' : `${count} volumes`
  return hasMore ? `Mais de ${countText}` : countText
}

type SelectAllProps = { page: number; search: string; areAllSelected: boolean; count: number }

/** Selects all rows by a checkbox, or by two links without scripts (F88). */
function SelectAll({ page, search, areAllSelected, count }: SelectAllProps) {
  return (
    <div className="marks no-print">
      <div data-mark-all="shipment" hidden>
        <CheckboxField
          name="mark_all"
          label="Selecionar todos desta página"
          defaultChecked={areAllSelected}
        />
      </div>
      <p data-mark-links="">
        <a href={paths.admin.waiting({ page, search, selected: 'all' })}>Selecionar todos desta página</a>{' '}
        <a href={paths.admin.waiting({ page, search })}>Desmarcar todos</a>
      </p>
      <p>
        <a href={paths.admin.waitingAll({ search })}>{`Todos os ${count} encontrados`}</a>
      </p>
    </div>
  )
}

const listColumns = (areAllSelected: boolean): Column<Row>[] => [
  {
    key: 'choose',
    label: 'Escolher',
    align: 'choice',
    render: (row) => (
      <>
        <CheckboxField
          id={`volume-${row.key}`}
          name="shipment"
          value={row.key}
          defaultChecked={areAllSelected}
          label={`Escolher ${formatShipmentClientName(row.client)}`}
          labelHidden
        />
        <input type="hidden" name={`lines.${row.key}`} value={row.lines.map(({ id }) => id).join('.')} />
        <input type="hidden" name={`address.${row.key}`} value={row.address.id} />
      </>
    ),
  },
  {
    key: 'client',
    label: 'Cliente',
    rowHeader: true,
    render: ({ client, address }) => (
      <>
        {client ? (
          <a href={paths.admin.client(client.profile_id)}>{formatShipmentClientName(client)}</a>
        ) : (
          '-'
        )}
        <span className="sub">{`${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`}</span>
      </>
    ),
  },
  {
    key: 'orders',
    label: 'Pedidos',
    render: ({ orders }) =>
      orders.map(({ id, date }) => (
        <span key={id} className="row-line">
          <a href={paths.admin.order(id)}>{`nº ${id}`}</a> {formatDate(date)}
        </span>
      )),
  },
  {
    key: 'contents',
    label: 'Conteúdo',
    render: ({ lines, isExpired }) => (
      <>
        {formatCopies(lines.length)} {isExpired ? <StatusTag tone="bad">Vencida sem envio</StatusTag> : null}
        <span className="sub">{lines.map(formatCopy).join('; ')}</span>
      </>
    ),
  },
  {
    key: 'type',
    label: 'Tipo de envio',
    render: (row) => (
      <select
        className="input"
        name={`type.${row.key}`}
        defaultValue={row.type ?? ''}
        aria-label={`Tipo de envio, ${formatShipmentClientName(row.client)}`}
      >
        <option value="">Escolha</option>
        {typeOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    ),
  },
]
