import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { labelsSchema } from '#app/forms/labels.ts'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import { seeOther } from '#app/http/flash.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { readFromReplica } from '#app/http/replica.server.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { requestReport } from '#app/models/platform/report-file.server.ts'
import { listSubscriberIds } from '#app/models/reports/publication-clients.server.ts'
import { requestLabelFiles } from '#app/models/shipments/label.server.ts'
import { paths } from '#app/paths.ts'
import { toHolderQuery } from '#app/reports/holders-query.ts'
import {
  formatSubscribersFileName,
  makeFileQuery,
  publicationClientsSheet,
  toChosenQuery,
} from '#app/reports/publication-clients.server.ts'
import { readHoldersFilter } from '#app/reports/publication-clients-filter.server.ts'
import {
  loadPublicationClientsPage,
  parseChoice,
  requirePublication,
} from '#app/routes/admin/reports/publication-clients/publication-clients.server.ts'
import {
  HoldersForm,
  Recalls,
  RevisionChips,
  SubscriberForm,
  subscriberLabels,
} from '#app/routes/admin/reports/publication-clients/publication-clients-parts.tsx'
import { specTexts } from '#app/text/platform/messages.ts'
import { formatTooLongForPaper } from '#app/text/reports/report-labels.ts'
import { ExportLinks } from '#app/ui/backoffice/export-links.tsx'
import { ReportOffer } from '#app/ui/backoffice/report-offer.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Clientes de ${name}`,
  section: 'reports',
  help: 'relatorios',
}

/** The list and the notice need no sheet of labels. */
const listSchema = z.object({ intent: z.enum(['list', 'notice']) })

