import { useLoaderData } from '@remix-run/react'
import { addBusinessDays, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeBoletoRenewalSchema } from '#app/forms/staff-order.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { getIssuer } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { loadStaffBoletos } from '#app/routes/admin/orders/staff-boletos.server.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Novo vencimento, pedido nº ${id}`,
  section: 'orders',
  help: 'boletos',
}

/** Replaces the boleto by a boleto with this due date and withdraws the previous boleto at the bank (D16). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => loadStaffOrder(params.id),
  show: async ({ id, status, total }) => {
    const { boletos, renewalHref } = await loadStaffBoletos({ id, status })
    const [currentBoleto] = boletos
    const today = toCivilDate(new Date())
    const earliestDueDate = await findEarliestDueDate(today)
    const previousBoleto = currentBoleto
      ? { id: currentBoleto.id, ourNumber: currentBoleto.ourNumber, dueDate: currentBoleto.dueDate }
      : null
    const suggestedDueDate = addBusinessDays(today, suggestedBusinessDays)
    const needsRegistration = earliestDueDate > today
    return {
      id,
      total,
      previousBoleto,
      suggestedDueDate,
      earliestDueDate,
      needsRegistration,
      canRenew: renewalHref !== null,
    }
  },
  schema: async () => {
    const today = toCivilDate(new Date())
    return makeBoletoRenewalSchema(today, await findEarliestDueDate(today))
  },
  execute: ({ record, values: { due_date: dueDate, seen }, viewer }) => {
    const renewalRequest = { dueDate, ...(seen ? { seenBoletoId: seen } : {}) }
    return renewBoleto(record.id, renewalRequest, toStaffActor(viewer), toCivilDate(new Date()))
  },
  outcome: (result, { record, values }) =>
    redirectWithFlash(
      paths.admin.order(record.id),
      result === 'renewed'
        ? { tone: 'good', text: `Novo boleto pedido, com vencimento em ${formatDate(values.due_date)}.` }
        : { tone: 'warn', text: refusals[result] },
    ),
})
export const loader = question.loader
export const action = question.action

/** Returns the first payable day: a bank registers a boleto overnight, a gateway immediately. */
async function findEarliestDueDate(today: CivilDate): Promise<CivilDate> {
  const { issuer } = await getIssuer()
  return issuer === 'own-bank' ? addBusinessDays(today, 1) : today
}

const refusals = {
  'still-good': 'O novo boleto já foi pedido.',
  'not-possible': 'Este pedido não aceita um novo boleto.',
  'money-waits': 'Um pagamento deste pedido espera decisão em Recebimentos.',
  'unknown-order': 'Este pedido não aceita um novo boleto.',
} as const

const suggestedBusinessDays = 3

type Loaded = Awaited<ReturnType<typeof loader>>

export default function BoletoDueDate() {
  const { id, total, previousBoleto, suggestedDueDate, earliestDueDate, needsRegistration, canRenew } =
    useLoaderData<typeof loader>()
  const field = useQuestionFields({ due_date: suggestedDueDate })
  return (
    <QuestionPage
      title="Novo vencimento"
      back={{ href: paths.admin.order(id), label: `Pedido nº ${id}` }}
      field={field}
      labels={{ due_date: 'Vencimento' }}
      alternative={
        canRenew ? null : (
          <Notice tone="info">
            Este pedido não aceita um novo boleto: não está pendente de pagamento, o boleto já foi pago ou
            ainda não foi gerado.
          </Notice>
        )
      }
      action={paths.admin.boletoRenewal(id)}
      button="Gerar novo boleto"
    >
      {previousBoleto ? (
        <>
          <input type="hidden" name="seen" value={field.value('seen') ?? previousBoleto.id} />
          <p>
            {`O boleto ${previousBoleto.ourNumber}, com vencimento em ${formatDate(previousBoleto.dueDate)}, é cancelado, e o cliente recebe outro por e-mail, de ${formatReais(total)}. Se o banco já o conhece, a baixa vai na próxima remessa; um pagamento que ainda chegar por ele confirma o pedido e é mostrado em Recebimentos.`}
          </p>
        </>
      ) : null}
      <TextField
        label="Vencimento"
        type="date"
        width="half"
        isRequired
        min={earliestDueDate}
        {...(needsRegistration
          ? {
              hint: `A partir de ${formatDate(earliestDueDate)}: o boleto só pode ser pago depois de registrado.`,
            }
          : {})}
        {...field.getField('due_date')}
      />
    </QuestionPage>
  )
}
