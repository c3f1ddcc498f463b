import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasAircraft } from '#app/domain/accounts/aircraft.ts'
import { getRoleRights } from '#app/domain/accounts/colleagues.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { isStampable } from '#app/domain/subscriptions/download.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { listColleagueNames } from '#app/models/accounts/colleagues/membership.server.ts'
import { getFileRequester } from '#app/models/platform/prepared-file.server.ts'
import {
  findDownloadUnit,
  listDownloads,
  requestUnitCopy,
} from '#app/models/subscriptions/download.server.ts'
import { paths } from '#app/paths.ts'
import { OrderLink } from '#app/routes/subscriptions/unit-cells.tsx'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatBytes, formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { formatValidity } from '#app/text/subscriptions/subscription-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = { title: ({ unit }) => `Baixar ${unit.name}` }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'files')
  const id = parseId(args.params.id) ?? notFound()
  const today = toCivilDate(new Date())
  const { revision, ...unit } = (await findDownloadUnit(id, viewer.profileId, today)) ?? notFound()
  const [storedDownloads, colleagueNames] = await Promise.all([
    listDownloads(id),
    listColleagueNames(viewer.profileId),
  ])
  const [lastDownload] = storedDownloads
  const file = revision && {
    version: revision.version,
    date: revision.date,
    changes: revision.changes,
    name: revision.file_name,
    bytes: revision.file_bytes ?? 0,
    isStamped: isStampable(revision.file_type ?? ''),
  }
  const downloads = storedDownloads.map(({ created_at, user_id, ...row }) => {
    return { ...row, at: formatDateTime(created_at), person: colleagueNames.get(user_id) }
  })
  const hasNewRevision = file && lastDownload ? lastDownload.version !== file.version : false
  const rights = getRoleRights(viewer.role)
  return { unit, file, downloads, hasNewRevision, today, rights, isColleague: viewer.role !== 'owner' }
}

/** Requests the customer's copy and redirects to it (F63). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireAccount(args, 'files')
  const id = parseId(args.params.id) ?? notFound()
  const fileId = await requestUnitCopy(id, viewer, toCivilDate(new Date()))
  if (fileId !== undefined) return redirectToFile(fileId, getFileRequester(viewer))
  const ownUnit = await findDownloadUnit(id, viewer.profileId, toCivilDate(new Date()))
  return ownUnit ? redirect(paths.download(id), 303) : notFound()
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Download() {
  const { unit, file, downloads, hasNewRevision, today, rights, isColleague } = useLoaderData<typeof loader>()
  const isExpired = !unit.isOpen && unit.withdrawal === null
  return (
    <div className="stack-l">
      <PageHeading
        title={unit.name}
        lead={formatValidity(unit.due, today)}
        back={{ href: paths.manage(), label: 'Minhas publicações' }}
      />
      {unit.withdrawal === null ? null : (
        <Notice tone="warn" title="Em desistência">
          <p>
            Há um pedido de desistência desta compra (protocolo {formatWithdrawalProtocol(unit.withdrawal)}),
            e o arquivo fica fechado até a resposta. Veja o{' '}
            <OrderLink id={unit.order_id} rights={rights} label={`pedido nº ${unit.order_id}`} />.
          </p>
        </Notice>
      )}
      {isExpired ? (
        <Notice tone="warn" title="Assinatura vencida">
          O arquivo não pode mais ser baixado. A compra, o histórico e os recibos continuam aqui.
        </Notice>
      ) : null}
      {isExpired && rights.purchase ? (
        <PostForm action={paths.manage()} className="actions no-print" data-once="">
          <Button variant="main" name="buy_again" value={unit.id}>
            Comprar novamente
          </Button>
        </PostForm>
      ) : null}
      {hasNewRevision && file ? (
        <Notice tone="info" title="Há uma nova revisão">
          {`Você baixou ${downloads[0]?.version} em ${downloads[0]?.at}. Agora a assinatura inclui ${file.version}.`}
        </Notice>
      ) : null}
      {unit.isOpen && !file ? (
        <Notice tone="info" title="Arquivo em preparação">
          O arquivo desta revisão ainda não está disponível. <a href={paths.contact()}>Fale conosco</a> se
          precisar dele agora.
        </Notice>
      ) : null}
      <UnitSummary unit={unit} file={file} rights={rights} />
      {file ? (
        <PostForm action={paths.download(unit.id)} className="actions no-print">
          <Button variant="main">Baixar {formatBytes(file.bytes)}</Button>
          <LinkButton href={paths.manage()}>Minhas publicações</LinkButton>
        </PostForm>
      ) : null}
      {file?.isStamped ? (
        <p className="hint">
          Cada página leva {isColleague ? 'o nome da empresa e o seu' : 'seu nome'}, documento, e-mail, pedido
          {hasAircraft(unit) ? ', aeronave' : ''}, data e número da cópia.
        </p>
      ) : null}
      <DownloadLog downloads={downloads} />
    </div>
  )
}

type SummaryProps = Pick<Loaded, 'unit' | 'file'> & { rights: Loaded['rights'] }

function UnitSummary({ unit, file, rights }: SummaryProps) {
  const ownVersion = file?.version ?? unit.version_sold
  const isCurrent = ownVersion === unit.current_version
  const exclusion = unit.is_signature ? '' : ' (não incluída na compra avulsa)'
  return (
    <SummaryList
      rows={[
        ...(file
          ? [{ key: 'Revisão para baixar', value: `${file.version}, de ${formatDate(file.date)}` }]
          : [{ key: 'Comprada', value: unit.version_sold }]),
        {
          key: 'Revisão atual',
          value: isCurrent
            ? 'é a sua'
            : `${unit.current_version}, de ${formatDate(unit.current_date)}${exclusion}`,
        },
        ...(file?.changes ? [{ key: 'O que mudou', value: file.changes }] : []),
        ...(file?.name ? [{ key: 'Arquivo', value: file.name }] : []),
        ...(hasAircraft(unit) ? [{ key: 'Aeronave', value: formatAircraftName(unit) }] : []),
        {
          key: 'Pedido',
          value: <OrderLink id={unit.order_id} rights={rights} label={`nº ${unit.order_id}`} />,
        },
      ]}
    />
  )
}

function DownloadLog({ downloads }: Pick<Loaded, 'downloads'>) {
  if (downloads.length === 0) return null
  return (
    <section aria-labelledby="baixados">
      <h2 id="baixados">Já baixado</h2>
      <ol className="plain">
        {downloads.map(({ id, at, number, version, person }) => (
          <li key={id}>
            {version}, cópia nº {number}
            {person ? `, por ${person}` : ''} <span className="hint">{at} (horário de Brasília)</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
