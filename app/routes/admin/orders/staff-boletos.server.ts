import { isTooLateForBank } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { listBoletosOfOrder } from '#app/models/payments/boleto-registration.server.ts'
import { isBoletoPaid } from '#app/models/payments/boleto-renewal.server.ts'
import { paths } from '#app/paths.ts'

/** Returns an order's boletos, and the addresses of the pages that change their due date and payer. */
export async function loadStaffBoletos({ id, status }: { id: number; status: number }) {
  const today = toCivilDate(new Date())
  const boletos = await listBoletosOfOrder(id)
  const isPending = status === orderStatus.pendingPayment
  const currentBoleto = boletos.find(({ isCurrent }) => isCurrent)
  const rows = boletos.map(({ hasFile, isCurrent, stateAt: _, line: __, isWriteOffRefused, ...boleto }) => {
    const isRejectedByBank = boleto.issuer === 'own-bank' && boleto.state === 'rejected'
    const canRegister = isCurrent && isPending && isRejectedByBank && boleto.withdrawalReason === null
    return {
      ...boleto,
      isOverdue: isTooLateForBank(boleto.dueDate, today),
      pdfHref: isCurrent && hasFile ? paths.admin.orderBoleto(id) : null,
      registrationHref: canRegister ? paths.admin.boletoRegistration(id, boleto.id) : null,
      writeOffHref: isWriteOffRefused ? paths.admin.boletoWriteOff(id, boleto.id) : null,
    }
  })
  const canRenew = isPending && currentBoleto !== undefined && !(await isBoletoPaid(id))
  const renewalHref = canRenew ? paths.admin.boletoRenewal(id) : null
  return { boletos: rows, renewalHref, payerHref: paths.admin.orderPayer(id) }
}
