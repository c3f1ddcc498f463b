import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import {
  findDirectLink,
  findOnlyLink,
  type JumpGroup,
  listJumpGroups,
} from '#app/routes/admin/quick-jump.server.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Buscar em tudo', help: 'listas' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const typedText = new URL(args.request.url).searchParams.get('q') ?? ''
  const text = cleanText(typedText)
  const directHref = await findDirectLink(text)
  if (directHref) throw redirect(directHref)
  const groups = text === '' ? [] : await listJumpGroups(text)
  const onlyHref = findOnlyLink(groups)
  if (onlyHref) throw redirect(onlyHref)
  return { text, groups }
}

const MAX_TEXT_LENGTH = 100

function cleanText(typedText: string): string {
  const textWithoutNulls = typedText.normalize('NFC').replaceAll('\0', '')
  return textWithoutNulls.trim().slice(0, MAX_TEXT_LENGTH)
}

export default function Search() {
  const { text, groups } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title={text ? `Busca por “${text}”` : 'Buscar em tudo'}
        lead="Número (pedido 12, nº 12), nome, empresa, e-mail, telefone, CPF, CNPJ, CEP, NF-e, nosso número, matrícula, código de rastreamento ou publicação."
      />
      {text && groups.length === 0 ? (
        <EmptyState text={specTexts.noResults} clearHref={paths.admin.search()} />
      ) : null}
      {groups.map((group) => (
        <JumpGroupSection key={group.title} group={group} />
      ))}
    </>
  )
}

function JumpGroupSection({ group: { title, links, listHref } }: { group: JumpGroup }) {
  return (
    <section className="section">
      <h2>{title}</h2>
      <ul className="plain jump">
        {links.map(({ href, text, hint, subLinks = [] }) => (
          <li key={href}>
            <a href={href}>{text}</a> <span className="hint">{hint}</span>
            {subLinks.length > 0 ? <ClientOrders links={subLinks} /> : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={listHref}>
          Ver todos<span className="visually-hidden">{`: ${title.toLowerCase()}`}</span>
        </a>
      </p>
    </section>
  )
}

/** Lists a client's newest orders with their states. */
function ClientOrders({ links }: { links: NonNullable<JumpGroup['links'][number]['subLinks']> }) {
  return links.map(({ href, text, hint }) => (
    <span key={href} className="row-line">
      <a href={href}>{text}</a> <span className="hint">{hint}</span>
    </span>
  ))
}
