import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { dispatchSchema } from '#app/forms/expedition.ts'
import { fieldText } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markSent, resend } from '#app/models/shipments/expedition-status.server.ts'
import { paths } from '#app/paths.ts'
import { ExpeditionAct, TrackCodeField } from '#app/routes/admin/shipments/acts/expedition-act.tsx'
import { BoxQuestion } from '#app/routes/admin/shipments/box-question.tsx'
import {
  dispatchFault,
  expeditionOfAct,
  leaveAct,
} from '#app/routes/admin/shipments/expedition-act.server.ts'
import {
  copiesWords,
  copyWords,
  expeditionLabels,
  trackCodeHint,
} from '#app/text/shipments/expedition-words.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ expedition }) => `Enviar: expedição #${expedition.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return expeditionOfAct(args.params, ['sent', 'resent'])
}

/** Sends it, or sends again what came back (D38). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { expedition, event, today } = await expeditionOfAct(args.params, ['sent', 'resent'])
  const { id, type, creation_date, return_date } = expedition
  const schema = dispatchSchema({ type, today, notBefore: return_date ?? creation_date })
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const cause = { actorUserId: userId, source: 'staff' }
  const change = await (event === 'resent' ? resend : markSent)(id, submission.value, cause)
  return (
    (await leaveAct(id, change)) ??
    data(submission.reply(await dispatchFault(id, change, form)), { status: 400 })
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Dispatch() {
  const { expedition, event, today } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { date: today })
  const { id, type, lines, client } = expedition
  return (
    <ExpeditionAct
      expedition={expedition}
      title={event === 'resent' ? 'Enviar outra vez' : 'Marcar como enviado'}
      changes={[
        ...lines.map((line) => `Sai: ${copyWords(line)}.`),
        lines.length === 0
          ? 'Nenhuma assinatura muda: é um envio direto.'
          : `${copiesWords(lines.length)}: a situação passa a Enviado, com este código e esta data.`,
        `O cliente recebe um e-mail em ${client?.email ?? '-'}.`,
      ]}
      isPossible={event !== null && expedition.blocked.length === 0}
      back={paths.admin.expedition(id)}
      action={paths.admin.dispatch(id)}
      button="Marcar como enviado"
      field={field}
      labels={expeditionLabels}
    >
      <BoxQuestion {...expedition.box} field={field} />
      {type === 'SIMPLES' ? null : <TrackCodeField field={field} hint={trackCodeHint(type)} />}
    </ExpeditionAct>
  )
}
