import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { expeditionStatus } from '#app/domain/shipments/expedition.ts'
import { sendingSchema } from '#app/forms/expedition.ts'
import { fieldText } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { correctSending } from '#app/models/shipments/expedition-status.server.ts'
import { paths } from '#app/paths.ts'
import { ExpeditionAct, TrackCodeField } from '#app/routes/admin/shipments/acts/expedition-act.tsx'
import { actFault, expeditionOfAct, leaveAct } from '#app/routes/admin/shipments/expedition-act.server.ts'
import { expeditionLabels, trackCodeHint } from '#app/text/shipments/expedition-words.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ expedition }) => `Corrigir envio: expedição #${expedition.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return expeditionOfAct(args.params, [])
}

/** Puts code and day of a sending right, on its subscriptions too; nobody is written to (D35). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { expedition, today } = await expeditionOfAct(args.params, [])
  const { id, type, creation_date, complete_date } = expedition
  const schema = sendingSchema({ type, today: complete_date ?? today, notBefore: creation_date })
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const change = await correctSending(id, submission.value, { actorUserId: userId, source: 'staff' })
  return (await leaveAct(id, change)) ?? data(submission.reply(actFault(change)), { status: 400 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Correction() {
  const { expedition, today } = useLoaderData<typeof loader>()
  const { id, type, status, send_date, track_code } = expedition
  const saved = { date: send_date ?? today, track_code: track_code ?? '' }
  const field = fieldText(useActionData<typeof action>(), saved)
  return (
    <ExpeditionAct
      expedition={expedition}
      title="Corrigir código ou data"
      changes={[
        'Código e data mudam também nas assinaturas desta expedição.',
        'O cliente não recebe e-mail: avise-o se for preciso.',
      ]}
      isPossible={status === expeditionStatus.sent || status === expeditionStatus.delivered}
      back={paths.admin.expedition(id)}
      action={paths.admin.correction(id)}
      button="Corrigir"
      field={field}
      labels={expeditionLabels}
    >
      {type === 'SIMPLES' ? null : <TrackCodeField field={field} hint={trackCodeHint(type)} />}
    </ExpeditionAct>
  )
}
