import { toBuffer } from 'qrcode'
import { calculateAmountDue, noTerms } from '#app/domain/charges/boleto-terms.ts'
import { buildDynamicPix } from '#app/domain/charges/pix.ts'
import { mails } from '#app/mails/mails.server.ts'
import type { BoletoToPay } from '#app/mails/orders/boleto-blocks.ts'
import type { OrderMailData } from '#app/mails/orders/order-summary.ts'
import { drawPhotoExamples } from '#app/mails/orders/photo-mails.server.ts'

const shop = 'https://loja.aeropub.test'

const sender = {
  name: 'Aeropub',
  legalName: 'Aeropub de Teste Ltda.',
  cnpj: '11.222.333/0001-81',
  address: 'Rua Inventada, 1, Centro, Botucatu – SP, CEP 18600-000',
  phone: '(14) 3333-0000',
  email: 'atendimento@aeropub.test',
}

const plateLine = {
  id: 1,
  publicationId: 1,
  name: 'Segunda via do Manual de Voo',
  registration: 'PT-ABC',
  serialNumber: '200512',
  photo: 'a.jpg',
  photoSubject: 'data-plate',
  photoNote: null,
} as const
const describedLine = {
  id: 2,
  publicationId: 2,
  name: 'Inspeção Estrutural',
  registration: null,
  serialNumber: '200777',
  photo: null,
  photoSubject: 'other',
  photoNote: 'Fotografe o laudo anterior inteiro, com data & assinatura.',
} as const

const photoExamples = await drawPhotoExamples([plateLine, describedLine])

const address = {
  street: 'Rua das Hélices',
  number: '100',
  complement: 'sala 2',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
  zip_code: '18600000',
}

const order: OrderMailData = {
  orderId: 1042,
  contactName: 'Ana Inventada da Silva',
  lines: [
    {
      name: 'Manual de Manutenção da Hélice',
      version: 'Rev. 12',
      quantity: 2,
      value: 245_90,
      aircraft: ['PT-ABC, nº de série 200512, etanol', 'PR-XYZ, nº de série 200513'],
    },
    { name: 'Catálogo Ilustrado de Peças', version: '2026-03', quantity: 1, value: 1_380_00, aircraft: [] },
  ],
  shipping: { type: 'PAC', value: 35_90, days: 6, handlingDays: 5, needsShipping: true },
  total: 1_907_70,
  purchaseOrder: null,
  company: null,
  billing: address,
  delivery: null,
  ordersUrl: `${shop}/orders`,
  sender,
}

/** An order that was placed without a review of photos. */
const unreviewed = { wasReviewed: false } as const

const downloadOrder: OrderMailData = {
  ...order,
  shipping: { type: 'Download', value: 0, days: null, handlingDays: 5, needsShipping: false },
}

/** Names and texts of the maximum length. `word` has no space; `name` contains markup. */
const longest = {
  word: 'Suplementodomanualdevoodaaeronaveagricolaturboeliceconvertida'.repeat(2),
  name: 'Manual de Manutenção, Reparos e Inspeções Especiais do Grupo Motopropulsor <b>PT6A</b> & Hélice Tripá, volume 3',
  person:
    'Maria Aparecida das Graças Albuquerque de Orleans e Bragança Vasconcelos Inventada dos Santos & Filhos',
}

const hardOrder: OrderMailData = {
  ...order,
  company: { name: longest.person, document: '12ABC34501DE35' },
  orderId: 4_000_000_000,
  contactName: longest.person,
  lines: [
    {
      name: longest.name,
      version: 'Revisão 37 temporária',
      quantity: 100,
      value: 99_999_99,
      aircraft: Array.from(
        { length: 20 },
        (_, unit) => `N12345${unit}AB, nº de série ${longest.word.slice(0, 30)}, convertido para etanol`,
      ),
    },
    { name: longest.word, version: '1', quantity: 1, value: 1, aircraft: [] },
  ],
  shipping: { type: 'TO_BE_AGREED', value: 0, days: null, handlingDays: 5, needsShipping: true },
  total: 999_999_900 + 1,
  purchaseOrder: 'PC-45001234567890/2026-SUPR-01',
  delivery: { ...address, street: longest.word, complement: longest.name },
}

const sentCopy = {
  name: 'Manual de Manutenção da Hélice',
  version: 'Rev. 12',
  revision: 'Rev. 12',
  registration: 'PT-ABC',
  serialNumber: null,
}
const expiringUnit = {
  name: 'Manual de Manutenção da Hélice',
  serialNumber: null,
  due: '2026-11-28',
  daysLeft: 7,
  price: 122_90,
  renewal: null,
}
const makeOptOut = (topic: 'reminders' | 'revisions') => ({
  userId: 1,
  topic,
  url: `${shop}/avisos/AbCdEfGhIjKlMnOpQrStUv/${topic}`,
})
const reminderFacts = {
  contactName: order.contactName,
  manageUrl: `${shop}/manage`,
  optOut: makeOptOut('reminders'),
  sender,
}

