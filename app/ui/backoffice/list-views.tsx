import { chooseColumns, getViewQuery, maxViewName } from '#app/domain/backoffice/list-view.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { ListColumn } from './list-columns.ts'

export type ListView = {
  action: string // address of the forms, and of the page that renames views
  views: readonly { id: number; name: string; query: string }[]
  current: string // query of the list as a view stores it; '' for all rows
  columns: readonly string[] | null
}

/** A view that the list offers to everyone. `count` is a text such as '999+'. */
export type UsualView = { name: string; query: string; count?: string }
type ViewTabsProps = {
  base: string
  view: ListView
  usual?: readonly UsualView[] | undefined
  count?: string | undefined // of the whole list
}

/** Shows the list's usual views, then the person's own views, except those equal to a usual view. */
export function ViewTabs({ base, view, usual = [], count }: ViewTabsProps) {
  const ownViews = view.views.filter(({ query }) => !usual.some((usualView) => usualView.query === query))
  const views: UsualView[] = [...usual, ...ownViews]
  if (views.length === 0) return null
  const allRowsView: UsualView = { name: 'Todos', query: '', ...(count === undefined ? {} : { count }) }
  return (
    <nav aria-label="Visões" className="views no-print">
      {[allRowsView, ...views].map((tab) => (
        <a
          key={`${tab.name} ${tab.query}`}
          href={tab.query === '' ? base : `${base}?${tab.query}`}
          aria-current={view.current === tab.query ? 'page' : undefined}
        >
          {tab.name}
          {tab.count === undefined ? null : <small>{` ${tab.count}`}</small>}
        </a>
      ))}
    </nav>
  )
}

type ViewFormsProps<Row> = { base: string; view: ListView; columns: readonly ListColumn<Row>[] }

export function ViewForms<Row>({ base, view, columns }: ViewFormsProps<Row>) {
  const { action } = view
  const viewQuery = setColumns(view.current, view.columns)
  const queryWithoutColumns = setColumns(view.current, null)
  const shownColumns = chooseColumns(columns, view.columns)
  return (
    <details className="view-forms no-print">
      <summary>Colunas e visões</summary>
      <PostForm action={action}>
        <input
          type="hidden"
          name="return_to"
          value={queryWithoutColumns === '' ? base : `${base}?${queryWithoutColumns}`}
        />
        <fieldset className="fieldset">
          <legend className="legend-s">Colunas desta lista</legend>
          <div className="view-columns">
            {columns.map((column) => (
              <CheckboxField
                key={column.key}
                id={`coluna-${column.key}`}
                name="column"
                value={column.key}
                label={column.fileHeading ?? column.label}
                defaultChecked={shownColumns.includes(column)}
                disabled={column.rowHeader}
              />
            ))}
          </div>
        </fieldset>
        <p className="actions">
          <Button name="intent" value="columns">
            Mostrar estas colunas
          </Button>
          <Button name="intent" value="usual-columns" variant="quiet">
            Restaurar colunas padrão
          </Button>
        </p>
      </PostForm>
      {viewQuery === '' ? (
        <p className="hint">Para guardar uma visão, filtre, ordene ou escolha colunas antes.</p>
      ) : (
        <PostForm action={action}>
          <input type="hidden" name="query" value={viewQuery} />
          <TextField
            label="Guardar esta visão com o nome"
            name="name"
            width="half"
            maxLength={maxViewName}
            autoComplete="off"
          />
          <p className="actions">
            <Button name="intent" value="save">
              Guardar visão
            </Button>
          </p>
        </PostForm>
      )}
      {view.views.length > 0 ? (
        <p>
          <a href={action}>Renomear ou excluir visões</a>
        </p>
      ) : null}
    </details>
  )
}

/** Replaces the columns in a query; null removes them. */
function setColumns(query: string, columns: readonly string[] | null): string {
  const params = new URLSearchParams(query)
  params.delete('columns')
  if (columns) params.set('columns', columns.join('.'))
  return getViewQuery(params)
}
