import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listWithdrawals, markWithdrawalHandled } from '#app/models/withdrawal.server.ts'
import { specified } from '#app/text/messages.ts'
import { redirectWithFlash } from '#app/web/flash.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { paths } from '#app/web/paths.ts'
import { notFound, readForm } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'
import { staffOrderFrom } from '#app/web/staff-order.server.ts'

/** An address to post to; who only looks is led to the order. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return redirect(paths.admin.order(idFrom(args.params.id) ?? notFound()))
}

/** The company has dealt with a withdrawal of this order; said twice it is done once. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const form = await readForm(args.request)
  const request = idFrom(form.get('request')) ?? notFound()
  const outcome = form.get('outcome') === 'refused' ? 'refused' : 'accepted'
  if (!(await listWithdrawals(id)).some((each) => each.id === request)) return notFound()
  await markWithdrawalHandled(request, outcome, { actorUserId: viewer.userId, source: 'staff' })
  return redirectWithFlash(paths.admin.order(id), { tone: 'good', text: specified.saved })
}
