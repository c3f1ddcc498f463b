import type { ReactNode } from 'react'
import { ReportCards } from '#app/routes/admin/reports/report-cards.tsx'
import type { ReportResult } from '#app/routes/admin/reports/report-result.ts'
import { ExportLinks } from '#app/ui/backoffice/export-links.tsx'
import { ReportOffer } from '#app/ui/backoffice/report-offer.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type FilterField = {
  kind: string
  name: string
  label: string
  value: string
  hint?: string
  errors?: string[]
} & {
  options?: readonly { value: string; label: string }[]
}

export type ReportPageProps = {
  title: string
  base: string
  fields: readonly FilterField[]
  /** the current filter */
  query: Readonly<Record<string, string>>
  isAsking: boolean
  result: ReportResult | null
  /** why the report is not shown; its files can be prepared instead */
  offer: string | null
  /** addresses of the report's files */
  files: { csv: string; xlsx: string; pdf: string; json?: string }
  /**
   * 'modal' opens the form over the report; 'form' shows the form above the report, and with `atOnce` scripts
   * submit the form after each change (back-office §2)
   */
  asks: { as: 'modal'; label: string } | { as: 'form'; atOnce?: true }
  /** text before a filter is submitted */
  invitation?: string
  /** further actions */
  acts?: ReactNode
  back: { href: string; label: string }
  /** true shows each group as a card */
  cards?: boolean
}

/** Shows a report: its form, rows and sums, and links to its files and paper (F115). */
export function ReportPage(props: ReportPageProps) {
  const { title, base, query, isAsking, result, asks, back, offer, files, invitation, acts } = props
  const isOpen = asks.as === 'modal' && isAsking
  return (
    <>
      {isOpen ? <ReportModal {...props} label={asks.label} /> : null}
      <div {...(isOpen ? behindModal : {})}>
        <PageHeading title={title} lead={result?.lead} back={back}>
          {asks.as === 'modal' ? (
            <LinkButton href={formatHref(base, { ...query, ask: '1' })}>{asks.label}</LinkButton>
          ) : null}
          {result ? (
            <button type="button" className="button button-secondary" data-print="" hidden>
              Imprimir
            </button>
          ) : null}
          {acts}
        </PageHeading>
        {asks.as === 'form' ? <ReportForm {...props} /> : null}
        {result ? <ReportRows {...props} result={result} /> : null}
        {offer ? <ReportOffer offer={offer} files={files} currentPath={formatHref(base, query)} /> : null}
        {!result && !offer && invitation ? <EmptyState text={invitation} /> : null}
      </div>
    </>
  )
}

/** Makes the page behind a dialog inert; this version of React has no such attribute. */
const behindModal = { inert: '' }

type Row = ReportResult['rows'][number]

type ReportRowsProps = ReportPageProps & { result: ReportResult }

function ReportRows({ title, base, query, result, files, cards }: ReportRowsProps) {
  const { notes, heads, rows, totals, empty, count, page, pages, isLedger } = result
  const makePageHref = (number: number) =>
    formatHref(base, number > 1 ? { ...query, page: String(number) } : query)
  const currentPath = makePageHref(page)
  const columns = listColumns(heads)
  const hasGroups = rows.some(({ group }) => group)
  return (
    <>
      <Steps {...result} />
      {notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {count > 0 ? <ReportFiles result={result} files={files} currentPath={currentPath} /> : null}
      {isLedger && count > 0 ? <Ledger {...result} /> : null}
      {cards ? (
        <ReportCards columns={columns} rows={rows} empty={{ text: empty }} totals={totals} files={files} />
      ) : (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          getGroup={hasGroups ? ({ group }) => group ?? { key: '', label: '' } : undefined}
          empty={{ text: empty }}
          totals={count > 0 && !isLedger ? totals : []}
        />
      )}
      {pages > 1 ? (
        <p className="hint print-only">{`Página ${page} de ${pages}. ${describeOtherFiles(result)}`}</p>
      ) : null}
      <Pagination page={page} pages={pages} hrefFor={makePageHref} />
    </>
  )
}

function listColumns(heads: ReportResult['heads']): Column<Row>[] {
  return heads.map((head, index) => ({
    key: head.key,
    label: head.label,
    align: head.align,
    rowHeader: head.isHeader,
    isTotalled: head.isTotalled,
    render: ({ cells }: Row) => <CellText {...(cells[index] ?? { text: '-', href: null })} />,
  }))
}

/** Shows the sums, which are the purpose of this report, before the rows. */
function Ledger({ totals, summary }: ReportResult) {
  return (
    <>
      <section className="section sums" aria-labelledby="totais">
        <h2 id="totais">Totais</h2>
        <SummaryList rows={totals.map(({ label, value }) => ({ key: label, value }))} />
      </section>
      {summary ? (
        <section className="section sums" aria-labelledby="resumo">
          <h2 id="resumo">{summary.title}</h2>
          <DataTable
            caption={summary.title}
            columns={listColumns(summary.heads)}
            rows={summary.rows}
            rowKey={({ key }) => key}
            empty={{ text: '' }}
          />
        </section>
      ) : null}
      <div className="section">
        <h2>Lançamentos</h2>
      </div>
    </>
  )
}

/** Returns a sentence for printed pages about the files that contain all rows. */
function describeOtherFiles({ paperRefusal }: ReportResult) {
  return paperRefusal ? 'Os arquivos Excel e CSV têm todas.' : 'O arquivo em PDF tem todas.'
}

function Steps({ steps }: Pick<ReportResult, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <p className="actions no-print">
      {steps.map(({ href, label }) => (
        <LinkButton key={href} href={href}>
          {label}
        </LinkButton>
      ))}
    </p>
  )
}

