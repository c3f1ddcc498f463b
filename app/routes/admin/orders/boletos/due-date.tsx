import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addBusinessDays, type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { boletoRenewalSchema } from '#app/forms/staff-order.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { getIssuer } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { staffBoletos } from '#app/routes/admin/orders/staff-boletos.server.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ id }) => `Novo vencimento, pedido nº ${id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id, status, total } = await staffOrderFrom(args.params.id)
  const { boletos, renewal } = await staffBoletos({ id, status })
  const [current] = boletos
  const today = civilDateIn(new Date())
  const earliest = await earliestDueDate(today)
  const before = current ? { id: current.id, ourNumber: current.ourNumber, dueDate: current.dueDate } : null
  const suggested = addBusinessDays(today, 3)
  const needsRegistration = earliest > today
  return { id, total, before, suggested, earliest, needsRegistration, canRenew: renewal !== null }
}

/** Another boleto with this due date; the one there is given up, and the bank told where it knows it (D16). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const today = civilDateIn(new Date())
  const schema = boletoRenewalSchema(today, await earliestDueDate(today))
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { due_date: dueDate, seen } = submission.value
  const outcome = await renewBoleto(
    id,
    { dueDate, ...(seen ? { seenBoletoId: seen } : {}) },
    { actorUserId: userId, source: 'staff' },
    today,
  )
  const flash =
    outcome === 'renewed'
      ? ({ tone: 'good', text: `Novo boleto pedido, com vencimento em ${formatDate(dueDate)}.` } as const)
      : ({ tone: 'warn', text: refusals[outcome] } as const)
  return redirectWithFlash(paths.admin.order(id), flash)
}

/** The bank registers a boleto overnight, a gateway at once; before that nobody can pay it. */
async function earliestDueDate(today: CivilDate): Promise<CivilDate> {
  const { issuer } = await getIssuer()
  return issuer === 'own-bank' ? addBusinessDays(today, 1) : today
}

const refusals = {
  'still-good': 'O novo boleto já foi pedido.',
  'not-possible': 'Este pedido não aceita um novo boleto.',
  'money-waits': 'Um pagamento deste pedido espera decisão em Recebimentos.',
  'unknown-order': 'Este pedido não aceita um novo boleto.',
} as const

type Loaded = Awaited<ReturnType<typeof loader>>

export default function BoletoDueDate() {
  const { id, canRenew } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading title="Novo vencimento" back={{ href: paths.admin.order(id), label: `Pedido nº ${id}` }} />
      {canRenew ? (
        <RenewalForm />
      ) : (
        <Notice tone="info">
          Este pedido não aceita um novo boleto: não está pendente de pagamento, o boleto já foi pago ou ainda
          não foi gerado.
        </Notice>
      )}
    </div>
  )
}

function RenewalForm() {
  const { id, total, before, suggested, earliest, needsRegistration } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { due_date: suggested })
  return (
    <form method="post" action={paths.admin.boletoRenewal(id)} noValidate className="stack" data-once="">
      {before ? <input type="hidden" name="seen" value={field.value('seen') ?? before.id} /> : null}
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={{ due_date: 'Vencimento' }} />
      ) : null}
      {before ? (
        <p>
          {`O boleto ${before.ourNumber}, com vencimento em ${formatDate(before.dueDate)}, é cancelado, e o cliente recebe outro por e-mail, de ${formatReais(total)}. Se o banco já o conhece, a baixa vai na próxima remessa; um pagamento que ainda chegar por ele confirma o pedido e é mostrado em Recebimentos.`}
        </p>
      ) : null}
      <TextField
        label="Vencimento"
        type="date"
        width="half"
        required
        min={earliest}
        {...(needsRegistration
          ? { hint: `A partir de ${formatDate(earliest)}: o boleto só pode ser pago depois de registrado.` }
          : {})}
        {...field.of('due_date')}
      />
      <p className="actions">
        <Button variant="main">Gerar novo boleto</Button>
        <LinkButton href={paths.admin.order(id)}>Voltar</LinkButton>
      </p>
    </form>
  )
}
