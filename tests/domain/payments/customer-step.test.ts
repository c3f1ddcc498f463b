import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PhotoCopy } from '#app/domain/orders/photo-review.ts'
import {
  type CustomerStep,
  type CustomerStepInput,
  getCustomerStep,
} from '#app/domain/payments/customer-step.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { formatNextStep, getNextStepLabel } from '#app/routes/orders/customer-step-labels.ts'

const boleto = {
  issuer: 'gateway',
  state: 'registered',
  isWithdrawn: false,
  dueDate: '2026-11-30',
  payableUntil: '2026-12-02',
} as const

const unit = { id: 7, isDownloadable: false, isAwaitingDispatch: false, renewableUntil: null }
const waitingUnit = { ...unit, isAwaitingDispatch: true }
const downloadUnit = { ...unit, isDownloadable: true }
const sentShipment = { status: shipmentStatus.sent, trackCode: 'AA123456785BR' }

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus
const baseInput: CustomerStepInput = {
  status: pendingPayment,
  reason: null,
  payment: 'ready',
  boleto,
  needsPhoto: false,
  owedAmount: 0,
  shipments: [],
  units: [],
}

const orderFacts = { deliveryTime: null, isFreightOpen: false, isFree: false, photoCopies: [] }

const cases: [string, Partial<CustomerStepInput>, CustomerStep][] = [
  ['a photo is requested', { status: underReview, needsPhoto: true }, { kind: 'send-photo' }],
  ['a photo is under review', { status: underReview }, { kind: 'await-review' }],
  ['a boleto can be paid', {}, { kind: 'pay', until: '2026-11-30', isOverdue: false }],
  [
    'a boleto is due on a Saturday',
    { boleto: { ...boleto, dueDate: '2026-12-05', payableUntil: '2026-12-10' } },
    { kind: 'pay', until: '2026-12-07', isOverdue: false },
  ],
  [
    'a boleto waits for the bank',
    { payment: 'registering' },
    { kind: 'pay', until: '2026-11-30', isOverdue: false },
  ],
  ['a boleto is overdue', { payment: 'overdue' }, { kind: 'pay', until: '2026-12-02', isOverdue: true }],
  ['a boleto expired', { payment: 'expired' }, { kind: 'renew-boleto' }],
  ['an order was imported', { payment: 'imported', boleto: null }, { kind: 'renew-boleto' }],
  ['a boleto is being issued', { payment: 'generating', boleto: null }, { kind: 'await-boleto' }],
  ['the bank rejected a boleto', { payment: 'rejected' }, { kind: 'await-boleto' }],
  ['money waits for staff', { payment: 'checking' }, { kind: 'await-check' }],
  ['an order was rejected', { status: cancelled, reason: 'Desfocada' }, { kind: 'order-again' }],
  ['an order was cancelled', { status: cancelled }, { kind: 'cancelled' }],
  ['a cancelled order was paid', { status: cancelled, owedAmount: 100 }, { kind: 'await-refund' }],
  ['every copy was returned', { status: confirmed, owedAmount: 100 }, { kind: 'await-refund' }],
  [
    'a copy waits for dispatch',
    { status: confirmed, units: [waitingUnit] },
    { kind: 'await-dispatch', hasDownload: false },
  ],
  [
    'a copy waits for dispatch next to a download',
    { status: confirmed, units: [waitingUnit, downloadUnit] },
    { kind: 'await-dispatch', hasDownload: true },
  ],
  [
    'a shipment is in transit',
    { status: confirmed, units: [unit], shipments: [sentShipment] },
    { kind: 'track', code: 'AA123456785BR', isPartial: false },
  ],
  [
    'a part is in transit',
    { status: confirmed, units: [unit, waitingUnit], shipments: [sentShipment] },
    { kind: 'track', code: 'AA123456785BR', isPartial: true },
  ],
  [
    'a shipment came back',
    {
      status: confirmed,
      units: [waitingUnit],
      shipments: [{ ...sentShipment, status: shipmentStatus.returned }],
    },
    { kind: 'await-new-dispatch' },
  ],
  [
    'the first of two subscriptions can be renewed',
    {
      status: confirmed,
      units: [
        { ...downloadUnit, renewableUntil: '2026-12-20' },
        { ...downloadUnit, id: 8, renewableUntil: '2026-12-10' },
      ],
    },
    { kind: 'renew', unitId: 8, until: '2026-12-10' },
  ],
  [
    'one file can be downloaded',
    { status: confirmed, units: [downloadUnit] },
    { kind: 'download', unitId: 7 },
  ],
  [
    'two files can be downloaded',
    { status: confirmed, units: [downloadUnit, { ...downloadUnit, id: 8 }] },
    { kind: 'download', unitId: null },
  ],
  ['the status is unknown', { status: 9 }, { kind: 'await-shop', status: 9 }],
  ['everything was delivered', { status: confirmed, units: [unit] }, { kind: 'finished' }],
]

test.each(cases)('returns the customer’s next step when %s', (_, overrides, step) => {
  expect(getCustomerStep({ ...baseInput, ...overrides })).toEqual(step)
})

test('every step has a sentence, and in the list an instruction for the customer', () => {
  const sentences = cases.map(([, , step]) =>
    formatNextStep(step, { ...orderFacts, deliveryTime: 'até 11 dias úteis' }),
  )
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÉ].*\.$/)
  const labels = new Set(cases.flatMap(([, , step]) => getNextStepLabel(step) ?? []))
  expect([...labels]).toEqual([
    'Enviar foto',
    'Pagar até 30/11',
    'Pagar até 07/12',
    'Pagar até 02/12',
    'Gerar nova via',
    'Ver o pagamento',
    'Refazer pedido',
    'Rastrear',
    'Renovar até 10/12',
  ])
})

test('promises no unknown delivery time, and announces freight to be agreed', () => {
  const step = { kind: 'await-dispatch', hasDownload: false } as const
  expect(formatNextStep(step, orderFacts)).toBe('Estamos preparando o envio.')
  expect(formatNextStep(step, { ...orderFacts, isFreightOpen: true })).toBe(
    'Vamos combinar o frete com você antes do envio.',
  )
})

test('promises a boleto after the review only to an order that costs something', () => {
  const step = { kind: 'await-review' } as const
  expect(formatNextStep(step, orderFacts)).toMatch(/aprovação o boleto segue por e-mail\.$/)
  expect(formatNextStep(step, { ...orderFacts, isFree: true })).not.toContain('boleto')
})

test('states the number of requested photos', () => {
  const copy = { name: 'Kit', registration: null, serialNumber: null, photo: null, lineIds: [1] }
  const formatStep = (photoCopies: PhotoCopy[]) =>
    formatNextStep({ kind: 'send-photo' }, { ...orderFacts, photoCopies })
  expect(formatStep([copy])).toBe('Precisamos de uma foto para seguir com o pedido.')
  expect(formatStep([copy, copy, copy])).toBe('Precisamos de 3 fotos para seguir com o pedido.')
})