type FilesProps = Pick<ReportPageProps, 'files'> & { result: ReportResult; currentPath: string }

function ReportFiles({ result, files, currentPath }: FilesProps) {
  const { countText, paperRefusal } = result
  return (
    <div className="report-files no-print">
      <span className="hint">{countText}</span>
      <ExportLinks href={(format) => files[format]} />
      {files.json ? <a href={files.json}>JSON</a> : null}
      {paperRefusal ? (
        <span className="hint">{paperRefusal}</span>
      ) : (
        <PostForm action={files.pdf}>
          <input type="hidden" name="return_to" value={currentPath} />
          <button type="submit">PDF</button>
        </PostForm>
      )}
    </div>
  )
}

function CellText({ text, href }: Row['cells'][number]) {
  return href === null ? text : <a href={href}>{text}</a>
}

/** Shows the form as a dialog. The close link leads to the report or, if there is none, to the previous page. */
function ReportModal({ label, ...props }: ReportPageProps & { label: string }) {
  return (
    <dialog open className="modal no-print" aria-labelledby="modal-title" data-modal="">
      <h2 id="modal-title">{label}</h2>
      <ReportForm {...props} isModal />
      <a
        className="modal-close"
        href={props.result ? formatHref(props.base, props.query) : props.back.href}
        data-escape=""
      >
        Fechar
      </a>
    </dialog>
  )
}

function ReportForm({ base, fields, asks, isModal }: ReportPageProps & { isModal?: boolean }) {
  const errors = Object.fromEntries(
    fields.flatMap(({ name, errors: texts }) => (texts ? [[name, texts]] : [])),
  )
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const hasErrors = Object.keys(errors).length > 0
  const focusedName = isModal && !hasErrors ? fields.find(({ kind }) => kind !== 'hidden')?.name : undefined
  const atOnce = asks.as === 'form' && asks.atOnce ? '' : undefined
  return (
    <form method="get" action={base} noValidate className="report-form no-print" data-ask-at-once={atOnce}>
      {hasErrors ? <ErrorSummary errors={errors} labels={labels} /> : null}
      {fields.map((field) => (
        <FilterInput key={field.name} field={field} isFocused={field.name === focusedName} />
      ))}
      <Button variant="main">Buscar</Button>
    </form>
  )
}

/** Shows a field of the filter. A form that has just been opened focuses its first field. */
function FilterInput({ field, isFocused }: { field: FilterField; isFocused: boolean }) {
  const { kind, name, label, value, hint, errors, options = [] } = field
  if (kind === 'hidden') return <input type="hidden" name={name} value={value} />
  const fieldProps = {
    label,
    name,
    errors,
    ...(hint ? { hint } : {}),
    ...(isFocused ? { autoFocus: true } : {}),
  }
  if (kind === 'choice')
    return <SelectField {...fieldProps} width="half" options={options} defaultValue={value} />
  return (
    <TextField
      {...fieldProps}
      type={getInputType(field)}
      width="half"
      defaultValue={value}
      autoComplete="off"
    />
  )
}

const dayOrEmptyPattern = /^(\d{4}-\d{2}-\d{2})?$/

/** Returns 'text' for an invalid day, which a date input would not show. */
function getInputType({ kind, value }: FilterField) {
  return kind === 'day' && dayOrEmptyPattern.test(value) ? 'date' : 'text'
}

/** Returns the report's address with this filter. */
function formatHref(base: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== '')
  const queryText = new URLSearchParams(pairs).toString()
  return queryText ? `${base}?${queryText}` : base
}
