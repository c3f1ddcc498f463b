import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { fieldText } from '#app/forms/field-text.ts'
import { requiredLines } from '#app/forms/text-field.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import {
  findSecondFactor,
  removeSecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import { endSessionsFor } from '#app/models/accounts/session.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Retirar a confirmação em duas etapas' }

const schema = z.object({ reason: requiredLines(500) })
const labels = { reason: 'Motivo' }

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedSuperuser(args)
  const user = await userFrom(args)
  const factor = await findSecondFactor(user.userId)
  return {
    id: user.id,
    name: user.shownName ?? user.name,
    since: factor ? formatDateTime(factor.since) : null,
  }
}

/** For whoever has lost telephone and codes: the password alone opens the account until a new one is made (D125). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireProvedSuperuser(args)
  const user = await userFrom(args)
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const by = { actorUserId: viewer.userId, reason: submission.value.reason }
  const isDone = await removeSecondFactor(user.userId, by)
  if (isDone) {
    await endSessionsFor(user.userId, by)
    await noteSecurity(args, 'factor-reset', { userId: viewer.userId, accountId: user.userId })
  }
  const flash = isDone
    ? { tone: 'good' as const, text: 'A confirmação em duas etapas foi retirada.' }
    : { tone: 'warn' as const, text: 'A conta já não tinha a confirmação em duas etapas.' }
  return redirectWithFlash(paths.admin.user(user.id), flash)
}

async function userFrom({ params }: LoaderFunctionArgs) {
  return (await findUserForStaff(idFrom(params.id) ?? notFound())) ?? notFound()
}

export default function SecondFactorReset() {
  const { id, name, since } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  return (
    <div className="narrow stack">
      <PageHeading
        title="Retirar a confirmação em duas etapas"
        lead={name}
        back={{ href: paths.admin.user(id), label: 'Usuário' }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {since === null ? (
        <EmptyState text="Esta conta não tem a confirmação em duas etapas." />
      ) : (
        <form
          method="post"
          action={paths.admin.userSecondFactor(id)}
          noValidate
          className="stack"
          data-once=""
        >
          <p>
            Ligada desde {since}. Antes de retirar, tenha certeza de quem pede, por telefone ou em pessoa. A
            pessoa sai de todos os aparelhos, perde as chaves de acesso e entra só com a senha até ligar de
            novo.
          </p>
          <TextAreaField
            label="Motivo"
            hint="Fica no histórico do cadastro."
            rows={3}
            required
            {...field.of('reason')}
          />
          <div className="actions">
            <Button variant="danger">Retirar</Button>
            <LinkButton href={paths.admin.user(id)}>Voltar</LinkButton>
          </div>
        </form>
      )}
    </div>
  )
}
