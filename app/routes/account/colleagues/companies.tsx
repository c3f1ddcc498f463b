import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { listInvitations } from '#app/models/accounts/colleagues/invitation.server.ts'
import { leaveCompany, listActingMemberships } from '#app/models/accounts/colleagues/membership.server.ts'
import { switchAccount } from '#app/models/accounts/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { roleGrants, roleNames } from '#app/text/accounts/colleague-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

export const handle: PageHandle = { title: 'Empresas' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const [companies, invitations] = await Promise.all([
    listActingMemberships(viewer.userId),
    listInvitations(viewer),
  ])
  return { companies, invitations, currentMemberId: getCurrentMemberId(viewer) }
}

function getCurrentMemberId({ actingFor }: Viewer): number | null {
  return actingFor !== null && actingFor !== 'ended' ? actingFor.memberId : null
}

/** Sets the company for which this session acts, or ends the person's own membership (D92). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const form = await readForm(args.request)
  const chosenAccount = form.get('act_for')
  const leftMemberId = parseId(form.get('leave'))
  if (chosenAccount === 'own') {
    await switchAccount(viewer, null)
    return redirectWithFlash(paths.account(), { tone: 'good', text: 'Você está usando a sua própria conta.' })
  }
  if (leftMemberId !== undefined) {
    if (!(await leaveCompany(leftMemberId, viewer.userId))) return notFound()
    if (getCurrentMemberId(viewer) === leftMemberId) await switchAccount(viewer, null)
    return redirectWithFlash(paths.companies(), { tone: 'good', text: 'Você saiu da empresa.' })
  }
  const memberId = parseId(chosenAccount) ?? notFound()
  return (await switchAccount(viewer, memberId))
    ? redirectWithFlash(paths.manage(), {
        tone: 'good',
        text: 'Pronto: agora você está usando a conta da empresa.',
      })
    : notFound()
}

type Company = ReturnType<typeof useLoaderData<typeof loader>>['companies'][number]

export default function Companies() {
  const { companies, invitations, currentMemberId } = useLoaderData<typeof loader>()
  return (
    <div className="stack-l">
      <PageHeading
        title="Empresas"
        lead="Empresas cuja conta você pode usar. O carrinho e os pedidos delas ficam separados dos seus."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {invitations.length > 0 ? <OpenInvitations invitations={invitations} /> : null}
      {companies.length + invitations.length === 0 ? (
        <EmptyState
          text="Você ainda não usa a conta de nenhuma empresa. O convite vem por e-mail."
          action={{ href: paths.account(), label: 'Ver meus dados' }}
        />
      ) : null}
      {companies.map((company) => (
        <CompanySection
          key={company.memberId}
          company={company}
          isCurrent={company.memberId === currentMemberId}
        />
      ))}
    </div>
  )
}

type Invitations = ReturnType<typeof useLoaderData<typeof loader>>['invitations']

function OpenInvitations({ invitations }: { invitations: Invitations }) {
  return (
    <section aria-labelledby="convites">
      <h2 id="convites">{invitations.length === 1 ? 'Convite aberto' : 'Convites abertos'}</h2>
      <ul className="plain stack">
        {invitations.map(({ memberId, companyName, role, expiresAt, token }) => (
          <li key={memberId}>
            <p>
              <strong>{companyName}</strong> convida você ({roleNames[role].toLowerCase()}), até{' '}
              {formatDateTime(expiresAt)}.
            </p>
            <LinkButton href={paths.invitation(token)} variant="main">
              Ver o convite<span className="visually-hidden">{` de ${companyName}`}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CompanySection({ company, isCurrent }: { company: Company; isCurrent: boolean }) {
  const { memberId, companyName, role } = company
  const headingId = `empresa-${memberId}`
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{companyName}</h2>
      <p>
        <StatusTag tone="info">{roleNames[role]}</StatusTag> {roleGrants[role]}
      </p>
      <PostForm action={paths.companies()} className="actions" data-once="">
        {isCurrent ? (
          <LinkButton href={paths.manage()}>Ver as publicações da empresa</LinkButton>
        ) : (
          <Button variant="main" name="act_for" value={memberId}>
            Usar a conta desta empresa<span className="visually-hidden">{`: ${companyName}`}</span>
          </Button>
        )}
        <details>
          <summary>
            Sair da empresa…<span className="visually-hidden">{` ${companyName}`}</span>
          </summary>
          <p>Você deixa de usar a conta dela. Só um novo convite traz o acesso de volta.</p>
          <Button variant="danger" name="leave" value={memberId}>
            Sair da empresa
          </Button>
        </details>
      </PostForm>
    </section>
  )
}
