import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { maxViewName } from '#app/domain/backoffice/list-view.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listViews } from '#app/models/backoffice/saved-view.server.ts'
import { getSafeAdminRedirect, paths } from '#app/paths.ts'
import { handleViewForm } from '#app/routes/admin/views/view-form.server.ts'
import { findViewedList } from '#app/routes/admin/views/view-lists.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<{ label: string }> = {
  title: ({ label }) => `Visões de ${label}`,
  help: 'listas',
}

/** Loads a person's saved views of a list, for renaming and deleting (D91). */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { list, base, label } = findViewedList(args.params.list) ?? notFound()
  return { list, base, label, views: await listViews({ userId, list }) }
}

/** Changes the views and columns of the person who is logged in. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { list, base } = findViewedList(args.params.list) ?? notFound()
  const form = await readForm(args.request)
  const outcome = (await handleViewForm(form, { userId, list })) ?? notFound()
  if ('fault' in outcome) return data(outcome, { status: 400 })
  const back = outcome.query ? `${base}?${outcome.query}` : getSafeAdminRedirect(form.get('return_to'), base)
  return redirectWithFlash(back, { tone: 'good', text: outcome.message })
}

export default function Views() {
  const { list, base, label, views } = useLoaderData<typeof loader>()
  const rejectedView = useActionData<{ fault: string; id: number; name: string; query: string }>()
  const pageHref = paths.admin.views(list)
  return (
    <div className="narrow stack-l">
      <PageHeading title={`Visões de ${label}`} back={{ href: base, label }} />
      {rejectedView ? (
        <ErrorSummary
          errors={{ [getNameField(rejectedView.id)]: [rejectedView.fault] }}
          labels={{ name: 'Nome' }}
        />
      ) : null}
      {rejectedView?.id === 0 ? (
        <PostForm action={pageHref} noValidate className="stack">
          <input type="hidden" name="query" value={rejectedView.query} />
          <NameField
            id={0}
            label="Guardar esta visão com o nome"
            value={rejectedView.name}
            fault={rejectedView.fault}
          />
          <p className="actions">
            <Button name="intent" value="save" variant="main">
              Guardar visão
            </Button>
            <LinkButton href={rejectedView.query ? `${base}?${rejectedView.query}` : base}>Voltar</LinkButton>
          </p>
        </PostForm>
      ) : null}
      {views.length === 0 && rejectedView?.id !== 0 ? (
        <EmptyState
          text="Nenhuma visão guardada. Filtre a lista e dê um nome a ela."
          action={{ href: base, label: 'Ir para a lista' }}
        />
      ) : null}
      {views.map(({ id, name, query }) => (
        <section key={id} className="section" aria-labelledby={`visao-${id}`}>
          <h2 id={`visao-${id}`}>
            <a href={`${base}?${query}`}>{name}</a>
          </h2>
          <PostForm action={pageHref} noValidate>
            <input type="hidden" name="view" value={id} />
            <input type="hidden" name="return_to" value={pageHref} />
            <NameField
              id={id}
              label="Nome"
              value={rejectedView?.id === id ? rejectedView.name : name}
              fault={rejectedView?.id === id ? rejectedView.fault : undefined}
            />
            <p className="actions">
              <Button name="intent" value="rename">
                Renomear<span className="visually-hidden">{` ${name}`}</span>
              </Button>
              <Button name="intent" value="delete" variant="danger">
                Excluir<span className="visually-hidden">{` ${name}`}</span>
              </Button>
            </p>
          </PostForm>
        </section>
      ))}
    </div>
  )
}

type NameFieldProps = { id: number; label: string; value: string; fault: string | undefined }

function NameField({ id, label, value, fault }: NameFieldProps) {
  return (
    <TextField
      id={`campo-${getNameField(id)}`}
      label={label}
      name="name"
      width="half"
      maxLength={maxViewName}
      autoComplete="off"
      isRequired
      defaultValue={value}
      errors={fault ? [fault] : undefined}
    />
  )
}

/** Returns a field name that is unique among the page's forms. */
function getNameField(id: number): string {
  return id === 0 ? 'name' : `name-${id}`
}
