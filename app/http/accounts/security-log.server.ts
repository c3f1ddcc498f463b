import type { AppLoadContext } from '@remix-run/node'
import { plainRoute, type SecurityKind } from '#app/domain/accounts/security-event.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import {
  recordSecurityEvent,
  type SecurityEvent,
} from '#app/models/accounts/security/security-event.server.ts'

type Facts = Pick<SecurityEvent, 'userId' | 'accountId' | 'details'>

/** Records a security event with the data of its request. */
export function noteSecurity(
  { context }: Pick<RequestArgs, 'context'>,
  kind: SecurityKind,
  facts: Facts = {},
): Promise<void> {
  const { clientAddress: address, requestId } = context
  return recordSecurityEvent({ kind, address, requestId, ...facts })
}

/** Requests already recorded, since the layout and its page both call this. */
const refusedContexts = new WeakSet<AppLoadContext>()

export async function noteRefused(args: RequestArgs, { userId }: { userId: number }): Promise<void> {
  if (refusedContexts.has(args.context)) return
  refusedContexts.add(args.context)
  const route = plainRoute(new URL(args.request.url).pathname)
  return noteSecurity(args, 'role-refused', { userId, details: { route } })
}

export function noteExport(
  args: Pick<RequestArgs, 'context'>,
  { userId }: { userId: number },
  name: string,
): Promise<void> {
  const list = name.replace(/\.\w+$/, '').replace(/-\d.*$/, '')
  return noteSecurity(args, 'list-exported', { userId, details: { list } })
}
