import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { helpTexts, isHelpTopic } from '#app/routes/admin/help/help-texts.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<{ text: HelpText }> = { title: ({ text }) => `Ajuda: ${text.title}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { page } = args.params
  if (!isHelpTopic(page)) return notFound()
  const text: HelpText = helpTexts[page]
  return {
    text,
    picture: text.picture ? paths.admin.helpPicture(page) : null,
    relatedPages: (text.seeAlso ?? []).map((topic) => ({ topic, title: helpTexts[topic].title })),
  }
}

export default function HelpPage() {
  const { text, relatedPages, picture } = useLoaderData<typeof loader>()
  return (
    <div className="narrow help">
      <PageHeading title={text.title} lead={text.purpose} back={{ href: paths.admin.help(), label: 'Ajuda' }}>
        {text.screen ? <LinkButton href={text.screen}>Abrir a tela</LinkButton> : null}
      </PageHeading>
      {picture ? (
        <p className="help-picture">
          <img src={picture} alt={text.picture} width={960} height={600} loading="lazy" decoding="async" />
        </p>
      ) : null}
      <Tasks tasks={text.tasks} />
      <Problems problems={text.problems} />
      {text.keys ? <Keys keys={text.keys} /> : null}
      {relatedPages.length > 0 ? (
        <section className="section">
          <h2>Veja também</h2>
          <ul>
            {relatedPages.map(({ topic, title }) => (
              <li key={topic}>
                <a href={paths.admin.helpPage(topic)}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function Tasks({ tasks }: Pick<HelpText, 'tasks'>) {
  return tasks.map(({ title, steps }) => (
    <section key={title} className="section">
      <h2>{title}</h2>
      {steps.length === 1 ? (
        <p>{steps[0]}</p>
      ) : (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  ))
}

function Problems({ problems }: Pick<HelpText, 'problems'>) {
  return (
    <section className="section">
      <h2 id="problemas">Quando algo dá errado</h2>
      <dl className="help-problems">
        {problems.map(({ when, act }) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys }: { keys: NonNullable<HelpText['keys']> }) {
  return (
    <section className="section">
      <h2>Teclas</h2>
      <ul>
        {keys.map(({ key, action }) => (
          <li key={key}>
            <kbd>{key}</kbd> {action}
          </li>
        ))}
      </ul>
    </section>
  )
}
