import { formatCep } from '#app/domain/accounts/cep.ts'
import { type listHistory, parseHistorySource } from '#app/models/platform/history.server.ts'
import { formatDeliveryChange, formatDeliveryRequest } from '#app/text/shipments/own-delivery-labels.ts'

type History = Awaited<ReturnType<typeof listHistory>>
type Reader = { names: ReadonlyMap<number, string>; userId: number }

/** Returns texts for this reader: who last corrected the address, and which address was requested since. */
export function listDeliveryNotes(history: History, reader: Reader): string[] {
  const correction = history.findLast(({ action }) => action === 'delivery-changed')
  const request = history.findLast(({ action }) => action === 'delivery-requested')
  const isRequestNewer = request !== undefined && request.id > (correction?.id ?? 0)
  return [
    ...(correction
      ? [formatDeliveryChange({ by: findChanger(correction, reader), at: correction.created_at })]
      : []),
    ...(isRequestNewer ? [formatDeliveryRequest(request.created_at, readWishedAddress(request))] : []),
  ]
}

/** Returns who changed the delivery, as the reader may know. */
function findChanger(entry: History[number], { names, userId }: Reader) {
  if (parseHistorySource(entry) !== 'customer' || entry.actor_user_id === null) return 'staff'
  if (entry.actor_user_id === userId) return 'reader'
  const colleague = names.get(entry.actor_user_id)
  return colleague === undefined ? 'account' : { colleague }
}

const finalCep = /\b\d{8}$/

/** Formats the requested address. In the history, the CEP is last and has only digits. */
function readWishedAddress({ details }: History[number]): string {
  const { changes = {} }: { changes?: { delivery?: unknown } } = details ? JSON.parse(details) : {}
  const oldAndNew: unknown[] = Array.isArray(changes.delivery) ? changes.delivery : []
  const wishedAddress = String(oldAndNew[1] ?? '-')
  return wishedAddress.replace(finalCep, (digits) => `CEP ${formatCep(digits)}`)
}
