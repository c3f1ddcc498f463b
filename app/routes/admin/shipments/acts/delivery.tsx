import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { dayOfActSchema } from '#app/forms/expedition.ts'
import { fieldText } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markDelivered } from '#app/models/shipments/expedition-status.server.ts'
import { paths } from '#app/paths.ts'
import { ExpeditionAct } from '#app/routes/admin/shipments/acts/expedition-act.tsx'
import { actFault, expeditionOfAct, leaveAct } from '#app/routes/admin/shipments/expedition-act.server.ts'
import { expeditionLabels } from '#app/text/shipments/expedition-words.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ expedition }) => `Marcar como entregue: expedição #${expedition.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return expeditionOfAct(args.params, ['delivered'])
}

/** The customer has it (D29, D38). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { expedition, today } = await expeditionOfAct(args.params, ['delivered'])
  const { id, send_date } = expedition
  const schema = dayOfActSchema({ today, notBefore: send_date })
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const change = await markDelivered(id, submission.value.date, { actorUserId: userId, source: 'staff' })
  return (await leaveAct(id, change)) ?? data(submission.reply(actFault(change)), { status: 400 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Delivery() {
  const { expedition, event, today } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { date: today })
  return (
    <ExpeditionAct
      expedition={expedition}
      title="Marcar como entregue"
      changes={changes}
      isPossible={event !== null}
      back={paths.admin.expedition(expedition.id)}
      action={paths.admin.delivery(expedition.id)}
      button="Marcar como entregue"
      field={field}
      labels={expeditionLabels}
    />
  )
}

const changes = [
  'As assinaturas impressas passam a Ativa; as compras avulsas continuam como Enviado.',
  'O cliente não recebe e-mail.',
]
