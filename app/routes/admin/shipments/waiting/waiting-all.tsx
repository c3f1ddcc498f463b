import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import {
  parseShipmentType,
  planShipments,
} from '#app/routes/admin/shipments/waiting/shipment-waiting.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import {
  formatCopies,
  formatCopy,
  formatShipmentClientName,
  formatShipmentRefusal,
  typeOptions,
} from '#app/text/shipments/shipment-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = {
  title: 'Criar expedições de todos os encontrados',
  section: 'shipments',
  help: 'aguardando-envio',
}

/** Previews the shipments of all found copies (D90). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { search } = parseListParams(args.request)
  const type = parseShipmentType(new URL(args.request.url).searchParams.get('type'))
  return { search, type, ...(await planShipments(search, type)) }
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Row = Loaded['portion'][number]

export default function WaitingAll() {
  const plan = useLoaderData<typeof loader>()
  const { search, count, hasMore, portion, laterCount, impossible } = plan
  return (
    <>
      <PageHeading
        title="Criar expedições"
        lead={formatPlan(plan)}
        back={{ href: paths.admin.waiting({ search }), label: 'Aguardando envio' }}
      />
      {count === 0 ? (
        <EmptyState
          text={search === '' ? 'Nada aguarda envio' : `Nada que aguarda envio tem “${search}”`}
          action={{ href: paths.admin.shipments(), label: 'Ver as expedições' }}
        />
      ) : null}
      {hasMore ? (
        <Notice tone="info">
          Há mais exemplares do que os mil mais antigos: eles vêm nas próximas vezes.
        </Notice>
      ) : null}
      {plan.untypedCount > 0 ? <TypeForm {...plan} /> : null}
      {impossible.length > 0 ? (
        <section className="section" aria-labelledby="faltam">
          <h2 id="faltam">{`Não podem ser criadas (${impossible.length})`}</h2>
          <DataTable
            caption="Não podem ser criadas, e por quê"
            columns={[
              ...columns,
              { key: 'why', label: 'Motivo', render: ({ reason }) => formatShipmentRefusal(reason) },
            ]}
            rows={impossible}
            rowKey={(row) => row.key}
            empty={{ text: '' }}
          />
        </section>
      ) : null}
      {portion.length > 0 ? (
        <section className="section" aria-labelledby="agora">
          <h2 id="agora">{`Agora (${portion.length})`}</h2>
          <PortionForm {...plan} />
          <DataTable
            caption="Expedições que serão criadas agora"
            columns={[
              ...columns,
              { key: 'type', label: 'Tipo de envio', render: ({ type }) => formatService(type ?? '-') },
            ]}
            rows={portion}
            rowKey={(row) => row.key}
            empty={{ text: '' }}
          />
          {laterCount > 0 ? <p className="hint">{`Depois destas vêm mais ${laterCount}.`}</p> : null}
        </section>
      ) : null}
    </>
  )
}

function formatPlan({ search, count, portion, laterCount, impossible }: Loaded): string {
  const countText = count === 1 ? '1 volume encontrado' : `${count} volumes encontrados`
  const searchText = search ? ` com “${search}”` : ''
  const nowText =
    portion.length === 1
      ? '1 expedição pode ser criada agora'
      : `${portion.length} expedições podem ser criadas agora`
  return [
    `${countText}${searchText}`,
    ...(portion.length > 0 ? [nowText] : []),
    ...(laterCount > 0 ? [`${laterCount} em seguida`] : []),
    ...(impossible.length > 0 ? [`${impossible.length} não`] : []),
  ].join(', ')
}

/** Asks for a type for all internal orders, which have none. */
function TypeForm({ search, type, untypedCount }: Loaded) {
  return (
    <form method="get" action={paths.admin.waitingAll()} className="search">
      {search ? <input type="hidden" name="search" value={search} /> : null}
      <SelectField
        label={`Tipo de envio ${untypedCount === 1 ? 'do volume que não tem' : `dos ${untypedCount} que não têm`}`}
        name="type"
        width="half"
        placeholder="Escolha"
        options={typeOptions}
        defaultValue={type ?? ''}
      />
      <Button>Aplicar</Button>
    </form>
  )
}

function PortionForm({ portion, laterCount, search, type }: Loaded) {
  return (
    <PostForm action={paths.admin.waiting()} className="actions" data-once="">
      {portion.map(({ key, lines, address, type: rowType }) => (
        <span key={key} hidden>
          <input type="hidden" name="shipment" value={key} />
          <input type="hidden" name={`lines.${key}`} value={lines.map(({ id }) => id).join('.')} />
          <input type="hidden" name={`address.${key}`} value={address.id} />
          <input type="hidden" name={`type.${key}`} value={rowType ?? ''} />
        </span>
      ))}
      {laterCount > 0 ? (
        <>
          <input type="hidden" name="rest" value="1" />
          <input type="hidden" name="rest.search" value={search} />
          <input type="hidden" name="rest.type" value={type ?? ''} />
        </>
      ) : null}
      <Button variant="main">
        {portion.length === 1 ? 'Criar 1 expedição' : `Criar ${portion.length} expedições`}
      </Button>
    </PostForm>
  )
}

const columns: Column<Row>[] = [
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
      orders.map(({ id }) => (
        <span key={id} className="row-line">
          <a href={paths.admin.order(id)}>{`nº ${id}`}</a>
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
]
