import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { describeMailAddressee, getJobName } from '#app/mails/job-name.server.ts'
import { findMail, requestResend } from '#app/models/backoffice/mail.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { paths } from '#app/paths.ts'
import { MailStateTag } from '#app/routes/admin/system/mail-state-tag.tsx'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { formatFailureLine } from '#app/text/platform/failure-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = { title: 'Reenviar e-mail', section: 'settings', help: 'emails' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const mail = (await findMail(parseId(args.params.id) ?? notFound())) ?? notFound()
  const history = await listHistoryForStaff('mail', mail.id)
  return {
    mail: {
      ...mail,
      createdText: formatDateTime(mail.created_at),
      type: getJobName(mail.job),
      addressee: describeMailAddressee(mail.job),
    },
    resends: mail.resends.map((resend) => ({ id: resend.id, text: formatResend(resend) })),
    history: formatHistoryLines(history),
  }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const form = await readForm(args.request)
  const seenCount = Number(form.get('seen') ?? Number.NaN)
  const isCount = Number.isInteger(seenCount) && seenCount >= 0 && seenCount <= MAX_RESENDS
  if (!isCount) throw new Response(null, { status: 400 })
  const resendResult = await requestResend(id, seenCount, viewer.userId)
  if (resendResult === 'never') return notFound()
  return redirectWithFlash(paths.admin.mailResend(id), flashes[resendResult])
}

const MAX_RESENDS = 10_000

const flashes = {
  queued: { tone: 'good', text: 'O e-mail será enviado de novo em instantes.' },
  repeated: {
    tone: 'warn',
    text: 'Este reenvio já foi pedido, e nada mais foi feito. Veja em “Reenvios” o que houve.',
  },
} as const

type ResendRow = {
  created_at: Date
  done_at: Date | null
  refused_at: Date | null
  last_error: string | null
}

function formatResend({ created_at, done_at, refused_at, last_error }: ResendRow): string {
  const requestText = `Pedido em ${formatDateTime(created_at)}`
  if (done_at) return `${requestText}, enviado em ${formatDateTime(done_at)}`
  const reason = last_error === null ? null : formatFailureLine(last_error)
  if (refused_at) return `${requestText}, não enviado: ${reason}`
  return reason ? `${requestText}, será tentado de novo: ${reason}` : `${requestText}, aguardando`
}

export default function Resend() {
  const { mail, resends, history } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading title="Reenviar e-mail" back={{ href: paths.admin.mails(), label: 'E-mails' }} />
      <SummaryList
        rows={[
          { key: 'Para', value: mail.to_address },
          { key: 'Assunto', value: mail.subject },
          { key: 'Tipo', value: mail.type },
          { key: 'Data', value: mail.createdText },
          { key: 'Situação', value: <MailStateTag state={mail.state} /> },
          ...(mail.error ? [{ key: 'Motivo', value: <Failure reason={mail.error} /> }] : []),
        ]}
      />
      {mail.canBeResent ? (
        <PostForm action={paths.admin.mailResend(mail.id)} data-once="">
          <input type="hidden" name="seen" value={mail.seenResends} />
          <p className="hint">
            O e-mail é escrito de novo com os dados de agora e vai {mail.addressee}. O que já não vale, como o
            boleto de um pedido pago, não é enviado.
          </p>
          <p className="actions">
            <Button variant="main">Reenviar</Button>
            <LinkButton href={paths.admin.mails()}>Voltar</LinkButton>
          </p>
        </PostForm>
      ) : (
        <Notice tone="info" title="Este e-mail não é reenviado">
          O link para nova senha serve a uma pessoa e uma vez só. Quem precisa dele pede outro em “Esqueci a
          senha”.
        </Notice>
      )}
      {resends.length > 0 ? (
        <section className="section">
          <h2>Reenvios</h2>
          <ul className="plain">
            {resends.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <HistoryList lines={history} />
    </div>
  )
}
