import { isTooLateForBank } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { listBoletosOfOrder } from '#app/models/payments/boleto-registration.server.ts'
import { isBoletoPaid } from '#app/models/payments/boleto-renewal.server.ts'
import { paths } from '#app/paths.ts'

/** Returns the order's boletos for its page, and the page that changes the due date while payment is pending. */
export async function loadStaffBoletos({ id, status }: { id: number; status: number }) {
  const today = toCivilDate(new Date())
  const boletos = await listBoletosOfOrder(id)
  const isPending = status === orderStatus.pendingPayment
  const current = boletos.find(({ isCurrent }) => isCurrent)
  const rows = boletos.map(({ hasFile, isCurrent, stateAt: _, line: __, isWriteOffRefused, ...boleto }) => ({
    ...boleto,
    isOverdue: isTooLateForBank(boleto.dueDate, today),
    file: isCurrent && hasFile ? paths.admin.orderBoleto(id) : null,
    registration:
      isCurrent &&
      isPending &&
      boleto.state === 'rejected' &&
      boleto.withdrawalReason === null &&
      boleto.issuer === 'own-bank'
        ? paths.admin.boletoRegistration(id, boleto.id)
        : null,
    writeOff: isWriteOffRefused ? paths.admin.boletoWriteOff(id, boleto.id) : null,
  }))
  const canRenew = isPending && current !== undefined && !(await isBoletoPaid(id))
  const renewal = canRenew ? paths.admin.boletoRenewal(id) : null
  return { boletos: rows, renewal, payer: paths.admin.orderPayer(id) }
}
