import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { linkHours } from '#app/domain/accounts/lifetimes.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { getViewer } from '#app/http/session.server.ts'
import {
  changeEmailByLink,
  findEmailLinkState,
  proveMailboxByLink,
} from '#app/models/accounts/email-request.server.ts'
import { EmailTaken, findUserIdByEmail, type Viewer } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

const titles = {
  change: 'Confirmar o novo e-mail',
  proof: 'Confirmar o e-mail',
  over: 'Este link venceu',
  unknown: 'Este link não existe',
}
const httpStatuses = { live: 200, over: 410, unknown: 404 }

type LinkPageData = { state: keyof typeof titles }

export const handle: PageHandle<LinkPageData> = { title: ({ state }) => titles[state] }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Opening the page changes nothing because mail scanners open every link before the reader does. */
export async function loader(args: LoaderFunctionArgs) {
  const token = args.params.hash ?? ''
  const [link, viewer] = await Promise.all([findEmailLinkState(token), getViewer(args)])
  if (link.state !== 'live') return data({ state: link.state }, { status: httpStatuses[link.state] })
  const { email, isProof, userId } = link
  if (!isProof) return data({ state: 'change' as const, email })
  const viewerStep = viewer?.userId === userId ? 'confirm' : 'other-account'
  const step = viewer === undefined ? 'login' : viewerStep
  return data({ state: 'proof', email, step } as const)
}

export async function action(args: ActionFunctionArgs) {
  await readForm(args.request)
  const token = args.params.hash ?? ''
  const viewer = await getViewer(args)
  const link = await findEmailLinkState(token)
  if (link.state === 'live' && link.isProof) return proveMailbox(args, token, viewer)
  const nextPath = viewer ? paths.account() : paths.login()
  try {
    const email = await changeEmailByLink(token, viewer?.userId)
    const accountId = email === undefined ? null : await findUserIdByEmail(email)
    const securityEvent = { userId: viewer?.userId, accountId, details: { link: 'email' } }
    await recordSecurity(args, email === undefined ? 'link-wrong' : 'link-used', securityEvent)
    if (email)
      return redirectWithFlash(nextPath, {
        tone: 'good',
        text: `E-mail confirmado. Você entra com ${email}.`,
      })
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    return redirectWithFlash(nextPath, { tone: 'bad', text: messages.emailKnown })
  }
  return data(null, { status: httpStatuses[(await findEmailLinkState(token)).state] })
}

/** Verifies the mailbox for the link's own account. Redirects other accounts to the link's page. */
async function proveMailbox(args: ActionFunctionArgs, token: string, viewer: Viewer | undefined) {
  const email = viewer && (await proveMailboxByLink(token, viewer.userId))
  const accountId = email ? viewer?.userId : null
  const securityEvent = { userId: viewer?.userId, accountId, details: { link: 'email' } }
  await recordSecurity(args, email ? 'link-used' : 'link-wrong', securityEvent)
  if (!email) return seeOther(paths.confirmEmail(token))
  return redirectWithFlash(paths.account(), {
    tone: 'good',
    text: `E-mail confirmado. Você entra com ${email}.`,
  })
}

export default function ConfirmEmail() {
  const pageData = useLoaderData<typeof loader>()
  if (pageData.state === 'proof') return <MailboxConfirmation {...pageData} />
  return pageData.state === 'change' ? (
    <NewEmailConfirmation {...pageData} />
  ) : (
    <DeadLink state={pageData.state} />
  )
}

function NewEmailConfirmation({ email }: { email: string }) {
  return (
    <div className="narrow">
      <PageHeading
        title={titles.change}
        lead={`Sua conta passa a usar ${email}. Com ele você entra e recebe nossas mensagens.`}
      />
      <form method="post" className="actions" data-once="">
        <Button variant="main">Confirmar o novo e-mail</Button>
      </form>
    </div>
  )
}

type MailboxConfirmationProps = { email: string; step: 'login' | 'confirm' | 'other-account' }

function MailboxConfirmation({ email, step }: MailboxConfirmationProps) {
  if (step === 'confirm')
    return (
      <div className="narrow">
        <PageHeading title={titles.proof} lead={`Confirme que ${email} é o seu e-mail.`} />
        <form method="post" className="actions" data-once="">
          <Button variant="main">Confirmar o e-mail</Button>
        </form>
      </div>
    )
  const lead =
    step === 'login'
      ? `Entre na conta de ${email} e abra de novo o link que enviamos.`
      : `Você está em outra conta. Saia dela, entre na de ${email} e abra de novo o link que enviamos.`
  return (
    <div className="narrow">
      <PageHeading title={titles.proof} lead={lead} />
      {step === 'login' ? (
        <p className="actions">
          <LinkButton href={paths.login()} variant="main">
            Entrar
          </LinkButton>
        </p>
      ) : null}
      <p>
        Não criou esta conta? Então alguém a abriu com o seu e-mail.{' '}
        <a href={paths.recover()}>Crie uma nova senha</a>: com ela a conta passa a ser só sua.
      </p>
    </div>
  )
}

const deadLinkTexts = {
  over: `O link vale por ${linkHours} horas e só funciona uma vez. Se pediu mais de um, use o mais recente. O e-mail da sua conta está em Meus dados.`,
  unknown: 'Confira se o link está completo, como veio no e-mail, ou peça a troca de novo em Meus dados.',
}

function DeadLink({ state }: { state: 'over' | 'unknown' }) {
  return (
    <div className="narrow">
      <PageHeading title={titles[state]} lead={deadLinkTexts[state]} />
      <p className="actions">
        <LinkButton href={paths.changeEmail()} variant="main">
          Trocar o e-mail
        </LinkButton>
      </p>
    </div>
  )
}
