import { toBuffer } from 'qrcode'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { agreeFreightMail } from '#app/emails/agree-freight.tsx'
import { boletoReadyMail } from '#app/emails/boleto-ready.tsx'
import { contactMessageMail } from '#app/emails/contact-message.tsx'
import { contactReceiptMail } from '#app/emails/contact-receipt.tsx'
import { deletionRequestedMail } from '#app/emails/deletion-requested.tsx'
import { dispatchedMail } from '#app/emails/dispatched.tsx'
import { emailChangedMail } from '#app/emails/email-changed.tsx'
import { emailLinkMail } from '#app/emails/email-link.tsx'
import { expiryReminderMail } from '#app/emails/expiry-reminder.tsx'
import { newRevisionMail } from '#app/emails/new-revision.tsx'
import { orderReceivedMail } from '#app/emails/order-received.tsx'
import type { OrderFacts } from '#app/emails/order-summary.tsx'
import { orderUnderReviewMail } from '#app/emails/order-under-review.tsx'
import { orderUnpaidMail } from '#app/emails/order-unpaid.tsx'
import { passwordChangedMail } from '#app/emails/password-changed.tsx'
import { passwordLinkMail } from '#app/emails/password-link.tsx'
import { paymentConfirmedMail } from '#app/emails/payment-confirmed.tsx'
import { photoApprovedMail } from '#app/emails/photo-approved.tsx'
import { photoRejectedMail } from '#app/emails/photo-rejected.tsx'
import { photoWantedMail } from '#app/emails/photo-wanted.tsx'
import { slipDueMail } from '#app/emails/slip-due.tsx'
import { slipExpiredMail } from '#app/emails/slip-expired.tsx'
import type { SlipToPay } from '#app/emails/slip-part.tsx'
import { slipRegisteredMail } from '#app/emails/slip-registered.tsx'
import { slipRenewedMail } from '#app/emails/slip-renewed.tsx'
import { staffPaymentMail } from '#app/emails/staff-payment.tsx'
import { suspendedRenewalMail } from '#app/emails/suspended-renewal.tsx'
import { undispatchedMail } from '#app/emails/undispatched.tsx'
import { withdrawalReceiptMail } from '#app/emails/withdrawal-receipt.tsx'
import { withdrawalTaskMail } from '#app/emails/withdrawal-task.tsx'

type MailContent = {
  subject: string
  text: string
  html: string
  inline?: { cid: string; name: string; content: Uint8Array }[]
}

const shop = 'https://loja.aeropub.test'

const sender = {
  name: 'Aeropub',
  legalName: 'Aeropub de Teste Ltda.',
  cnpj: '11.222.333/0001-81',
  address: 'Rua Inventada, 1, Centro, Botucatu – SP, CEP 18600-000',
  phone: '(14) 3333-0000',
  email: 'atendimento@aeropub.test',
}

const order: OrderFacts = {
  orderId: 1042,
  contactName: 'Ana Inventada da Silva',
  lines: [
    { name: 'Manual de Manutenção da Hélice', version: 'Rev. 12', quantity: 2, value: 245_90 },
    { name: 'Catálogo Ilustrado de Peças', version: '2026-03', quantity: 1, value: 1_380_00 },
  ],
  shipping: { type: 'PAC', value: 35_90, days: 6, handlingDays: 5, travels: true },
  total: 1_907_70,
  ordersUrl: `${shop}/orders`,
  sender,
}

const downloads: OrderFacts = {
  ...order,
  shipping: { type: 'Download', value: 0, days: null, handlingDays: 5, travels: false },
}

/** Names and texts as long as forms and pages take them, some without a space, and markup that is only text. */
const long = {
  word: 'Suplementodomanualdevoodaaeronaveagricolaturboeliceconvertida'.repeat(2),
  name: 'Manual de Manutenção, Reparos e Inspeções Especiais do Grupo Motopropulsor <b>PT6A</b> & Hélice Tripá, volume 3',
  person:
    'Maria Aparecida das Graças Albuquerque de Orleans e Bragança Vasconcelos Inventada dos Santos & Filhos',
}

const hardOrder: OrderFacts = {
  ...order,
  orderId: 4_000_000_000,
  contactName: long.person,
  lines: [
    { name: long.name, version: 'Revisão 37 temporária', quantity: 100, value: 99_999_99 },
    { name: long.word, version: '1', quantity: 1, value: 1 },
  ],
  shipping: { type: 'À Combinar', value: 0, days: null, handlingDays: 5, travels: true },
  total: 999_999_900 + 1,
}