const renewedUnit = {
  subscriptionId: 17,
  name: sentCopy.name,
  registration: 'PT-ABC',
  serialNumber: null,
  due: '2027-11-28',
  isSuspended: false,
}
const company = { clientName: 'Fazenda Inventada Ltda.', contactName: order.contactName }
const suspendedRenewal = { orderId: 1042, ...company, email: 'ana@exemplo.test', sender }

const eventTime = new Date('2026-11-21T15:04:00Z')
const linkExpiry = new Date('2026-11-22T15:04:00Z')
const linkToken = 'aB3-x_Y9z'.repeat(5).slice(0, 43)
const withdrawal = {
  protocol: 'D-17',
  orderId: 1042,
  createdAt: eventTime,
  contactName: order.contactName,
  lines: [{ ...sentCopy, value: 245_90 }],
  sender,
}
const owedMoney = { goods: 245_90, remainder: 35_90, returned: 0, owed: 281_80, since: '2026-11-21' }
const answeredWithdrawal = {
  ...withdrawal,
  refundTo: null,
  money: owedMoney,
  canRequestAgain: true,
  lastDay: '2026-11-28',
  orderUrl: `${shop}/orders/1042`,
}
const refund = {
  orderId: 1042,
  contactName: order.contactName,
  value: 245_90,
  refundedOn: '2026-11-24',
  document: 'E0000000020261124120000000000001',
  orderUrl: `${shop}/orders/1042`,
  sender,
}
const revision = {
  contactName: order.contactName,
  name: 'Manual de Manutenção da Hélice',
  applicability: 'EMB-202A, séries 200700 a 201200',
  version: 'Rev. 13',
  date: '2026-11-20',
  isDownload: true,
  hasFile: true,
  changes: 'Novo intervalo de 600 horas na seção 5.',
  manageUrl: `${shop}/manage`,
  optOut: makeOptOut('revisions'),
}

const hardWithdrawal = {
  ...withdrawal,
  orderId: 4_000_000_000,
  contactName: longest.person,
  lines: [longest.name, longest.word].map((name) => ({ ...sentCopy, name, value: 99_999_99 })),
}

const boleto: BoletoToPay = {
  line: '00190000090765432100001042017178614500000190770',
  dueDate: '2026-11-25',
  payableUntil: null,
  value: 1_907_70,
  terms: noTerms,
  today: '2026-11-21',
  pix: null,
  isPendingRegistration: false,
  pdf: null,
}
const boletoWithFine: BoletoToPay = {
  ...boleto,
  // A fine of 2 % and interest of 1 % a month, which is R$ 0,63 a day.
  terms: { ...noTerms, finePercent: 200, interestPercent: 100, interestPerDay: 63 },
}
const pdf = {
  name: 'boleto-pedido-1042.pdf',
  type: 'application/pdf',
  content: new TextEncoder().encode('%PDF-1.4 invented'),
}
/** A Pix code of the maximum length, with a fictitious address. */
const pixCode = buildDynamicPix({
  url: 'pix.example.com/qr/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9aabbccdd',
  merchantName: 'Aeropub Publicacoes Aeronauticas',
  merchantCity: 'Botucatu',
})
const boletoWithPix = { ...boleto, pdf, pix: { code: pixCode, picture: await toBuffer(pixCode) } }
const boletoFacts = {
  orderId: 1042,
  contactName: order.contactName,
  paymentUrl: `${shop}/payment/1042`,
  sender,
}
const payment = {
  id: 17,
  source: 'gateway' as const,
  value: 1_907_70,
  expected: 1_907_70,
  paidOn: '2026-11-25',
  order: { id: 1042, clientName: company.clientName },
  paymentUrl: `${shop}/admin/payments/17`,
  sender,
  due: null,
  otherRenewals: [],
}

const refusedLine = {
  orderId: 1042,
  ourNumber: '00000001118',
  outcome: 'rejected' as const,
  reasons: '',
  occurrence: '03',
  value: 0,
}

