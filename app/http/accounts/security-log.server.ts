import type { AppLoadContext } from '@remix-run/node'
import { maskRoute, type SecurityKind } from '#app/domain/accounts/security-event.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import {
  recordSecurityEvent,
  type SecurityEvent,
} from '#app/models/accounts/security/security-event.server.ts'

type EventData = Pick<SecurityEvent, 'userId' | 'accountId' | 'details'>

/** Records a security event with the data of its request. */
export function recordSecurity(
  { context }: Pick<RequestArgs, 'context'>,
  kind: SecurityKind,
  data: EventData = {},
): Promise<void> {
  const { clientAddress: address, requestId } = context
  return recordSecurityEvent({ kind, address, requestId, ...data })
}

/** Contexts whose rejection is already recorded, because the layout and its page both report a rejection. */
const refusedContexts = new WeakSet<AppLoadContext>()

export async function recordRefusal(args: RequestArgs, { userId }: { userId: number }): Promise<void> {
  if (refusedContexts.has(args.context)) return
  refusedContexts.add(args.context)
  const route = maskRoute(new URL(args.request.url).pathname)
  return recordSecurity(args, 'role-refused', { userId, details: { route } })
}

/**
 * Records an export by the name of its list: the file name without the extension and a trailing date or
 * number.
 */
export function recordExport(
  args: Pick<RequestArgs, 'context'>,
  { userId }: { userId: number },
  name: string,
): Promise<void> {
  const nameWithoutExtension = name.replace(/\.\w+$/, '')
  const list = nameWithoutExtension.replace(/-\d.*$/, '')
  return recordSecurity(args, 'list-exported', { userId, details: { list } })
}
