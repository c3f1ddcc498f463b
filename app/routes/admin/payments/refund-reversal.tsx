import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { refundReversalSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findRefund, reverseRefund } from '#app/models/payments/refund-reversal.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = {
  title: 'Desfazer o registro de um reembolso',
  section: 'payments',
  help: 'devolucoes',
}

/** Reverses a refund by a counter-entry of today; the refund's own record stays (D153). */
const question = defineQuestion({
  guard: requireProvedStaff,
  find: async ({ params }) => (await findRefund(parseId(params.id) ?? notFound())) ?? notFound(),
  show: (refund) => ({ refund, back: getRefundHref(refund) }),
  schema: () => refundReversalSchema,
  execute: ({ record: { id: refundId }, values, viewer }) =>
    reverseRefund({ refundId, reversedOn: toCivilDate(new Date()), ...values }, toStaffActor(viewer)),
  outcome: (result, { record }) =>
    result === 'unknown' ? notFound() : redirectWithFlash(getRefundHref(record), flashes[result]),
})
export const loader = question.loader
export const action = question.action

const byProviderText =
  'O banco ou o intermediador fez este reembolso: o dinheiro saiu, e o registro não pode ser desfeito aqui.'
const alreadyReversedText = 'O registro deste reembolso já foi desfeito.'
const flashes = {
  reversed: { tone: 'good', text: 'Registro desfeito. Se o reembolso foi feito, registre-o outra vez.' },
  already: { tone: 'warn', text: alreadyReversedText },
  'by-provider': { tone: 'warn', text: byProviderText },
} as const

type RefundTarget = { orderId: number | null; paymentId: number | null }

function getRefundHref({ orderId, paymentId }: RefundTarget): string {
  return orderId === null ? paths.admin.payment(paymentId ?? 0) : paths.admin.order(orderId)
}

export default function RefundReversal() {
  const { refund, back } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const canReverse = !refund.isByProvider && refund.reversedOn === null
  return (
    <QuestionPage
      title="Desfazer o registro de um reembolso"
      lead="Para valor, data ou comprovante errados: o registro fica, e um contralançamento de hoje o anula."
      back={{ href: back, label: 'Voltar' }}
      field={field}
      labels={{ reason: 'Motivo' }}
      details={
        <SummaryList
          rows={[
            { key: 'Valor', value: formatReais(refund.value) },
            { key: 'Reembolsado em', value: formatDate(refund.refundedOn) },
            { key: 'Comprovante', value: refund.document },
          ]}
        />
      }
      alternative={
        canReverse ? null : (
          <Notice tone="info">{refund.isByProvider ? byProviderText : alreadyReversedText}</Notice>
        )
      }
      action={paths.admin.refundReversal(refund.id)}
      button="Desfazer o registro"
      variant="danger"
    >
      <TextAreaField
        label="Motivo"
        hint="Só a equipe lê. O cliente recebe um e-mail que diz que o registro foi corrigido."
        rows={3}
        isRequired
        {...field.getField('reason')}
      />
    </QuestionPage>
  )
}
