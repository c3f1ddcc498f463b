import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invitationDays } from '#app/domain/accounts/colleagues.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { requireFormOwner } from '#app/http/accounts/form-owner.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { getViewer } from '#app/http/session.server.ts'
import {
  declineInvitation,
  findInvitation,
  hasAccount,
} from '#app/models/accounts/colleagues/invitation.server.ts'
import { paths } from '#app/paths.ts'
import {
  acceptInvitationAs,
  createInvitedAccount,
  logInInvitedPerson,
} from '#app/routes/account/colleagues/invitation.server.ts'
import { type InvitationField, NewAccount, OwnLogin } from '#app/routes/account/colleagues/invited-forms.tsx'
import { roleGrants, roleNames } from '#app/text/accounts/colleague-labels.ts'
import { formatDateTime, formatDocument } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

const titles = { live: 'Convite', over: 'Este convite não vale mais', unknown: 'Este convite não existe' }
const httpStatuses = { live: 200, over: 410, unknown: 404 }

export const handle: PageHandle<Loaded> = { title: ({ invitation }) => titles[invitation.state] }

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' })

/** Opening the page accepts nothing because mail scanners open every link before the reader does. */
export async function loader(args: LoaderFunctionArgs) {
  const [invitation, viewer] = await Promise.all([findInvitation(args.params.token ?? ''), getViewer(args)])
  const step = invitation.state === 'live' ? await findStep(invitation.email, viewer?.email) : 'decide'
  const viewerEmail = viewer?.email ?? null
  return data({ invitation, step, viewerEmail }, { status: httpStatuses[invitation.state] })
}

/** Returns the next step. A reader who is not logged in first logs in or creates the invited account. */
async function findStep(invitedEmail: string, viewerEmail: string | undefined): Promise<Loaded['step']> {
  if (viewerEmail !== undefined) return viewerEmail === invitedEmail ? 'decide' : 'other-account'
  return (await hasAccount(invitedEmail)) ? 'login' : 'create'
}

type Loaded = {
  invitation: Awaited<ReturnType<typeof findInvitation>>
  step: 'decide' | 'other-account' | 'login' | 'create'
}

export async function action(args: ActionFunctionArgs) {
  const token = args.params.token ?? ''
  const form = await readForm(args.request)
  const [invitation, viewer] = await Promise.all([findInvitation(token), getViewer(args)])
  if (viewer) await requireFormOwner(args.request, viewer)
  const intent = form.get('intent')
  if (intent === 'accept' && viewer)
    return acceptInvitationAs(args, viewer, { token, role: String(form.get('role')) })
  if (invitation.state !== 'live') return data(null, { status: httpStatuses[invitation.state] })
  const invitedPerson = { token, email: invitation.email, form }
  if (intent === 'login' && !viewer) return logInInvitedPerson(args, invitedPerson)
  if (intent === 'create' && !viewer) return createInvitedAccount(args, invitedPerson)
  if (intent !== 'decline') return seeOther(paths.invitation(token))
  if (!(await declineInvitation(token))) return seeOther(paths.invitation(token))
  return redirectWithFlash(paths.home(), { tone: 'good', text: 'Convite recusado. Nada mudou para você.' })
}

export default function InvitationPage() {
  const { invitation, step, viewerEmail } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  if (invitation.state !== 'live') return <DeadInvitation state={invitation.state} />
  const { companyName, cnpj, role, email, expiresAt } = invitation
  return (
    <div className="narrow stack-l">
      <PageHeading title={`${companyName} convida você`} lead={roleGrants[role]} />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={fieldLabels} />
      ) : null}
      <SummaryList
        rows={[
          { key: 'Empresa', value: companyName },
          ...(cnpj ? [{ key: 'CNPJ', value: formatDocument(cnpj) }] : []),
          { key: 'Seu papel', value: roleNames[role] },
          { key: 'Convite para', value: email },
          { key: 'Vale até', value: formatDateTime(expiresAt) },
        ]}
      />
      <p>
        O que você fizer em nome da empresa fica registrado com o seu nome, e a empresa o vê. Seus próprios
        pedidos, dados e senha continuam só seus.
      </p>
      <Step step={step} role={role} email={email} viewerEmail={viewerEmail} field={field} />
      <form method="post" data-once="">
        <details>
          <summary>Recusar o convite…</summary>
          <p>O convite acaba. Se mudar de ideia, peça outro à empresa.</p>
          <Button variant="danger" name="intent" value="decline">
            Recusar o convite
          </Button>
        </details>
      </form>
    </div>
  )
}

const fieldLabels = { name: 'Nome completo', cpf: 'CPF', phone: 'Telefone', password: 'Senha' }

type StepProps = Pick<Loaded, 'step'> & {
  role: string
  email: string
  viewerEmail: string | null
  field: InvitationField
}

function Step({ step, role, email, viewerEmail, field }: StepProps) {
  if (step === 'login') return <OwnLogin email={email} field={field} />
  if (step === 'create') return <NewAccount email={email} field={field} />
  if (step === 'decide')
    return (
      <PostForm className="stack" data-once="">
        <p>Falta um passo: aceite o convite para usar a conta da empresa.</p>
        <input type="hidden" name="role" value={role} />
        <p className="actions">
          <Button variant="main" name="intent" value="accept">
            Aceitar o convite
          </Button>
        </p>
      </PostForm>
    )
  return (
    <Notice tone="warn" title="Este convite é para outro e-mail">
      <p>
        Você entrou como {viewerEmail}. Saia e abra o convite de novo para entrar como {email}, ou peça à
        empresa um convite para o e-mail da sua conta.
      </p>
      <form method="post" action={paths.logout()}>
        <Button>Sair</Button>
      </form>
    </Notice>
  )
}

const deadReasons = {
  over: `O convite vale por ${invitationDays} dias e só funciona uma vez, e a empresa pode retirá-lo. Peça a ela que envie outro.`,
  unknown: 'Confira se o link está completo, como veio no e-mail, ou peça outro convite à empresa.',
}

function DeadInvitation({ state }: { state: keyof typeof deadReasons }) {
  return (
    <div className="narrow">
      <PageHeading title={titles[state]} lead={deadReasons[state]} />
      <p className="actions">
        <LinkButton href={paths.companies()} variant="main">
          Ver minhas empresas
        </LinkButton>
      </p>
    </div>
  )
}
