import type { ReactNode } from 'react'
import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { PaymentState } from '#app/domain/orders/payment-state.ts'
import { stateFilters } from '#app/text/orders/state-labels.ts'
import { specified } from '#app/text/platform/messages.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type PageHref, Pagination, type PaginationProps } from '#app/ui/pagination.tsx'
import { SearchBar } from '#app/ui/search-bar.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { ExportLinks } from './export-links.tsx'
import { type ListColumn, pageColumns, type SortLink } from './list-columns.ts'
import { type ListView, ViewForms, ViewTabs } from './list-views.tsx'
import { RowCount } from './row-count.tsx'

export type StaffListProps<Row> = {
  title: string
  lead?: ReactNode
  /** the search means more than the list gives */
  isCut?: boolean
  /** Where the list is, without its query. */
  base: string
  search: string
  searchLabel: string
  /** 'refresh' where the specification has that icon */
  searchIcon?: 'search' | 'refresh'
  status?: { value: number | undefined; options: readonly { value: number; label: string }[] }
  /** filters by payment and goods, where the list has them */
  states?: { payment?: PaymentState | undefined; goods?: GoodsState | undefined }
  /** Further filters beside the status. */
  filters?: ReactNode
  /** shown when nothing matches */
  empty?: string
  /** suggestions when nothing matches */
  nearMisses?: ReactNode
  /** The list without the search, where more than status and `hidden` is to stay. */
  clear?: string
  /** Filters that stay when searching. */
  hidden?: Readonly<Record<string, string>>
  add?: { href: string; label: string }
  /** The same list as a file. */
  exportHref?: (format: 'xlsx' | 'csv') => string
  /** Where a file of such records is brought in. */
  importHref?: string | undefined
  /** Further acts beside the add button. */
  aside?: ReactNode
  caption: string
  columns: readonly ListColumn<Row>[]
  /** Where a sortable heading leads; a list without it has one order. */
  sort?: SortLink
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  page: number
  pages: number
  count: number
  /** unless it is the least there are (D105) */
  isCountExact?: boolean
  isOpenEnded?: boolean
  keys?: PaginationProps['keys']
  hrefFor: PageHref
  /** Views and columns the person keeps of this list. */
  view?: ListView
  /** above the filter */
  over?: ReactNode
  /** between filter and table: a form for several rows */
  children?: ReactNode
}

const cutLabels = 'A busca encontrou mais do que a lista mostra: digite mais para achar o que falta.'

/** A list of the back-office: search, status, count, file, table and pager; the address says all of it (F71). */
export function StaffList<Row>(props: StaffListProps<Row>) {
  const { title, lead, base, status, hidden = {}, add, exportHref } = props
  return (
    <>
      <PageHeading title={title} lead={props.isCut ? cutLabels : lead}>
        {props.aside}
        {add ? (
          <LinkButton href={add.href} variant="main">
            {add.label}
          </LinkButton>
        ) : null}
      </PageHeading>
      {props.over}
      {props.view ? <ViewTabs base={base} view={props.view} /> : null}
      <SearchBar
        label={props.searchLabel}
        placeholder={props.searchLabel}
        defaultValue={props.search}
        action={base}
        icon={props.searchIcon}
        aside={
          <>
            <RowCount {...props} />
            {exportHref ? <ExportLinks href={exportHref} /> : null}
            {props.importHref ? <a href={props.importHref}>Importar CSV</a> : null}
          </>
        }
      >
        {status ? (
          <SelectField
            label="Situação"
            name="status"
            width="half"
            placeholder="Todas"
            options={status.options}
            defaultValue={status.value === undefined ? '' : String(status.value)}
          />
        ) : null}
        {props.states ? <StateFilters states={props.states} /> : null}
        {props.filters}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </SearchBar>
      {props.children}
      <DataTable
        caption={props.caption}
        columns={pageColumns(props.columns, props.sort, props.view?.columns)}
        rows={props.rows}
        rowKey={props.rowKey}
        rowsLead
        look="lines"
        empty={{
          text: props.empty ?? specified.noPublications,
          children: props.nearMisses,
          clear: props.search === '' ? undefined : (props.clear ?? withoutSearch(props)),
        }}
      />
      {props.view ? <ViewForms base={base} view={props.view} columns={props.columns} /> : null}
      <Pagination
        page={props.page}
        pages={props.pages}
        hrefFor={props.hrefFor}
        keys={props.keys}
        isOpenEnded={props.isOpenEnded ?? false}
      />
    </>
  )
}

function StateFilters({ states }: { states: NonNullable<StaffListProps<unknown>['states']> }) {
  return stateFilters.map(({ name, label, options }) => (
    <SelectField
      key={name}
      label={label}
      name={name}
      width="half"
      placeholder="Todos"
      options={options}
      defaultValue={states[name] ?? ''}
    />
  ))
}

/** The same list with its other filters. */
function withoutSearch<Row>({ base, status, states = {}, hidden = {} }: StaffListProps<Row>): string {
  const query = new URLSearchParams(hidden)
  for (const { name } of stateFilters) if (states[name]) query.set(name, states[name])
  if (status?.value !== undefined) query.set('status', String(status.value))
  return query.size === 0 ? base : `${base}?${query}`
}
