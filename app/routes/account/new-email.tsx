import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { getViewer } from '#app/http/session.server.ts'
import { changeEmailByLink, findEmailLinkState } from '#app/models/accounts/email-request.server.ts'
import { EmailTaken, findUserIdByEmail } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

type Shown = Awaited<ReturnType<typeof findEmailLinkState>>

const titles = {
  live: 'Confirmar o novo e-mail',
  over: 'Este link venceu',
  unknown: 'Este link não existe',
}
const statuses = { live: 200, over: 410, unknown: 404 }

export const handle: PageHandle<Shown> = { title: ({ state }) => titles[state] }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Looking at the page changes nothing: mail scanners open every link before the reader does. */
export async function loader({ params }: LoaderFunctionArgs) {
  const shown = await findEmailLinkState(params.hash ?? '')
  return data(shown, { status: statuses[shown.state] })
}

export async function action(args: ActionFunctionArgs) {
  await readForm(args.request)
  const token = args.params.hash ?? ''
  const viewer = await getViewer(args)
  const way = viewer ? paths.account() : paths.login()
  try {
    const email = await changeEmailByLink(token)
    const accountId = email === undefined ? null : await findUserIdByEmail(email)
    const facts = { userId: viewer?.userId, accountId, details: { link: 'email' } }
    await noteSecurity(args, email === undefined ? 'link-wrong' : 'link-used', facts)
    if (email)
      return redirectWithFlash(way, {
        tone: 'good',
        text: `E-mail alterado. A partir de agora você entra com ${email}.`,
      })
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    return redirectWithFlash(way, { tone: 'bad', text: messages.emailKnown })
  }
  return data(null, { status: statuses[(await findEmailLinkState(token)).state] })
}

export default function ConfirmEmail() {
  const shown = useLoaderData<typeof loader>()
  if (shown.state !== 'live') return <DeadLink state={shown.state} />
  return (
    <div className="narrow">
      <PageHeading
        title={titles.live}
        lead={`Sua conta passa a usar ${shown.email}. Com ele você entra e recebe nossas mensagens.`}
      />
      <form method="post" className="actions" data-once="">
        <Button variant="main">Confirmar o novo e-mail</Button>
      </form>
    </div>
  )
}

const reasons = {
  over: 'Um link serve uma só vez, vale 24 horas e é trocado quando você pede outro. O e-mail da sua conta está em Meus dados.',
  unknown: 'Confira se o endereço está completo, como veio no e-mail, ou peça a troca de novo em Meus dados.',
}

function DeadLink({ state }: { state: keyof typeof reasons }) {
  return (
    <div className="narrow">
      <PageHeading title={titles[state]} lead={reasons[state]} />
      <p className="actions">
        <LinkButton href={paths.changeEmail()} variant="main">
          Trocar o e-mail
        </LinkButton>
      </p>
    </div>
  )
}
