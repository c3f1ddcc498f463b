import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { searchHelp } from '#app/routes/admin/help/help-search.ts'
import { helpSections } from '#app/routes/admin/help/help-text.ts'
import { helpTexts } from '#app/routes/admin/help/help-texts.ts'
import { helpTopics } from '#app/text/backoffice/help-topics.ts'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<{ search: string }> = {
  title: 'Ajuda',
  list: ({ search }) => ({ search }),
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const search = (new URL(args.request.url).searchParams.get('search') ?? '').trim().slice(0, 100)
  return { search, results: searchHelp(search) }
}

/** Shows the manual's table of contents, or the results of a search. */
export default function Help() {
  const { search, results } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Ajuda"
        lead="O que cada tela faz, a tarefa do dia passo a passo e o que fazer quando algo dá errado."
      />
      <StaffSearchBar label="O que você quer fazer?" defaultValue={search} action={paths.admin.help()} />
      {search === '' ? <Contents /> : <SearchResults search={search} results={results} />}
    </>
  )
}

function Contents() {
  return (
    <div className="help-contents">
      {helpSections.map((section) => (
        <section key={section}>
          <h2>{section}</h2>
          <ul>
            {helpTopics
              .filter((topic) => helpTexts[topic].section === section)
              .map((topic) => (
                <li key={topic}>
                  <a href={paths.admin.helpPage(topic)}>{helpTexts[topic].title}</a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function SearchResults({ search, results }: { search: string; results: ReturnType<typeof searchHelp> }) {
  if (results.length === 0)
    return (
      <EmptyState
        text={`Nada sobre “${search}” na ajuda.`}
        action={{ href: paths.admin.help(), label: 'Ver todas as páginas' }}
      />
    )
  return (
    <ul className="plain help-found">
      {results.map(({ topic, title, excerpt }) => (
        <li key={topic}>
          <a href={paths.admin.helpPage(topic)}>{title}</a>
          <p>{excerpt}</p>
        </li>
      ))}
    </ul>
  )
}
