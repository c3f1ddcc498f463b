import type { MailName } from '#app/domain/platform/effect.ts'
import { accountMails } from '#app/mails/accounts/account-mails.server.ts'
import { colleagueMails } from '#app/mails/accounts/colleague-mails.server.ts'
import { contactMails } from '#app/mails/accounts/contact-mails.server.ts'
import { linkMails } from '#app/mails/accounts/link-mails.server.ts'
import { securityMails } from '#app/mails/accounts/security-mails.server.ts'
import { waitingWorkMails } from '#app/mails/backoffice/waiting-work-mail.server.ts'
import { boletoMails } from '#app/mails/orders/boleto-mails.server.ts'
import { cancellationMails } from '#app/mails/orders/cancellation-mail.server.ts'
import { invoiceMails } from '#app/mails/orders/invoice-mail.server.ts'
import { orderMails } from '#app/mails/orders/order-mails.server.ts'
import { photoMails } from '#app/mails/orders/photo-mails.server.ts'
import { withdrawalMails } from '#app/mails/orders/withdrawal-mails.server.ts'
import { gatewayEventMails } from '#app/mails/payments/gateway-event-mail.server.ts'
import { payerMails } from '#app/mails/payments/payer-change-mail.server.ts'
import { paymentMails } from '#app/mails/payments/payment-mails.server.ts'
import { paymentTaskMails } from '#app/mails/payments/payment-task-mail.server.ts'
import { refundMails } from '#app/mails/payments/refund-mails.server.ts'
import { refusedBoletoMails } from '#app/mails/payments/refused-boletos-mail.server.ts'
import { closingMails } from '#app/mails/reports/closing-mail.server.ts'
import { recallMails } from '#app/mails/reports/recall-mail.server.ts'
import { deliveryMails } from '#app/mails/shipments/delivery-change-mail.server.ts'
import { shipmentMails } from '#app/mails/shipments/shipment-mails.server.ts'
import { expiryMails } from '#app/mails/subscriptions/expiry-mail.server.ts'
import { revisionMails } from '#app/mails/subscriptions/revision-mail.server.ts'

export const mails = [
  ...linkMails,
  ...accountMails,
  ...securityMails,
  ...colleagueMails,
  ...contactMails,
  ...revisionMails,
  ...expiryMails,
  ...recallMails,
  ...closingMails,
  ...orderMails,
  ...boletoMails,
  ...invoiceMails,
  ...photoMails,
  ...cancellationMails,
  ...withdrawalMails,
  ...shipmentMails,
  ...deliveryMails,
  ...payerMails,
  ...paymentMails,
  ...paymentTaskMails,
  ...refundMails,
  ...gatewayEventMails,
  ...refusedBoletoMails,
  ...waitingWorkMails,
]

/**
 * The names in `mailEffects` that no mail declares. The job registry compiles only if every name is declared.
 */
export type UndeclaredMail = Exclude<MailName, (typeof mails)[number]['name']>