const heldUnit = {
  registration: 'PT-ABC',
  serialNumber: '200512',
  held: 'Rev. 7',
  due: '2027-10-30',
  isSuspended: false,
}
const recall = {
  contactName: order.contactName,
  name: 'Manual de Voo EMB-201',
  subject: 'Troque a página 3-12 da Rev. 7',
  body: 'A tabela de peso da página 3-12 está errada.\nNão use a página até receber a nova.',
  units: [heldUnit],
  today: '2026-11-25',
  manageUrl: `${shop}/manage`,
  sender,
}
const closing = {
  to: 'contabilidade@exemplo.test',
  month: '2026-10',
  totals: [
    { label: 'Vendido', value: 'R$ 14.459,65' },
    { label: 'Recebido ao todo', value: 'R$ 11.773,95' },
    { label: 'Reembolsado', value: 'R$ 340,50' },
  ],
  files: [
    { name: 'fechamento_2026-10.pdf', type: 'application/pdf', content: new Uint8Array([37, 80, 68, 70]) },
  ],
  sender,
}

type Mail = (typeof mails)[number]
type MailData<SomeMail> = SomeMail extends { render(data: infer Data): unknown } ? Data : never

/** Normal and extreme data for every mail. */
export const sampleFacts: { [SomeMail in Mail as SomeMail['name']]: Record<string, MailData<SomeMail>> } = {
  'mail-order-received': {
    usual: { ...order, boleto: { ...boleto, pdf }, ...unreviewed, orderUrl: `${shop}/payment/1042` },
    withoutPdf: { ...order, boleto, ...unreviewed, orderUrl: `${shop}/payment/1042` },
    withPix: { ...order, boleto: boletoWithPix, ...unreviewed, orderUrl: `${shop}/payment/1042` },
    hard: {
      ...hardOrder,
      boleto: { ...boletoWithPix, isPendingRegistration: true },
      ...unreviewed,
      orderUrl: `${shop}/payment/4000000000`,
    },
    registering: {
      ...order,
      boleto: { ...boleto, isPendingRegistration: true },
      ...unreviewed,
      orderUrl: `${shop}/payment/1042`,
    },
    download: { ...downloadOrder, boleto, ...unreviewed, orderUrl: `${shop}/payment/1042` },
    approved: {
      ...order,
      boleto: { ...boleto, pdf },
      wasReviewed: true,
      orderUrl: `${shop}/payment/1042`,
    },
    over: { ...order, boleto: null, ...unreviewed, orderUrl: `${shop}/payment/1042` },
  },
  'mail-order-without-boleto': {
    usual: { ...order, ...unreviewed, orderUrl: `${shop}/payment/1042` },
    approved: { ...order, wasReviewed: true, orderUrl: `${shop}/payment/1042` },
  },
  'mail-boleto-due': {
    usual: { ...boletoFacts, boleto },
    hard: { ...boletoFacts, contactName: longest.person, boleto: boletoWithPix },
  },
  'mail-boleto-registered': {
    usual: { ...boletoFacts, boleto },
    late: { ...boletoFacts, boleto: { ...boletoWithFine, today: '2026-11-27' } },
    hard: { ...boletoFacts, contactName: longest.person, boleto: boletoWithPix },
  },
  'mail-boleto-refused': {
    usual: { ...boletoFacts, pix: null },
    pix: { ...boletoFacts, contactName: longest.person, pix: boletoWithPix.pix },
  },
  'mail-boleto-ready': {
    usual: { ...boletoFacts, boleto: { ...boleto, pdf } },
    charged: { ...boletoFacts, boleto: { ...boletoWithFine, pdf } },
    hard: { ...boletoFacts, contactName: longest.person, boleto: boletoWithPix },
  },
  'mail-boleto-renewed': {
    usual: { ...boletoFacts, boleto: { ...boleto, pdf } },
    hard: { ...boletoFacts, contactName: longest.person, boleto: boletoWithPix },
  },
  'mail-boleto-expired': {
    usual: {
      ...boletoFacts,
      dueDate: '2026-11-25',
      value: 1_907_70,
      orderOpenUntil: '2026-12-25',
    },
  },
  'mail-order-unpaid': {
    usual: { ...order, buyAgainUrl: `${shop}/orders/1042`, isRenewalOnly: false },
    renewal: { ...order, buyAgainUrl: `${shop}/manage`, isRenewalOnly: true },
    hard: { ...hardOrder, buyAgainUrl: `${shop}/orders/4000000000`, isRenewalOnly: false },
  },
  'mail-staff-gateway-event': {
    usual: {
      name: 'PAYMENT_CHARGEBACK_REQUESTED',
      orderId: 1042,
      externalId: 'pay_080225913252',
      eventUrl: `${shop}/admin/payments/events/17`,
      sender,
    },
    unmatched: {
      name: 'RECONCILIATION',
      orderId: null,
      externalId: 'pay_080225913252',
      eventUrl: `${shop}/admin/payments/events/17`,
      sender,
    },
  },
  'mail-staff-waiting-work': {
    one: {
      sender,
      now: eventTime,
      rows: [
        {
          text: '2 pedidos com foto em análise, 1 há mais de 24 h',
          since: new Date('2026-11-20T13:04:00Z'),
          until: new Date('2026-11-21T13:04:00Z'),
          count: 2,
          notifiedCount: 1,
        },
      ],
      todayUrl: `${shop}/admin/today`,
    },
    many: {
      sender,
      now: eventTime,
      rows: [
        {
          text: '1 pedido com boleto que o banco recusou',
          since: new Date('2026-11-18T12:00:00Z'),
          until: null,
          count: 1,
          notifiedCount: 1,
        },
        {
          text: '3 desistências sem resposta',
          since: new Date('2026-11-19T12:00:00Z'),
          until: new Date('2026-11-25T03:00:00Z'),
          count: 3,
          notifiedCount: 2,
        },
      ],
      todayUrl: `${shop}/admin/today`,
    },
  },
  'mail-staff-refused-boletos': {
    one: {
      sender,
      bank: '001',
      format: 400,
      count: 1,
      unknownCount: 0,
      rows: [{ ...refusedLine, ourNumber: '31285570000001118', reasons: '36' }],
      fileUrl: `${shop}/admin/bank_files/7`,
    },
    many: {
      sender,
      bank: '237',
      format: 400,
      count: 25,
      unknownCount: 1,
      rows: [
        { ...refusedLine, reasons: '10 16' },
        {
          ...refusedLine,
          ourNumber: '00000001119',
          orderId: 1043,
          outcome: 'instruction-rejected',
          occurrence: '26',
        },
        { ...refusedLine, ourNumber: '00000001120', orderId: null, outcome: 'unpayable', occurrence: '25' },
        {
          ...refusedLine,
          ourNumber: '00000001121',
          orderId: 1044,
          outcome: 'unknown',
          occurrence: '77',
          value: 80_00,
        },
      ],
      fileUrl: `${shop}/admin/bank_files/7`,
    },
    unknown: {
      sender,
      bank: '341',
      format: 400,
      count: 0,
      unknownCount: 1,
      rows: [{ ...refusedLine, outcome: 'unknown', occurrence: '76', value: 80_00 }],
      fileUrl: `${shop}/admin/bank_files/7`,
    },
  },
  'mail-staff-payment': {
    unmatched: {
      ...payment,
      kind: 'unmatched',
      source: 'bank-file',
      expected: null,
      order: null,
    },
    amount: { ...payment, kind: 'amount-differs', value: 1_900_00 },
    plain: {
      ...payment,
      kind: 'amount-differs',
      paidOn: '2026-11-27',
      due: calculateAmountDue(boletoWithFine, '2026-11-27'),
    },
    double: { ...payment, kind: 'double' },
    boleto: { ...payment, kind: 'boleto-differs', source: 'bank-file' },
    rejected: { ...payment, kind: 'rejected-order' },
    renewed: {
      ...payment,
      kind: 'renewed-elsewhere',
      otherRenewals: [
        {
          subscriptionId: 29,
          name: 'Boletins de Serviço',
          registration: 'PT-ABC',
          serialNumber: null,
          orderId: 1059,
          due: '2027-12-04',
        },
      ],
    },
    removed: { ...payment, kind: 'account-removed', order: { id: 1042, clientName: null } },
    reversed: { ...payment, kind: 'reversed', source: 'reconciliation' },
    corrected: { ...payment, kind: 'value-differs', reportedAmount: 1_910_70 },
    late: {
      ...payment,
      kind: 'late',
      order: { id: 4_000_000_000, clientName: longest.person },
    },
  },
  'mail-invoice': {
    usual: {
      sender,
      contactName: order.contactName,
      orderId: 1042,
      model: 'nfe',
      number: '1234',
      series: '1',
      hasPdf: true,
      key: '35261111222333000181550010000012341482910370',
      orderUrl: `${shop}/orders/1042`,
    },
    hard: {
      sender,
      contactName: longest.person,
      orderId: 4_000_000_000,
      model: 'nfse',
      number: '20260000000012345678',
      series: null,
      hasPdf: false,
      key: null,
      orderUrl: `${shop}/orders/4000000000`,
    },
  },
  'mail-order-under-review': {
    usual: { ...order, photoCount: 1 },
    hard: { ...hardOrder, photoCount: 3 },
    free: { ...downloadOrder, photoCount: 1, total: 0 },
  },
  'mail-photo-approved': {
    usual: { ...order, photoCount: 1, hasBoleto: false, paymentUrl: `${shop}/payment/1042` },
    hard: { ...hardOrder, photoCount: 0, hasBoleto: true, paymentUrl: `${shop}/payment/4000000000` },
  },
  'mail-photo-rejected': {
    usual: {
      ...order,
      reason: 'A placa de identificação está fora de foco: não conseguimos ler o número de série.',
      photoLines: [plateLine],
      examples: photoExamples,
      redoUrl: `${shop}/orders/1042`,
    },
    hard: {
      ...hardOrder,
      reason: `Linha um.\n\nLinha dois, com <b>marcas</b> & sinais.\n${longest.word}`,
      photoLines: [plateLine, describedLine],
      examples: photoExamples,
      redoUrl: `${shop}/orders/4000000000`,
    },
  },
  'mail-photo-request': {
    usual: {
      ...order,
      reason: 'A placa de identificação está fora de foco: não conseguimos ler o número de série.',
      photoLines: [plateLine],
      examples: photoExamples,
      photoUrl: `${shop}/orders/1042/photo`,
    },
    hard: {
      ...hardOrder,
      reason: `Linha um.\n\nLinha dois, com <b>marcas</b> & sinais.\n${longest.word}`,
      photoLines: [plateLine, describedLine],
      examples: photoExamples,
      photoUrl: `${shop}/orders/4000000000/photo`,
    },
  },
  'mail-payment-confirmed': {
    usual: { ...order, manageUrl: `${shop}/manage`, renewals: [], hasPurchases: true, copiesWait: true },
    hard: {
      ...hardOrder,
      manageUrl: `${shop}/manage`,
      renewals: [longest.name, longest.word].map((name) => ({ ...renewedUnit, name, isSuspended: true })),
      hasPurchases: true,
      copiesWait: true,
    },
    renewal: {
      ...order,
      manageUrl: `${shop}/manage`,
      renewals: [renewedUnit],
      hasPurchases: false,
      copiesWait: false,
    },
    courtesy: {
      ...downloadOrder,
      total: 0,
      manageUrl: `${shop}/manage`,
      renewals: [],
      hasPurchases: true,
      copiesWait: false,
    },
    mixed: {
      ...order,
      manageUrl: `${shop}/manage`,
      renewals: [renewedUnit, { ...renewedUnit, registration: null }],
      hasPurchases: true,
      copiesWait: false,
    },
  },
  'mail-staff-suspended-renewal': {
    usual: { ...suspendedRenewal, units: [renewedUnit] },
    unlimited: { ...suspendedRenewal, units: [{ ...renewedUnit, registration: null, due: null }] },
    hard: {
      ...suspendedRenewal,
      clientName: longest.person,
      contactName: longest.person,
      units: [longest.name, longest.word].map((name) => ({ ...renewedUnit, name })),
    },
  },
  'mail-dispatched': {
    usual: {
      sender,
      address: { ...address, complement: '' },
      contactName: order.contactName,
      trackCode: 'AA123456785BR',
      serviceName: 'PAC',
      items: [
        sentCopy,
        {
          ...sentCopy,
          name: 'Catálogo Ilustrado de Peças',
          version: '2026-03',
          revision: '2026-03',
          registration: null,
        },
        { ...sentCopy, version: 'Rev. 21', revision: 'Rev. 23' },
      ],
      manageUrl: `${shop}/manage`,
      orderIds: [1042],
    },
    untracked: {
      sender,
      address: null,
      contactName: order.contactName,
      trackCode: null,
      serviceName: 'À Combinar',
      items: [sentCopy],
      manageUrl: `${shop}/manage`,
      orderIds: [1042],
    },
    hard: {
      sender,
      address: { ...address, street: `Rua ${longest.word}`, number: '1', complement: '' },
      contactName: longest.person,
      trackCode: 'AA123456789BR',
      serviceName: 'SEDEX',
      items: [
        sentCopy,
        sentCopy,
        { ...sentCopy, name: longest.name },
        { ...sentCopy, name: longest.word, registration: 'N12345' },
      ],
      manageUrl: `${shop}/manage`,
      orderIds: [1042, 1043, 4_000_000_000],
    },
    withoutOrder: {
      sender,
      address: null,
      contactName: order.contactName,
      trackCode: null,
      serviceName: 'PAC',
      items: [sentCopy],
      manageUrl: `${shop}/manage`,
      orderIds: [],
    },
  },
  'mail-delivery-changed': {
    usual: {
      sender,
      contactName: order.contactName,
      from: 'Travessa do Engenho, 31, Centro, Botucatu, SP, 18600000',
      to: 'Rua do Endereço Certo, 999, casa 2, Centro, Botucatu, SP, 18600000',
      orderIds: [1042],
    },
    shipment: {
      sender,
      contactName: longest.person,
      from: '-',
      to: `Rua ${longest.word}, 1, Centro, Botucatu, SP, 18600000`,
      orderIds: [1042, 1043],
    },
    direct: {
      sender,
      contactName: order.contactName,
      from: 'Travessa do Engenho, 31, Centro, Botucatu, SP, 18600000',
      to: 'Rua do Endereço Certo, 999, Centro, Botucatu, SP, 18600000',
      orderIds: [],
    },
  },
  'mail-payer-corrected': {
    usual: {
      sender,
      contactName: order.contactName,
      orderId: 1042,
      changes: [
        { field: 'payer_name', from: 'Ana Suoza', to: 'Ana Souza' },
        { field: 'payer_document', from: '12345678909', to: '52998224725' },
        {
          field: 'billing',
          from: 'Travessa do Engenho, 31, Centro, Botucatu, SP, 18600000',
          to: 'Rua do Endereço Certo, 999, casa 2, Centro, Botucatu, SP, 18600000',
        },
      ],
      boletoAfter: 'registered-again',
      orderUrl: `${shop}/orders/1042`,
    },
    paid: {
      sender,
      contactName: longest.person,
      orderId: 1042,
      changes: [{ field: 'payer_name', from: '', to: longest.name }],
      boletoAfter: null,
      orderUrl: `${shop}/orders/1042`,
    },
  },
  'mail-expiry': {
    usual: {
      ...reminderFacts,
      units: [{ ...expiringUnit, id: 1, registration: 'PT-ABC' }],
      renewUrl: `${shop}/manage/1/renew`,
    },
    fleet: {
      ...reminderFacts,
      units: Array.from({ length: 40 }, (_, index) => ({
        ...expiringUnit,
        id: index + 1,
        registration: `PT-A${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
        due: '2026-12-21',
        daysLeft: 30,
      })),
      renewUrl: `${shop}/renew?${Array.from({ length: 40 }, (_, index) => `s=${index + 1}`).join('&')}`,
    },
    mixed: {
      ...reminderFacts,
      contactName: longest.person,
      units: [
        { ...expiringUnit, id: 1, registration: 'PT-ABC', due: '2026-11-20', daysLeft: -1, price: 245_90 },
        { ...expiringUnit, id: 2, registration: null, due: '2026-11-21', daysLeft: 0 },
        {
          ...expiringUnit,
          id: 3,
          registration: 'PR-XYZ',
          due: '2026-11-22',
          daysLeft: 1,
          name: longest.name,
        },
        {
          ...expiringUnit,
          id: 4,
          registration: null,
          due: '2026-12-06',
          daysLeft: 15,
          name: longest.word,
          price: null,
        },
      ],
      renewUrl: `${shop}/renew?s=2&s=3`,
    },
    over: {
      ...reminderFacts,
      units: [
        { ...expiringUnit, id: 1, registration: 'PT-ABC', due: '2026-11-18', daysLeft: -3, price: 245_90 },
      ],
      renewUrl: null,
    },
    overAndGone: {
      ...reminderFacts,
      units: [
        { ...expiringUnit, id: 1, registration: 'PT-ABC', due: '2026-11-20', daysLeft: -1, price: null },
        { ...expiringUnit, id: 2, registration: null, due: '2026-11-19', daysLeft: -2, price: null },
      ],
      renewUrl: null,
    },
    waiting: {
      ...reminderFacts,
      units: [
        {
          ...expiringUnit,
          id: 1,
          registration: 'PT-ABC',
          price: null,
          renewal: { orderId: 1042, url: `${shop}/payment/1042` },
        },
        { ...expiringUnit, id: 2, registration: 'PT-XYZ', due: '2026-12-06', daysLeft: 15 },
      ],
      renewUrl: `${shop}/manage/2/renew`,
    },
  },
  'send-email-link': {
    usual: {
      isProof: false,
      url: `${shop}/change_email/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
    proof: {
      isProof: true,
      url: `${shop}/change_email/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
  },
  'send-invitation': {
    usual: {
      companyName: 'Oficina Asa Branca Ltda.',
      role: 'mechanic',
      url: `${shop}/invitation/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
    hard: {
      companyName: longest.person,
      role: 'buyer',
      url: `${shop}/invitation/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
  },
  'mail-colleague-joined': {
    usual: {
      contactName: order.contactName,
      companyName: 'Oficina Asa Branca Ltda.',
      name: 'Caio Inventado',
      email: 'caio@exemplo.test',
      role: 'buyer',
      acceptedAt: linkExpiry,
      url: `${shop}/account/colleagues/7`,
      sender,
    },
    hard: {
      contactName: longest.person,
      companyName: longest.person,
      name: longest.person,
      email: 'mecanico@exemplo.test',
      role: 'mechanic',
      acceptedAt: linkExpiry,
      url: `${shop}/account/colleagues/7`,
      sender,
    },
  },
  'send-password-link': {
    usual: {
      contactName: order.contactName,
      url: `${shop}/change_pass/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
    withoutProfile: {
      contactName: null,
      url: `${shop}/change_pass/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
  },
  'send-staff-link': {
    usual: {
      contactName: order.contactName,
      url: `${shop}/change_pass/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
  },
  'send-moved-in-link': {
    usual: {
      contactName: order.contactName,
      url: `${shop}/change_pass/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
    withoutProfile: {
      contactName: null,
      url: `${shop}/change_pass/${linkToken}`,
      expiresAt: linkExpiry,
      sender,
    },
  },
  'forward-contact-message': {
    usual: {
      id: 17,
      created_at: eventTime,
      name: order.contactName,
      email: 'ana@exemplo.test',
      phone: '14999990000',
      text: 'Bom dia.\n\nQual é a revisão em vigor do manual da hélice?\nObrigada.',
      sender,
    },
    hard: {
      id: 18,
      created_at: eventTime,
      name: longest.person,
      email: `${'nome'.repeat(16)}@${'dominio'.repeat(8)}.exemplo.test`,
      phone: null,
      text: `${longest.word} <script>alert(1)</script>\n${longest.name.repeat(5)}`,
      sender,
    },
  },
  'acknowledge-contact-message': {
    usual: { id: 17, created_at: eventTime, sender },
  },
  'ask-staff-for-freight': {
    usual: {
      ...order,
      ...company,
      shipping: { ...hardOrder.shipping },
      deliveryAddress: { ...address, complement: '' },
      email: 'ana@exemplo.test',
    },
    hard: {
      ...hardOrder,
      clientName: longest.person,
      deliveryAddress: { ...address, street: longest.word, complement: '' },
      email: `${'nome'.repeat(16)}@exemplo.test`,
    },
  },
  'mail-staff-undispatched': {
    usual: {
      day: '2026-11-21',
      units: [
        { ...sentCopy, id: 7, orderId: 1042, customer: order.contactName, due: '2026-11-20' },
        {
          ...sentCopy,
          id: 8,
          orderId: 1042,
          customer: order.contactName,
          due: '2026-11-20',
          registration: null,
        },
      ],
      hasMore: false,
      sender,
    },
    hard: {
      day: '2026-11-21',
      units: [
        {
          ...sentCopy,
          id: 7,
          orderId: 1042,
          customer: longest.person,
          due: '2026-11-18',
          name: longest.word,
        },
      ],
      hasMore: true,
      sender,
    },
  },
  'send-test-mail': {
    usual: { contactName: order.contactName, stepsUrl: `${shop}/admin/settings/first_steps`, sender },
    hard: { contactName: longest.person, stepsUrl: `${shop}/admin/settings/first_steps`, sender },
  },
  'mail-password-changed': {
    usual: {
      contactName: order.contactName,
      changedAt: eventTime,
      endedAccess: null,
      recoverUrl: `${shop}/recover`,
      accountUrl: `${shop}/account`,
      sender,
    },
    firstProof: {
      contactName: order.contactName,
      changedAt: eventTime,
      endedAccess: { members: [], sessions: 0, keys: 0, passkeys: 0, secondFactor: false },
      recoverUrl: `${shop}/recover`,
      accountUrl: `${shop}/account`,
      sender,
    },
    hard: {
      contactName: longest.person,
      changedAt: eventTime,
      endedAccess: {
        members: [
          { name: longest.person, email: 'mecanico@exemplo.test', role: 'mechanic' as const },
          { name: null, email: `${'nome'.repeat(16)}@exemplo.test`, role: 'buyer' as const },
        ],
        sessions: 2,
        keys: 1,
        passkeys: 1,
        secondFactor: true,
      },
      recoverUrl: `${shop}/recover`,
      accountUrl: `${shop}/account`,
      sender,
    },
  },
  'mail-email-changed': {
    usual: { changedAt: eventTime, sender },
  },
  'mail-second-factor': {
    usual: {
      contactName: order.contactName,
      act: 'second-factor-on' as const,
      at: eventTime,
      sessionsUrl: `${shop}/account/sessions`,
      sender,
    },
    hard: {
      contactName: longest.person,
      act: 'second-factor-reset' as const,
      at: eventTime,
      sessionsUrl: `${shop}/account/sessions`,
      sender,
    },
  },
  'mail-staff-security': {
    usual: {
      contactName: order.contactName,
      kind: 'account' as const,
      location: '42',
      since: eventTime,
      url: `${shop}/admin/settings/security?number=42`,
      sender,
    },
    hard: {
      contactName: longest.person,
      kind: 'network' as const,
      location: '2001:db8:abcd::/48',
      since: eventTime,
      url: `${shop}/admin/settings/security?network=2001%3Adb8%3Aabcd%3A%3A%2F48`,
      sender,
    },
  },
  'mail-deletion-requested': {
    usual: { contactName: order.contactName, dueAt: eventTime, sender },
    hard: { contactName: longest.person, dueAt: eventTime, sender },
  },
  'mail-revision': {
    usual: { ...revision, sender },
    printed: { ...revision, isDownload: false, changes: null, sender },
    hard: {
      ...revision,
      contactName: longest.person,
      name: longest.name,
      applicability: longest.word,
      version: 'Revisão 37 temporária',
      changes: `Linha um: 12 páginas.\n\nLinha dois, com <b>marcas</b> & sinais.\n${longest.word}`,
      sender,
    },
  },
  'mail-recall': {
    usual: { ...recall, company: null },
    bought: { ...recall, company: null, units: [{ ...heldUnit, due: null }] },
    company: { ...recall, company: 'Táxi Aéreo Inventado Ltda.' },
    ended: {
      ...recall,
      company: null,
      units: [
        { ...heldUnit, due: '2026-11-24' },
        { ...heldUnit, registration: 'PR-XYZ', held: null, due: '2025-01-10' },
      ],
    },
    hard: {
      ...recall,
      contactName: longest.person,
      company: longest.person,
      name: longest.name,
      subject: 'Recolha as páginas <b>3-1</b> & 3-2',
      body: `${longest.word}\n\n<b>Não</b> voe & avise.`,
    },
  },
  'mail-closing': {
    usual: closing,
    hard: {
      ...closing,
      month: '2028-02',
      totals: [{ label: 'Recebido menos reembolsado e estornado', value: 'R$ 999.999,99' }],
    },
  },
  'acknowledge-withdrawal': {
    usual: { ...withdrawal, orderUrl: `${shop}/orders/1042` },
    hard: { ...hardWithdrawal, orderUrl: `${shop}/orders/4000000000` },
  },
  'forward-withdrawal': {
    usual: {
      ...withdrawal,
      ...company,
      email: 'ana@exemplo.test',
      reason: null,
      refundTo: null,
      money: owedMoney,
    },
    hard: {
      ...hardWithdrawal,
      clientName: longest.person,
      email: `${'nome'.repeat(16)}@exemplo.test`,
      reason: longest.name.repeat(3),
      refundTo: longest.word,
      money: { ...owedMoney, remainder: 0, returned: 100_00, owed: 145_90 },
    },
  },
  'mail-order-cancelled': {
    usual: { ...order, owed: 1_907_70 },
    free: { ...downloadOrder, total: 0, owed: 0 },
    hard: { ...hardOrder, owed: 1 },
  },
  'mail-cancellation-received': {
    usual: { ...order, orderUrl: `${shop}/orders/1042` },
    hard: { ...hardOrder, orderUrl: `${shop}/orders/1042` },
  },
  'mail-withdrawal-answer': {
    accepted: { ...answeredWithdrawal, answer: { outcome: 'accepted', reason: null, isCorrection: false } },
    refused: {
      ...answeredWithdrawal,
      answer: { outcome: 'refused', reason: 'O lacre foi aberto.', isCorrection: false },
    },
    corrected: {
      ...answeredWithdrawal,
      answer: {
        outcome: 'accepted',
        reason: 'O lacre estava inteiro: o engano foi nosso.',
        isCorrection: true,
      },
      refundTo: 'chave-inventada@exemplo.test',
    },
    hard: {
      ...hardWithdrawal,
      answer: { outcome: 'refused', reason: `${longest.name} ${longest.word}`, isCorrection: true },
      refundTo: null,
      money: null,
      canRequestAgain: false,
      lastDay: null,
      orderUrl: `${shop}/orders/4000000000`,
    },
  },
  'mail-refund': {
    usual: { ...refund, owed: 0 },
    partly: { ...refund, owed: 35_90 },
    hard: { ...refund, orderId: 4_000_000_000, contactName: longest.person, document: longest.word, owed: 0 },
  },
  'mail-refund-reversed': {
    usual: refund,
    hard: { ...refund, orderId: 4_000_000_000, contactName: longest.person },
  },
}

/** Every mail, rendered with each of its data sets. */
export const samples = mails.flatMap((mail) =>
  Object.entries(sampleFacts[mail.name]).map(([kind, data]) => ({
    mail: mail.name,
    kind,
    content: mail.render(data as never),
  })),
)
