import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { csvWaitDays } from '#app/domain/backoffice/import-kind.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId, parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { addLineEffects, countAwaitingRevision } from '#app/models/backoffice/import/csv-effects.server.ts'
import {
  countCsvOutcomes,
  countFilteredRecords,
  findImport,
  listRecords,
  type RecordFilter,
} from '#app/models/backoffice/import/imports.server.ts'
import { findEffectState } from '#app/models/platform/outbox.server.ts'
import { paths } from '#app/paths.ts'
import { applyUpload, discardUpload } from '#app/routes/admin/settings/imports/csv/lines.server.ts'
import { makeLineColumns, makeOutcomeFilters } from '#app/routes/admin/settings/imports/line-columns.tsx'
import { csvImportLabels, csvImportTitles } from '#app/text/backoffice/csv-import-labels.ts'
import { importLabels, importStates } from '#app/text/backoffice/import-labels.ts'
import { listPageColumns } from '#app/ui/backoffice/list-columns.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { DataTable } from '#app/ui/table.tsx'

const PER_PAGE = 100
const REFRESH_SECONDS = 3

type Loaded = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle<Loaded> = {
  title: ({ source }) => `Importação de ${source}`,
  refreshAfter: ({ state, isStuck }) =>
    (state === 'reading' || state === 'applying') && !isStuck ? REFRESH_SECONDS : undefined,
  section: 'settings',
  help: 'integracoes',
}

/** Loads the predicted or final outcome of each CSV line. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind, id, ...csvImport } = await requireCsvImport(args)
  const { page } = parseListParams(args.request)
  const filter = parseFilter(args.request)
  const today = toCivilDate(new Date())
  const [outcomeCounts, count] = await Promise.all([countCsvOutcomes(id), countFilteredRecords(id, filter)])
  const pages = Math.max(1, Math.ceil(count / PER_PAGE))
  redirectPastEnd(args.request, { page, pages })
  const records = await listRecords(id, filter, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  const [rows, isStuck, awaitingCount] = await Promise.all([
    addLineEffects(records, today),
    checkIfStuck(csvImport, id),
    csvImport.state === 'checked' ? countAwaitingRevision(id, today) : 0,
  ])
  return { ...csvImport, id, kind, outcomeCounts, filter, rows, count, page, pages, isStuck, awaitingCount }
}

/** Applies the lines as shown, or discards the file. */
export async function action(args: ActionFunctionArgs) {
  const { kind, id, state, createdBy, viewerId } = await requireCsvImport(args)
  if (createdBy !== viewerId) notFound()
  const form = await readForm(args.request)
  if (form.get('intent') === 'discard') return discardUpload(id, kind)
  return applyUpload({ id, kind, state }, viewerId)
}

async function requireCsvImport(args: LoaderFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const csvImport = (await findImport(parseId(args.params.id) ?? notFound(), viewer.userId)) ?? notFound()
  const { id, source, content, state, created_by: createdBy } = csvImport
  return content === 'system'
    ? notFound()
    : { id, source, kind: content, state, createdBy, viewerId: viewer.userId }
}

/** Returns true if the import is unfinished but no job or request works on it any more. */
async function checkIfStuck({ state }: { state: string }, id: number): Promise<boolean> {
  if (state !== 'applying' && state !== 'reading') return false
  const job = state === 'applying' ? 'apply-csv' : 'check-csv'
  const effectState = await findEffectState(job, String(id))
  return effectState === undefined || effectState === 'refused'
}

const stateFilters = ['new', 'changed', 'known', 'problems'] as const

function parseFilter(request: Request): RecordFilter {
  const stateParam = new URL(request.url).searchParams.get('state')
  return stateFilters.find((value) => value === stateParam) ?? 'all'
}

