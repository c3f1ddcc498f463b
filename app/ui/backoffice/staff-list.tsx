import type { ReactNode } from 'react'
import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { PaymentState } from '#app/domain/orders/payment-state.ts'
import { stateFilters } from '#app/text/orders/state-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type PageHref, Pagination, type PaginationProps } from '#app/ui/pagination.tsx'
import { DataTable } from '#app/ui/table.tsx'
import { ExportLinks } from './export-links.tsx'
import { type ListColumn, listPageColumns, type SortLink } from './list-columns.ts'
import { ListFilters } from './list-filters.tsx'
import { type ListView, type UsualView, ViewForms, ViewTabs } from './list-views.tsx'
import { RowCount } from './row-count.tsx'
import { StaffSearchBar } from './staff-search-bar.tsx'

export type StaffListProps<Row> = {
  title: string
  lead?: ReactNode
  isCut?: boolean // true if the search matches more than the list shows
  base: string // address without a query
  search: string
  searchLabel: string
  searchIcon?: 'search' | 'refresh' // 'refresh' where the specification has that icon
  status: { value: number | undefined; options: readonly { value: number; label: string }[] }
  states?: { payment?: PaymentState | undefined; goods?: GoodsState | undefined }
  filter?: { value: string | undefined; field: ReactNode } // beside the status
  empty?: string // shown when nothing matches
  similarSearches?: ReactNode // suggestions when nothing matches
  /** address without the search, if more than status and `hidden` must stay */
  clearHref?: string
  hidden?: Readonly<Record<string, string>> // filters that stay in a search
  add?: { href: string; label: string }
  exportHref?: (format: 'xlsx' | 'csv') => string
  importHref?: string | undefined // page that imports such records
  aside?: ReactNode // actions next to the add button
  caption: string
  columns: readonly ListColumn<Row>[]
  sort?: SortLink // without it, the list has only one sort order
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  page: number
  pages: number
  count: number
  isCountExact?: boolean // false if the count is a minimum
  isOpenEnded?: boolean
  keys?: PaginationProps['keys']
  hrefFor: PageHref
  view?: ListView // the person's views and columns
  usualViews?: readonly UsualView[] // offered before the person's own
  allCount?: string // of the list without filters, beside the usual views
  notice?: ReactNode // above the filter
  children?: ReactNode // between filter and table: a form for several rows
}

const cutText = 'A busca encontrou mais do que a lista mostra: digite mais para achar o que falta.'

/** Shows a list of records. Its search, filters and page are in the address. */
export function StaffList<Row>(props: StaffListProps<Row>) {
  const { title, lead, base, status, hidden = {}, add, exportHref } = props
  return (
    <>
      <PageHeading title={title} lead={props.isCut ? cutText : lead}>
        {props.aside}
        {add ? (
          <LinkButton href={add.href} variant="main">
            {add.label}
          </LinkButton>
        ) : null}
      </PageHeading>
      {props.notice}
      {props.view ? (
        <ViewTabs base={base} view={props.view} usual={props.usualViews} count={props.allCount} />
      ) : null}
      <StaffSearchBar
        label={props.searchLabel}
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
        <ListFilters values={[status.value, props.states?.payment, props.states?.goods, props.filter?.value]}>
          <SelectField
            label="Situação"
            name="status"
            width="half"
            placeholder="Todas"
            options={status.options}
            defaultValue={status.value === undefined ? '' : String(status.value)}
          />
          {props.states ? <StateFilters states={props.states} /> : null}
          {props.filter?.field}
        </ListFilters>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </StaffSearchBar>
      {props.children}
      <DataTable
        caption={props.caption}
        columns={listPageColumns(props.columns, props.sort, props.view?.columns)}
        rows={props.rows}
        rowKey={props.rowKey}
        rowsLead
        layout="lines"
        empty={{
          text: props.empty ?? specTexts.noResults,
          children: props.similarSearches,
          clearHref: props.search === '' ? undefined : (props.clearHref ?? makeHrefWithoutSearch(props)),
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

function makeHrefWithoutSearch<Row>({ base, status, states = {}, hidden = {} }: StaffListProps<Row>): string {
  const query = new URLSearchParams(hidden)
  for (const { name } of stateFilters) if (states[name]) query.set(name, states[name])
  if (status.value !== undefined) query.set('status', String(status.value))
  return query.size === 0 ? base : `${base}?${query}`
}
