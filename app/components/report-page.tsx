import { Button, LinkButton } from './button.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { SelectField, TextField } from './field.tsx'
import { PageHeading } from './page-heading.tsx'
import { Pagination } from './pagination.tsx'
import { ReportCards } from './report-cards.tsx'
import { DataTable } from './table.tsx'

type Field = {
  kind: string
  name: string
  label: string
  value: string
  hint?: string
  errors?: string[]
} & {
  options?: readonly { value: string; label: string }[]
}

type Cell = { text: string; href: string | null }
type Group = { key: string; label: string; note?: string; href?: string }
type Row = { key: string; cells: readonly Cell[]; group: Group | null }
type Head = { key: string; label: string; align: 'text' | 'code' | 'num'; isHeader: boolean }

export type ReportResult = {
  lead: string
  empty: string
  heads: readonly Head[]
  rows: readonly Row[]
  totals: readonly { label: string; value: string }[]
  count: number
  page: number
  pages: number
}

export type ReportPageProps = {
  title: string
  base: string
  fields: readonly Field[]
  /** the filter in force */
  query: Readonly<Record<string, string>>
  isAsking: boolean
  result: ReportResult | null
  /** addresses of the report as a file */
  files: { csv: string; xlsx: string; pdf: string }
  /** 'modal': the form opens over the report; 'form': it stands above it (back-office §2) */
  asks: { as: 'modal'; label: string } | { as: 'form' }
  back: { href: string; label: string }
  /** what stands under one heading is a card, and these are counted; else rows are */
  cards?: { one: string; many: string }
}

const rowWords = { one: 'linha', many: 'linhas' }

/** A report: what is asked, what came of it, its sums; as a file in three ways, and on paper (F115). */
export function ReportPage(props: ReportPageProps) {
  const { title, base, query, isAsking, result, asks, back } = props
  const isOpen = asks.as === 'modal' && isAsking
  return (
    <>
      <PageHeading title={title} lead={result?.lead} back={back}>
        {asks.as === 'modal' ? (
          <LinkButton href={hrefOf(base, { ...query, ask: '1' })}>{asks.label}</LinkButton>
        ) : null}
        <button type="button" className="button no-print" data-print="" hidden>
          Imprimir
        </button>
      </PageHeading>
      {asks.as === 'form' ? <ReportForm {...props} /> : null}
      {isOpen ? <ReportModal {...props} label={asks.label} /> : null}
      {result ? <ReportRows {...props} result={result} /> : null}
    </>
  )
}

type ReportRowsProps = ReportPageProps & { result: ReportResult }

function ReportRows({ title, base, query, result, files, cards }: ReportRowsProps) {
  const { heads, rows, totals, empty, count, page, pages } = result
  const { one, many } = cards ?? rowWords
  const columns = heads.map((head, index) => ({
    key: head.key,
    label: head.label,
    align: head.align,
    rowHeader: head.isHeader,
    render: ({ cells }: Row) => <CellText {...(cells[index] ?? { text: '-', href: null })} />,
  }))
  return (
    <>
      <div className="report-files no-print">
        <span className="hint">{`${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`}</span>
        <a href={files.csv}>CSV</a>
        <a href={files.xlsx}>Excel</a>
        <form method="post" action={files.pdf}>
          <button type="submit" className="link">
            PDF
          </button>
        </form>
      </div>
      {cards ? (
        <ReportCards columns={columns} rows={rows} empty={{ text: empty }} totals={totals} />
      ) : (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          groupOf={
            rows.some(({ group }) => group) ? ({ group }) => group ?? { key: '', label: '' } : undefined
          }
          empty={{ text: empty }}
          totals={count > 0 ? totals : []}
        />
      )}
      {pages > 1 ? (
        <p className="hint print-only">{`Página ${page} de ${pages}. O arquivo em PDF tem todas.`}</p>
      ) : null}
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(to) => hrefOf(base, to > 1 ? { ...query, page: String(to) } : query)}
      />
    </>
  )
}

function CellText({ text, href }: Cell) {
  return href === null ? text : <a href={href}>{text}</a>
}

function ReportModal({ label, ...props }: ReportPageProps & { label: string }) {
  return (
    <div className="modal no-print">
      <section role="dialog" aria-modal="true" aria-label={label} className="modal-box">
        <h2>{label}</h2>
        <ReportForm {...props} />
        {props.result ? (
          <a className="modal-close" href={hrefOf(props.base, props.query)} data-escape="">
            Fechar
          </a>
        ) : null}
      </section>
    </div>
  )
}

function ReportForm({ base, fields }: ReportPageProps) {
  const errors = Object.fromEntries(
    fields.flatMap(({ name, errors: texts }) => (texts ? [[name, texts]] : [])),
  )
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  return (
    <form method="get" action={base} noValidate className="report-form no-print">
      {Object.keys(errors).length > 0 ? <ErrorSummary errors={errors} labels={labels} /> : null}
      {fields.map((field) => (
        <FilterInput key={field.name} field={field} />
      ))}
      <Button variant="main">Buscar</Button>
    </form>
  )
}

function FilterInput({ field }: { field: Field }) {
  const { kind, name, label, value, hint, errors, options = [] } = field
  if (kind === 'hidden') return <input type="hidden" name={name} value={value} />
  if (kind === 'choice')
    return <SelectField label={label} name={name} width="half" options={options} defaultValue={value} />
  const type = kind === 'day' ? 'date' : 'text'
  return (
    <TextField
      {...{ label, name, errors }}
      {...(hint ? { hint } : {})}
      type={type}
      width="half"
      defaultValue={value}
      autoComplete="off"
    />
  )
}

/** The report with this filter. */
function hrefOf(base: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== '')
  const text = new URLSearchParams(pairs).toString()
  return text ? `${base}?${text}` : base
}