const copy = {
  name: 'Manual de Manutenção da Hélice',
  version: 'Rev. 12',
  revision: 'Rev. 12',
  prefix: 'PT-ABC',
}
const expiring = {
  name: 'Manual de Manutenção da Hélice',
  due: '2026-11-28',
  daysLeft: 7,
  price: 122_90,
  renewal: null,
}
const reminder = { contactName: order.contactName, manageUrl: `${shop}/manage`, sender }

const renewedUnit = {
  subscriptionId: 17,
  name: copy.name,
  prefix: 'PT-ABC',
  due: '2027-11-28',
  isSuspended: false,
}
const suspended = { orderId: 1042, contactName: order.contactName, email: 'ana@exemplo.test', sender }

const at = new Date('2026-11-21T15:04:00Z')
const withdrawal = {
  protocol: 'D-17',
  orderId: 1042,
  createdAt: at,
  contactName: order.contactName,
  lines: [{ ...copy, value: 245_90 }],
  sender,
}
const revision = {
  contactName: order.contactName,
  name: 'Manual de Manutenção da Hélice',
  applicability: 'EMB-202A, séries 200700 a 201200',
  version: 'Rev. 13',
  date: '2026-11-20',
  isDownload: true,
  changes: 'Novo intervalo de 600 horas na seção 5.',
  manageUrl: `${shop}/manage`,
}

const hardWithdrawal = {
  ...withdrawal,
  orderId: 4_000_000_000,
  contactName: long.person,
  lines: [long.name, long.word].map((name) => ({ ...copy, name, value: 99_999_99 })),
}

const slip: SlipToPay = {
  line: '00190000090765432100001042017178614500000190770',
  dueDate: '2026-11-25',
  value: 1_907_70,
  pix: null,
  isRegistering: false,
}
/** A code of an issuer, as long as they come; its address is invented. */
const pixCode = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub Publicacoes Aeronauticas',
  merchantCity: 'Botucatu',
})
const slipWithPix = { ...slip, pix: { code: pixCode, picture: await toBuffer(pixCode) } }
const slipFacts = {
  orderId: 1042,
  contactName: order.contactName,
  paymentUrl: `${shop}/payment/1042`,
  sender,
}
const payment = {
  paymentId: 17,
  source: 'gateway' as const,
  value: 1_907_70,
  expected: 1_907_70,
  paidOn: '2026-11-25',
  order: { id: 1042, contactName: order.contactName },
  paymentUrl: `${shop}/admin/payments/17`,
  sender,
}

