import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { refundReversalSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { findRefund, reverseRefund } from '#app/models/payments/refund-reversal.server.ts'
import { paths } from '#app/paths.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = { title: 'Desfazer o registro de um reembolso' }

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const refund = await refundFrom(args.params.id)
  return { refund, back: backOf(refund) }
}

/** Takes a refund back by a counter-entry of today; what was written stays (D153). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const refund = await refundFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: refundReversalSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const reversal = { refundId: refund.id, reversedOn: civilDateIn(new Date()), ...submission.value }
  const result = await reverseRefund(reversal, { actorUserId: userId, source: 'staff' })
  if (result === 'unknown') return notFound()
  return redirectWithFlash(backOf(refund), flashes[result])
}

const byProvider =
  'O banco ou o intermediador fez este reembolso: o dinheiro saiu, e o registro não pode ser desfeito aqui.'
const already = 'O registro deste reembolso já foi desfeito.'
const flashes = {
  reversed: { tone: 'good', text: 'Registro desfeito. Se o reembolso foi feito, registre-o outra vez.' },
  already: { tone: 'warn', text: already },
  'by-provider': { tone: 'warn', text: byProvider },
} as const

type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

async function refundFrom(param: string | undefined): Promise<Refund> {
  return (await findRefund(idFrom(param) ?? notFound())) ?? notFound()
}

function backOf({ orderId, paymentId }: Refund): string {
  return orderId === null ? paths.admin.payment(paymentId ?? 0) : paths.admin.order(orderId)
}

export default function RefundReversal() {
  const { refund, back } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  const isClosed = refund.isByProvider || refund.reversedOn !== null
  return (
    <div className="narrow">
      <PageHeading
        title="Desfazer o registro de um reembolso"
        lead="Para valor, data ou comprovante errados: o registro fica, e um contralançamento de hoje o anula."
        back={{ href: back, label: 'Voltar' }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={{ reason: 'Motivo' }} />
      ) : null}
      <SummaryList
        rows={[
          { key: 'Valor', value: formatReais(refund.value) },
          { key: 'Reembolsado em', value: formatDate(refund.refundedOn) },
          { key: 'Comprovante', value: refund.document },
        ]}
      />
      {isClosed ? (
        <Notice tone="info">{refund.isByProvider ? byProvider : already}</Notice>
      ) : (
        <form
          method="post"
          action={paths.admin.refundReversal(refund.id)}
          noValidate
          className="stack"
          data-once=""
        >
          <TextAreaField
            label="Motivo"
            hint="Só a equipe lê. O cliente recebe um e-mail que diz que o registro foi corrigido."
            rows={3}
            required
            {...field.of('reason')}
          />
          <div className="actions">
            <Button variant="danger">Desfazer o registro</Button>
            <LinkButton href={back}>Voltar</LinkButton>
          </div>
        </form>
      )}
    </div>
  )
}