export default function Lines() {
  const { id, source, kind, state, outcomeCounts, filter, rows, count, page, pages } =
    useLoaderData<typeof loader>()
  const isRunning = state === 'reading' || state === 'applying'
  return (
    <div id="importacao" data-region="" data-poll={isRunning ? '' : undefined} className="stack-l">
      <PageHeading
        title={`Importação de ${source}`}
        lead={`${csvImportTitles[kind]}: ${importStates[state]}`}
        back={{ href: paths.admin.imports(), label: importLabels.title }}
      >
        <LinkButton href={paths.admin.importFile(id, 'xlsx')}>Baixar Excel</LinkButton>
        <LinkButton href={paths.admin.importFile(id, 'csv')}>Baixar CSV</LinkButton>
      </PageHeading>
      <ImportStatus />
      <section className="section" aria-labelledby="linhas">
        <h2 id="linhas">{csvImportLabels.fates}</h2>
        <form method="get" action={paths.admin.csvLines(id)} className="actions">
          <SelectField
            label="Mostrar"
            name="state"
            width="half"
            options={makeOutcomeFilters(outcomeCounts, state)}
            defaultValue={filter}
          />
          <Button>Filtrar</Button>
          <span className="hint">{count === 1 ? '1 linha' : `${count} linhas`}</span>
        </form>
        <DataTable
          caption="Linhas do arquivo"
          columns={listPageColumns(makeLineColumns(kind, state))}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhuma linha assim.' }}
        />
        <Pagination
          page={page}
          pages={pages}
          hrefFor={(targetPage) => paths.admin.csvLines(id, { state: filter, page: targetPage })}
        />
      </section>
    </div>
  )
}

/** Shows the state of the import and the possible actions. */
function ImportStatus() {
  const { id, kind, state, outcomeCounts, isStuck, createdBy, viewerId, awaitingCount } =
    useLoaderData<typeof loader>()
  const writableCount = outcomeCounts.new + outcomeCounts.changed
  if (state === 'done')
    return (
      <Notice tone={outcomeCounts.refused > 0 ? 'warn' : 'good'} isSilent>
        {`Criadas: ${outcomeCounts.new}. Alteradas: ${outcomeCounts.changed}. Iguais: ${outcomeCounts.known}. Com erro: ${outcomeCounts.refused}.`}
        {kind === 'clients' ? ` ${csvImportLabels.cleared}` : ''}
      </Notice>
    )
  if (state === 'applying')
    return (
      <>
        <Progress
          text={`${writableCount - outcomeCounts.ready} de ${writableCount} linhas gravadas`}
          doneCount={writableCount - outcomeCounts.ready}
          total={writableCount}
        />
        {isStuck && createdBy === viewerId ? (
          <ImportActions id={id} label={csvImportLabels.goOn} />
        ) : (
          <RefreshLink id={id} />
        )}
      </>
    )
  if (state === 'reading')
    return (
      <>
        <Progress text={`${outcomeCounts.read} linhas a conferir`} />
        {isStuck && createdBy === viewerId ? (
          <ImportActions id={id} label={undefined} isDiscardable />
        ) : (
          <RefreshLink id={id} />
        )}
      </>
    )
  return (
    <>
      <Notice tone="warn" isSilent>
        <p>{csvImportLabels.waits(csvWaitDays)}</p>
        <p>
          {writableCount === 0
            ? csvImportLabels.nothing
            : `Ao gravar. Novas: ${outcomeCounts.new}. Mudam: ${outcomeCounts.changed}. Com erro, ficam de fora: ${outcomeCounts.refused}. ${csvImportLabels.byWorker}`}
        </p>
        {awaitingCount > 0 ? <p>{`${csvImportLabels.sentBack(awaitingCount)}, pela versão nova.`}</p> : null}
      </Notice>
      <ImportActions id={id} label={writableCount > 0 ? csvImportLabels.apply : undefined} isDiscardable />
    </>
  )
}

type ImportActionsProps = { id: number; label: string | undefined; isDiscardable?: boolean }

function ImportActions({ id, label, isDiscardable }: ImportActionsProps) {
  return (
    <PostForm action={paths.admin.csvLines(id)} className="actions no-print" data-once="">
      {label ? (
        <Button variant="main" name="intent" value="write">
          {label}
        </Button>
      ) : null}
      {isDiscardable ? (
        <Button name="intent" value="discard">
          {csvImportLabels.discard}
        </Button>
      ) : null}
    </PostForm>
  )
}

function RefreshLink({ id }: { id: number }) {
  return (
    <p className="actions no-print">
      <LinkButton id="atualizar" href={paths.admin.csvLines(id)}>
        Atualizar
      </LinkButton>
    </p>
  )
}