/** Every mail of the shop with facts as they usually are, and with the hardest its layout has to bear. */
export const samples: Record<string, Record<string, MailContent>> = {
  orderReceivedMail: {
    usual: orderReceivedMail({ ...order, slip, orderUrl: `${shop}/payment/1042` }),
    withPix: orderReceivedMail({ ...order, slip: slipWithPix, orderUrl: `${shop}/payment/1042` }),
    hard: orderReceivedMail({
      ...hardOrder,
      slip: { ...slipWithPix, isRegistering: true },
      orderUrl: `${shop}/payment/4000000000`,
    }),
    withoutSlip: orderReceivedMail({ ...order, slip: 'follows', orderUrl: `${shop}/payment/1042` }),
    registering: orderReceivedMail({
      ...order,
      slip: { ...slip, isRegistering: true },
      orderUrl: `${shop}/payment/1042`,
    }),
    download: orderReceivedMail({ ...downloads, slip, orderUrl: `${shop}/payment/1042` }),
    over: orderReceivedMail({ ...order, slip: 'over', orderUrl: `${shop}/payment/1042` }),
  },
  slipDueMail: {
    usual: slipDueMail({ ...slipFacts, slip }),
    hard: slipDueMail({ ...slipFacts, contactName: long.person, slip: slipWithPix }),
  },
  slipRegisteredMail: {
    usual: slipRegisteredMail({ ...slipFacts, slip }),
    hard: slipRegisteredMail({ ...slipFacts, contactName: long.person, slip: slipWithPix }),
  },
  boletoReadyMail: {
    usual: boletoReadyMail({ ...slipFacts, slip }),
    hard: boletoReadyMail({ ...slipFacts, contactName: long.person, slip: slipWithPix }),
  },
  slipRenewedMail: {
    usual: slipRenewedMail({ ...slipFacts, slip }),
    hard: slipRenewedMail({ ...slipFacts, contactName: long.person, slip: slipWithPix }),
  },
  slipExpiredMail: {
    usual: slipExpiredMail({
      ...slipFacts,
      dueDate: '2026-11-25',
      value: 1_907_70,
      keptUntil: '2026-12-25',
    }),
  },
  orderUnpaidMail: {
    usual: orderUnpaidMail({ ...order, againUrl: `${shop}/orders/1042`, isRenewalOnly: false }),
    renewal: orderUnpaidMail({ ...order, againUrl: `${shop}/manage`, isRenewalOnly: true }),
    hard: orderUnpaidMail({ ...hardOrder, againUrl: `${shop}/orders/4000000000`, isRenewalOnly: false }),
  },
  staffPaymentMail: {
    unmatched: staffPaymentMail({
      ...payment,
      news: 'unmatched',
      source: 'bank-file',
      expected: null,
      order: null,
    }),
    amount: staffPaymentMail({ ...payment, news: 'amount-differs', value: 1_900_00 }),
    double: staffPaymentMail({ ...payment, news: 'double' }),
    boleto: staffPaymentMail({ ...payment, news: 'boleto-differs', source: 'bank-file' }),
    rejected: staffPaymentMail({ ...payment, news: 'rejected-order' }),
    reversed: staffPaymentMail({ ...payment, news: 'reversed', source: 'reconciliation' }),
    late: staffPaymentMail({
      ...payment,
      news: 'late',
      order: { id: 4_000_000_000, contactName: long.person },
    }),
  },
  orderUnderReviewMail: { usual: orderUnderReviewMail(order), hard: orderUnderReviewMail(hardOrder) },
  photoApprovedMail: {
    usual: photoApprovedMail({ ...order, hasSlip: false, paymentUrl: `${shop}/payment/1042` }),
    hard: photoApprovedMail({ ...hardOrder, hasSlip: true, paymentUrl: `${shop}/payment/4000000000` }),
  },
  photoRejectedMail: {
    usual: photoRejectedMail({
      ...order,
      reason: 'A placa de identificação está fora de foco: não conseguimos ler o número de série.',
      redoUrl: `${shop}/orders/1042`,
    }),
    hard: photoRejectedMail({
      ...hardOrder,
      reason: `Linha um.\n\nLinha dois, com <b>marcas</b> & sinais.\n${long.word}`,
      redoUrl: `${shop}/orders/4000000000`,
    }),
  },
  photoWantedMail: {
    usual: photoWantedMail({
      ...order,
      reason: 'A placa de identificação está fora de foco: não conseguimos ler o número de série.',
      photoUrl: `${shop}/orders/1042/photo`,
    }),
    hard: photoWantedMail({
      ...hardOrder,
      reason: `Linha um.\n\nLinha dois, com <b>marcas</b> & sinais.\n${long.word}`,
      photoUrl: `${shop}/orders/4000000000/photo`,
    }),
  },
  paymentConfirmedMail: {
    usual: paymentConfirmedMail({ ...order, manageUrl: `${shop}/manage`, renewals: [], hasPurchases: true }),
    hard: paymentConfirmedMail({
      ...hardOrder,
      manageUrl: `${shop}/manage`,
      renewals: [long.name, long.word].map((name) => ({ ...renewedUnit, name, isSuspended: true })),
      hasPurchases: true,
    }),
    renewal: paymentConfirmedMail({
      ...order,
      manageUrl: `${shop}/manage`,
      renewals: [renewedUnit],
      hasPurchases: false,
    }),
    courtesy: paymentConfirmedMail({
      ...downloads,
      total: 0,
      manageUrl: `${shop}/manage`,
      renewals: [],
      hasPurchases: true,
    }),
    mixed: paymentConfirmedMail({
      ...order,
      manageUrl: `${shop}/manage`,
      renewals: [renewedUnit, { ...renewedUnit, prefix: null }],
      hasPurchases: true,
    }),
  },
  suspendedRenewalMail: {
    usual: suspendedRenewalMail({ ...suspended, units: [renewedUnit] }),
    unlimited: suspendedRenewalMail({ ...suspended, units: [{ ...renewedUnit, prefix: null, due: null }] }),
    hard: suspendedRenewalMail({
      ...suspended,
      contactName: long.person,
      units: [long.name, long.word].map((name) => ({ ...renewedUnit, name })),
    }),
  },
  dispatchedMail: {
    usual: dispatchedMail({
      sender,
      contactName: order.contactName,
      trackCode: 'AA123456785BR',
      serviceName: 'PAC',
      items: [
        copy,
        {
          ...copy,
          name: 'Catálogo Ilustrado de Peças',
          version: '2026-03',
          revision: '2026-03',
          prefix: null,
        },
        { ...copy, version: 'Rev. 21', revision: 'Rev. 23' },
      ],
      manageUrl: `${shop}/manage`,
      orderIds: [1042],
    }),
    untracked: dispatchedMail({
      sender,
      contactName: order.contactName,
      trackCode: null,
      serviceName: 'À Combinar',
      items: [copy],
      manageUrl: `${shop}/manage`,
      orderIds: [1042],
    }),
    hard: dispatchedMail({
      sender,
      contactName: long.person,
      trackCode: 'AA123456789BR',
      serviceName: 'SEDEX',
      items: [copy, copy, { ...copy, name: long.name }, { ...copy, name: long.word, prefix: 'N12345' }],
      manageUrl: `${shop}/manage`,
      orderIds: [1042, 1043, 4_000_000_000],
    }),
    withoutOrder: dispatchedMail({
      sender,
      contactName: order.contactName,
      trackCode: null,
      serviceName: 'PAC',
      items: [copy],
      manageUrl: `${shop}/manage`,
      orderIds: [],
    }),
  },
  expiryReminderMail: {
    usual: expiryReminderMail({
      ...reminder,
      units: [{ ...expiring, id: 1, prefix: 'PT-ABC' }],
      renewUrl: `${shop}/signature/1/renew`,
    }),
    fleet: expiryReminderMail({
      ...reminder,
      units: Array.from({ length: 40 }, (_, index) => ({
        ...expiring,
        id: index + 1,
        prefix: `PT-A${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
        due: '2026-12-21',
        daysLeft: 30,
      })),
      renewUrl: `${shop}/renew?${Array.from({ length: 40 }, (_, index) => `s=${index + 1}`).join('&')}`,
    }),
    mixed: expiryReminderMail({
      ...reminder,
      contactName: long.person,
      units: [
        { ...expiring, id: 1, prefix: 'PT-ABC', due: '2026-11-20', daysLeft: -1, price: 245_90 },
        { ...expiring, id: 2, prefix: null, due: '2026-11-21', daysLeft: 0 },
        { ...expiring, id: 3, prefix: 'PR-XYZ', due: '2026-11-22', daysLeft: 1, name: long.name },
        { ...expiring, id: 4, prefix: null, due: '2026-12-06', daysLeft: 15, name: long.word, price: null },
      ],
      renewUrl: `${shop}/renew?s=2&s=3`,
    }),
    over: expiryReminderMail({
      ...reminder,
      units: [{ ...expiring, id: 1, prefix: 'PT-ABC', due: '2026-11-18', daysLeft: -3, price: 245_90 }],
      renewUrl: null,
    }),
    overAndGone: expiryReminderMail({
      ...reminder,
      units: [
        { ...expiring, id: 1, prefix: 'PT-ABC', due: '2026-11-20', daysLeft: -1, price: null },
        { ...expiring, id: 2, prefix: null, due: '2026-11-19', daysLeft: -2, price: null },
      ],
      renewUrl: null,
    }),
    waiting: expiryReminderMail({
      ...reminder,
      units: [
        {
          ...expiring,
          id: 1,
          prefix: 'PT-ABC',
          price: null,
          renewal: { orderId: 1042, url: `${shop}/payment/1042` },
        },
        { ...expiring, id: 2, prefix: 'PT-XYZ', due: '2026-12-06', daysLeft: 15 },
      ],
      renewUrl: `${shop}/signature/2/renew`,
    }),
  },
  emailLinkMail: {
    usual: emailLinkMail({
      contactName: order.contactName,
      url: `${shop}/change_email/${'aB3-x_Y9z'.repeat(5).slice(0, 43)}`,
      expiresAt: new Date('2026-11-22T15:04:00Z'),
      sender,
    }),
    hard: emailLinkMail({
      contactName: long.person,
      url: `${shop}/change_email/${'aB3-x_Y9z'.repeat(5).slice(0, 43)}`,
      expiresAt: new Date('2026-11-22T15:04:00Z'),
      sender,
    }),
  },
  passwordLinkMail: {
    usual: passwordLinkMail({
      contactName: order.contactName,
      url: `${shop}/change_pass/${'aB3-x_Y9z'.repeat(5).slice(0, 43)}`,
      expiresAt: new Date('2026-11-22T15:04:00Z'),
      sender,
    }),
    withoutProfile: passwordLinkMail({
      contactName: null,
      url: `${shop}/change_pass/${'aB3-x_Y9z'.repeat(5).slice(0, 43)}`,
      expiresAt: new Date('2026-11-22T15:04:00Z'),
      sender,
    }),
  },
  contactMessageMail: {
    usual: contactMessageMail({
      id: 17,
      createdAt: new Date('2026-11-21T15:04:00Z'),
      name: order.contactName,
      email: 'ana@exemplo.test',
      phone: '14999990000',
      text: 'Bom dia.\n\nQual é a revisão em vigor do manual da hélice?\nObrigada.',
      sender,
    }),
    hard: contactMessageMail({
      id: 18,
      createdAt: new Date('2026-11-21T15:04:00Z'),
      name: long.person,
      email: `${'nome'.repeat(16)}@${'dominio'.repeat(8)}.exemplo.test`,
      phone: null,
      text: `${long.word} <script>alert(1)</script>\n${long.name.repeat(5)}`,
      sender,
    }),
  },
  contactReceiptMail: {
    usual: contactReceiptMail({ id: 17, createdAt: new Date('2026-11-21T15:04:00Z'), sender }),
  },
  agreeFreightMail: {
    usual: agreeFreightMail({
      ...order,
      shipping: { ...hardOrder.shipping },
      deliveryAddress: 'Rua das Hélices, 100, Centro, Botucatu – SP, CEP 18600-000',
      buyerEmail: 'ana@exemplo.test',
    }),
    hard: agreeFreightMail({
      ...hardOrder,
      deliveryAddress: `${long.word}, 100, Centro, Botucatu – SP, CEP 18600-000`,
      buyerEmail: `${'nome'.repeat(16)}@exemplo.test`,
    }),
  },
  undispatchedMail: {
    usual: undispatchedMail({
      day: '2026-11-21',
      units: [
        { ...copy, id: 7, orderId: 1042, customer: order.contactName, due: '2026-11-20' },
        { ...copy, id: 8, orderId: 1042, customer: order.contactName, due: '2026-11-20', prefix: null },
      ],
      hasMore: false,
      sender,
    }),
    hard: undispatchedMail({
      day: '2026-11-21',
      units: [{ ...copy, id: 7, orderId: 1042, customer: long.person, due: '2026-11-18', name: long.word }],
      hasMore: true,
      sender,
    }),
  },
  passwordChangedMail: {
    usual: passwordChangedMail({
      contactName: order.contactName,
      changedAt: at,
      recoverUrl: `${shop}/recover`,
      sender,
    }),
    hard: passwordChangedMail({
      contactName: long.person,
      changedAt: at,
      recoverUrl: `${shop}/recover`,
      sender,
    }),
  },
  emailChangedMail: {
    usual: emailChangedMail({ contactName: order.contactName, changedAt: at, sender }),
    hard: emailChangedMail({ contactName: long.word, changedAt: at, sender }),
  },
  deletionRequestedMail: {
    usual: deletionRequestedMail({ contactName: order.contactName, dueAt: at, sender }),
    hard: deletionRequestedMail({ contactName: long.person, dueAt: at, sender }),
  },
  newRevisionMail: {
    usual: newRevisionMail({ ...revision, sender }),
    printed: newRevisionMail({ ...revision, isDownload: false, changes: null, sender }),
    hard: newRevisionMail({
      ...revision,
      contactName: long.person,
      name: long.name,
      applicability: long.word,
      version: 'Revisão 37 temporária',
      changes: `Linha um: 12 páginas.\n\nLinha dois, com <b>marcas</b> & sinais.\n${long.word}`,
      sender,
    }),
  },
  withdrawalReceiptMail: {
    usual: withdrawalReceiptMail({ ...withdrawal, orderUrl: `${shop}/orders/1042` }),
    hard: withdrawalReceiptMail({ ...hardWithdrawal, orderUrl: `${shop}/orders/4000000000` }),
  },
  withdrawalTaskMail: {
    usual: withdrawalTaskMail({ ...withdrawal, email: 'ana@exemplo.test', reason: null, refundTo: null }),
    hard: withdrawalTaskMail({
      ...hardWithdrawal,
      email: `${'nome'.repeat(16)}@exemplo.test`,
      reason: long.name.repeat(3),
      refundTo: long.word,
    }),
  },
}
