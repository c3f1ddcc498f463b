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
import { discardUpload, write } from '#app/routes/admin/settings/imports/csv/lines.server.ts'
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
  const { kind, id, ...found } = await findCsv(args)
  const { page } = parseListParams(args.request)
  const filter = parseFilter(args.request)
  const today = toCivilDate(new Date())
  const [fates, count] = await Promise.all([countCsvOutcomes(id), countFilteredRecords(id, filter)])
  const pages = Math.max(1, Math.ceil(count / PER_PAGE))
  redirectPastEnd(args.request, { page, pages })
  const records = await listRecords(id, filter, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  const [rows, stuck, sentBack] = await Promise.all([
    addLineEffects(records, today),
    isStuck(found, id),
    found.state === 'checked' ? countAwaitingRevision(id, today) : 0,
  ])
  return { ...found, id, kind, fates, filter, rows, count, page, pages, isStuck: stuck, sentBack }
}

/** Applies the lines as shown, or discards the file. */
export async function action(args: ActionFunctionArgs) {
  const { kind, id, state, createdBy, viewerId } = await findCsv(args)
  if (createdBy !== viewerId) notFound()
  const form = await readForm(args.request)
  if (form.get('intent') === 'discard') return discardUpload(id, kind)
  return write({ id, kind, state }, viewerId)
}

async function findCsv(args: LoaderFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const found = (await findImport(parseId(args.params.id) ?? notFound(), viewer.userId)) ?? notFound()
  const { id, source, content, state, created_by: createdBy } = found
  return content === 'system'
    ? notFound()
    : { id, source, kind: content, state, createdBy, viewerId: viewer.userId }
}

/** Returns true if no job or request works on the file any more. */
async function isStuck({ state }: { state: string }, id: number): Promise<boolean> {
  if (state !== 'applying' && state !== 'reading') return false
  const job = state === 'applying' ? 'apply-csv' : 'check-csv'
  const effect = await findEffectState(job, String(id))
  return effect === undefined || effect === 'refused'
}

function parseFilter(request: Request): RecordFilter {
  const askedState = new URL(request.url).searchParams.get('state')
  return (['new', 'changed', 'known', 'problems'] as const).find((value) => value === askedState) ?? 'all'
}

export default function Lines() {
  const { id, source, kind, state, fates, filter, rows, count, page, pages } = useLoaderData<typeof loader>()
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
      <Standing />
      <section className="section" aria-labelledby="linhas">
        <h2 id="linhas">{csvImportLabels.fates}</h2>
        <form method="get" action={paths.admin.csvLines(id)} className="actions">
          <SelectField
            label="Mostrar"
            name="state"
            width="half"
            options={makeOutcomeFilters(fates, state)}
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
          hrefFor={(to) => paths.admin.csvLines(id, { state: filter, page: to })}
        />
      </section>
    </div>
  )
}

/** Shows the state of the import and the possible actions. */
function Standing() {
  const { id, kind, state, fates, isStuck, createdBy, viewerId, sentBack } = useLoaderData<typeof loader>()
  const total = fates.new + fates.changed
  if (state === 'done')
    return (
      <Notice tone={fates.refused > 0 ? 'warn' : 'good'} isSilent>
        {`Criadas: ${fates.new}. Alteradas: ${fates.changed}. Iguais: ${fates.known}. Com erro: ${fates.refused}.`}
        {kind === 'clients' ? ` ${csvImportLabels.cleared}` : ''}
      </Notice>
    )
  if (state === 'applying')
    return (
      <>
        <Progress
          text={`${total - fates.ready} de ${total} linhas gravadas`}
          doneCount={total - fates.ready}
          total={total}
        />
        {isStuck && createdBy === viewerId ? (
          <ActForm id={id} label={csvImportLabels.goOn} />
        ) : (
          <Refresh id={id} />
        )}
      </>
    )
  if (state === 'reading')
    return (
      <>
        <Progress text={`${fates.read} linhas a conferir`} />
        {isStuck && createdBy === viewerId ? (
          <ActForm id={id} label={undefined} isDiscardable />
        ) : (
          <Refresh id={id} />
        )}
      </>
    )
  return (
    <>
      <Notice tone="warn" isSilent>
        <p>{csvImportLabels.waits(csvWaitDays)}</p>
        <p>
          {total === 0
            ? csvImportLabels.nothing
            : `Ao gravar. Novas: ${fates.new}. Mudam: ${fates.changed}. Com erro, ficam de fora: ${fates.refused}. ${csvImportLabels.byWorker}`}
        </p>
        {sentBack > 0 ? <p>{`${csvImportLabels.sentBack(sentBack)}, pela versão nova.`}</p> : null}
      </Notice>
      <ActForm id={id} label={total > 0 ? csvImportLabels.apply : undefined} isDiscardable />
    </>
  )
}

type ActFormProps = { id: number; label: string | undefined; isDiscardable?: boolean }

function ActForm({ id, label, isDiscardable }: ActFormProps) {
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

function Refresh({ id }: { id: number }) {
  return (
    <p className="actions no-print">
      <LinkButton id="atualizar" href={paths.admin.csvLines(id)}>
        Atualizar
      </LinkButton>
    </p>
  )
}
