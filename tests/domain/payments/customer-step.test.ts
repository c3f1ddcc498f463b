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
const waiting = { ...unit, isAwaitingDispatch: true }
const download = { ...unit, isDownloadable: true }
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

const order = { deliveryTime: null, isFreightOpen: false, isFree: false, photoCopies: [] }

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
    { status: confirmed, units: [waiting] },
    { kind: 'await-dispatch', hasDownload: false },
  ],
  [
    'a copy waits for dispatch next to a download',
    { status: confirmed, units: [waiting, download] },
    { kind: 'await-dispatch', hasDownload: true },
  ],
  [
    'a shipment is in transit',
    { status: confirmed, units: [unit], shipments: [sentShipment] },
    { kind: 'track', code: 'AA123456785BR', isPartial: false },
  ],
  [
    'a part is in transit',
    { status: confirmed, units: [unit, waiting], shipments: [sentShipment] },
    { kind: 'track', code: 'AA123456785BR', isPartial: true },
  ],
  [
    'a shipment came back',
    {
      status: confirmed,
      units: [waiting],
      shipments: [{ ...sentShipment, status: shipmentStatus.returned }],
    },
    { kind: 'await-new-dispatch' },
  ],
  [
    'the first of two subscriptions can be renewed',
    {
      status: confirmed,
      units: [
        { ...download, renewableUntil: '2026-12-20' },
        { ...download, id: 8, renewableUntil: '2026-12-10' },
      ],
    },
    { kind: 'renew', unitId: 8, until: '2026-12-10' },
  ],
  ['one file can be downloaded', { status: confirmed, units: [download] }, { kind: 'download', unitId: 7 }],
  [
    'two files can be downloaded',
    { status: confirmed, units: [download, { ...download, id: 8 }] },
    { kind: 'download', unitId: null },
  ],
  ['the status is unknown', { status: 9 }, { kind: 'await-shop', status: 9 }],
  ['everything was delivered', { status: confirmed, units: [unit] }, { kind: 'finished' }],
]

test.each(cases)('returns the customer’s next step when %s', (_, data, step) => {
  expect(getCustomerStep({ ...baseInput, ...data })).toEqual(step)
})

test('every step has a sentence, and in the list an instruction for the customer', () => {
  const sentences = cases.map(([, , step]) =>
    formatNextStep(step, { ...order, deliveryTime: 'até 11 dias úteis' }),
  )
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-ZÉ].*\.$/)
  const labelled = new Set(cases.flatMap(([, , step]) => getNextStepLabel(step) ?? []))
  expect([...labelled]).toEqual([
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

test('promises a delivery time only when it is known, and freight to be agreed', () => {
  const step = { kind: 'await-dispatch', hasDownload: false } as const
  expect(formatNextStep(step, order)).toBe('Estamos preparando o envio.')
  expect(formatNextStep(step, { ...order, isFreightOpen: true })).toBe(
    'Vamos combinar o frete com você antes do envio.',
  )
})

test('promises a boleto after the review only to an order that costs something', () => {
  const step = { kind: 'await-review' } as const
  expect(formatNextStep(step, order)).toMatch(/aprovação o boleto segue por e-mail\.$/)
  expect(formatNextStep(step, { ...order, isFree: true })).not.toContain('boleto')
})

test('states the number of requested photos', () => {
  const copy = { name: 'Kit', registration: null, serialNumber: null, photo: null, lineIds: [1] }
  const formatStep = (photoCopies: PhotoCopy[]) =>
    formatNextStep({ kind: 'send-photo' }, { ...order, photoCopies })
  expect(formatStep([copy])).toBe('Precisamos de uma foto para seguir com o pedido.')
  expect(formatStep([copy, copy, copy])).toBe('Precisamos de 3 fotos para seguir com o pedido.')
})
