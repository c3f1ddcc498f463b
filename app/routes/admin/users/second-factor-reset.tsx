import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requiredLines } from '#app/forms/text-field.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import {
  findSecondFactor,
  resetSecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = {
  title: 'Retirar a confirmação em duas etapas',
  section: 'clients',
  help: 'acesso-e-papeis',
}

const reasonSchema = z.object({ reason: requiredLines(500) })

/** Removes the second factor of a person who lost phone and codes; the password then suffices (D125). */
const question = defineQuestion({
  guard: requireProvedSuperuser,
  find: async ({ params }) => (await findUserForStaff(parseId(params.id) ?? notFound())) ?? notFound(),
  show: async (user) => {
    const factor = await findSecondFactor(user.userId)
    return {
      id: user.id,
      name: user.shownName ?? user.name,
      since: factor ? formatDateTime(factor.since) : null,
    }
  },
  schema: () => reasonSchema,
  execute: ({ record, values: { reason }, viewer }) =>
    resetSecondFactor(record.userId, { actorUserId: viewer.userId, reason }),
  outcome: async (wasReset, { record, viewer, args }) => {
    if (wasReset)
      await recordSecurity(args, 'factor-reset', { userId: viewer.userId, accountId: record.userId })
    return redirectWithFlash(
      paths.admin.user(record.id),
      wasReset
        ? { tone: 'good', text: 'A confirmação em duas etapas foi retirada.' }
        : { tone: 'warn', text: 'A conta já não tinha a confirmação em duas etapas.' },
    )
  },
})
export const loader = question.loader
export const action = question.action

export default function SecondFactorReset() {
  const { id, name, since } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  return (
    <QuestionPage
      title="Retirar a confirmação em duas etapas"
      lead={name}
      back={{ href: paths.admin.user(id), label: 'Usuário' }}
      field={field}
      labels={{ reason: 'Motivo' }}
      alternative={
        since === null ? <EmptyState text="Esta conta não tem a confirmação em duas etapas." /> : null
      }
      action={paths.admin.userSecondFactor(id)}
      button="Retirar"
      variant="danger"
    >
      <p>
        Ligada desde {since}. Antes de retirar, tenha certeza de quem pede, por telefone ou em pessoa. A
        pessoa sai de todos os aparelhos, perde as chaves de acesso e entra só com a senha até ligar de novo.
      </p>
      <TextAreaField
        label="Motivo"
        hint="Fica no histórico do cadastro."
        rows={3}
        isRequired
        {...field.getField('reason')}
      />
    </QuestionPage>
  )
}