/** Lists the clients of a publication with the revision that each has (F92, F105). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const publication = await requirePublication(args.params.id)
  const today = toCivilDate(new Date())
  return readFromReplica(args, () => loadPublicationClientsPage(args.request, publication, { today }))
}

/** Requests labels or the list for the selected clients (F116). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { id, name } = await requirePublication(args.params.id)
  const form = await readForm(args.request)
  const isList = form.get('intent') === 'list'
  const isNotice = form.get('intent') === 'notice'
  if (!isList) form.set('style', form.get('intent') === 'complete' ? 'complete' : 'simple')
  const { chosen, markedIds } = parseChoice(form)
  const submission = parseWithZod(form, { schema: isList || isNotice ? listSchema : labelsSchema })
  const rejectForm = (formErrors?: string[]) =>
    data({ result: submission.reply(formErrors ? { formErrors } : {}), markedIds }, { status: 400 })
  if (submission.status !== 'success') return rejectForm()

  const params = new URL(args.request.url).searchParams
  const { filter: holdersFilter, query } = await readHoldersFilter(params, id)
  const filter = { publicationId: id, today: toCivilDate(new Date()), chosen, ...holdersFilter }
  const profileIds = await listSubscriberIds(filter)
  if (profileIds.length === 0) return rejectForm([nobodyMarked])
  if (isNotice)
    return seeOther(paths.admin.publicationRecall(id, { ...toHolderQuery(query), ...toChosenQuery(chosen) }))
  await recordExport(args, { userId }, publicationClientsSheet.slug)
  const back = paths.admin.publicationClients(id, { ...query, page: parseListParams(args.request).page })
  // Only labels have a style, so this is the list.
  if (!('style' in submission.value)) {
    if (profileIds.length > maxRowsOnPaper) return rejectForm([formatTooLongForPaper(maxRowsOnPaper)])
    const fileQuery = makeFileQuery(id, query, chosen)
    const fileName = `${formatSubscribersFileName(name, 'assinantes')}.pdf`
    return redirectToFile(
      await requestReport({ userId, slug: publicationClientsSheet.slug, query: fileQuery, fileName, back }),
      userId,
    )
  }
  const fileName = `${formatSubscribersFileName(name, 'etiquetas')}.pdf`
  const fileIds = await requestLabelFiles({ ...submission.value, userId, profileIds, fileName, back })
  const [firstFileId] = fileIds
  if (firstFileId === undefined) return rejectForm([noAddress])
  return fileIds.length === 1
    ? redirectToFile(firstFileId, userId)
    : redirect(paths.admin.publicationClientsFiles(id, fileIds), 303)
}

const nobodyMarked = 'Marque ao menos um cliente.'
const noAddress = 'Nenhum dos clientes marcados tem endereço: não há o que imprimir.'

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PublicationClients() {
  const { id, publication, rows, count, units, page, pages, isNoneMarked, withoutAddress, offer, query } =
    useLoaderData<typeof loader>()
  const { revisions, chips, recalls } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.result)
  const markedIds = actionData && new Set(actionData.markedIds)
  const formatFileHref = (format: 'csv' | 'xlsx' | 'pdf') =>
    paths.admin.reportFile('publication_clients', format, {
      publication: String(id),
      ...toHolderQuery(query),
    })
  const formatHref = (changes: { page?: number; selected?: 'none' }) =>
    paths.admin.publicationClients(id, { ...query, ...changes })
  if (offer !== null)
    return (
      <ReportOfferPage
        id={id}
        publication={publication}
        offer={offer}
        makeFileHref={formatFileHref}
        currentPath={formatHref({})}
      />
    )
  return (
    <>
      <PageHeading
        title="Publicação × clientes"
        lead={`${publication}. ${formatCounted(count, 'cliente', 'clientes')}, ${formatCounted(units, 'unidade', 'unidades')}.`}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      >
        <button type="button" className="button no-print" data-print="" hidden>
          Imprimir
        </button>
      </PageHeading>
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={subscriberLabels} />
      ) : null}
      <RevisionChips chips={chips} />
      <HoldersForm action={paths.admin.publicationClients(id)} query={query} revisions={revisions} />
      {withoutAddress.count > 0 ? <WithoutAddress {...withoutAddress} /> : null}
      {count > 0 ? (
        <div className="report-files no-print">
          <ExportLinks href={formatFileHref} />
        </div>
      ) : null}
      <SubscriberForm
        action={formatHref({ page })}
        rows={rows}
        count={count}
        pages={pages}
        isMarked={(profileId) => markedIds?.has(profileId) ?? !isNoneMarked}
        scope={field.value('scope') ?? (isNoneMarked ? 'page' : undefined)}
        links={{
          markAllHref: formatHref({ page }),
          unmarkAllHref: formatHref({ page, selected: 'none' }),
        }}
        makeUserHref={paths.admin.client}
        field={field}
        empty={specTexts.noClients}
      />
      {pages > 1 ? (
        <p className="hint print-only">{`Página ${page} de ${pages}. O arquivo em PDF tem todas.`}</p>
      ) : null}
      <Pagination page={page} pages={pages} hrefFor={(targetPage) => formatHref({ page: targetPage })} />
      <Recalls rows={recalls} />
    </>
  )
}

type ReportOfferPageProps = Pick<Loaded, 'id' | 'publication'> & {
  offer: string
  /** address of this page with its filter */
  currentPath: string
  makeFileHref: (format: 'csv' | 'xlsx' | 'pdf') => string
}

function ReportOfferPage({ id, publication, offer, makeFileHref, currentPath }: ReportOfferPageProps) {
  const back = { href: paths.admin.publication(id), label: 'Publicação' }
  const files = { csv: makeFileHref('csv'), xlsx: makeFileHref('xlsx'), pdf: makeFileHref('pdf') }
  return (
    <>
      <PageHeading title="Publicação × clientes" lead={`${publication}.`} back={back} />
      <ReportOffer offer={offer} files={files} currentPath={currentPath} />
    </>
  )
}

function WithoutAddress({ count, names }: Loaded['withoutAddress']) {
  const unnamedCount = count - names.length
  const unnamedText = unnamedCount > 0 ? `; e mais ${unnamedCount}` : ''
  return (
    <div className="no-print">
      <Notice tone="warn" title="Sem endereço, sem etiqueta" isSilent>
        {`${formatCounted(count, 'cliente', 'clientes')}: ${names.join('; ')}${unnamedText}.`}
      </Notice>
    </div>
  )
}

function formatCounted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`
}
