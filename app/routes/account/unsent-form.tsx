import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { deleteUnsentForm, findUnsentForm } from '#app/models/platform/unsent-form.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { typedTexts } from './typed-texts.ts'

export const handle: PageHandle = { title: 'Formulário não enviado' }

export async function loader(args: LoaderFunctionArgs) {
  const { form } = await ownForm(args)
  const { address, isMultipart, fields, sentAt, keptUntil } = form
  return {
    address,
    isMultipart,
    fields,
    typed: typedTexts(fields),
    sentAt: formatDateTime(sentAt),
    keptUntil: formatDateTime(keptUntil),
  }
}

/** Discards it. It is sent by its own page to the address it was for. */
export async function action(args: ActionFunctionArgs) {
  const { id, viewer } = await ownForm(args)
  await deleteUnsentForm(viewer.userId, id)
  const flash = { tone: 'good', text: 'O formulário foi descartado.' } as const
  return redirectWithFlash(viewer.isStaff ? paths.admin.home() : paths.account(), flash)
}

async function ownForm(args: RequestArgs & Pick<LoaderFunctionArgs, 'params'>) {
  const viewer = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const form = (await findUnsentForm(viewer.userId, id)) ?? notFound()
  return { id, viewer, form }
}

export default function UnsentForm() {
  const { address, isMultipart, fields, typed, sentAt, keptUntil } = useLoaderData<typeof loader>()
  return (
    <div className="narrow stack">
      <PageHeading
        title="Formulário não enviado"
        lead={`Sua sessão terminou antes do envio, em ${sentAt}. O que você digitou está guardado até ${keptUntil}.`}
      />
      {typed.length > 0 ? (
        <section className="stack" aria-labelledby="digitado">
          <h2 id="digitado">O que você digitou</h2>
          <ul>
            {typed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="hint">
        {isMultipart ? 'Senhas e arquivos não ficam guardados' : 'Senhas não ficam guardadas'}: se o
        formulário tinha, a página pede de novo.
      </p>
      <form
        method="post"
        action={address}
        encType={isMultipart ? 'multipart/form-data' : undefined}
        className="actions"
        data-once=""
      >
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come more than once, and nothing here moves
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button variant="main">Enviar agora</Button>
        <Button variant="quiet" form="descartar">
          Descartar
        </Button>
      </form>
      <form method="post" id="descartar" data-once="" />
    </div>
  )
}
