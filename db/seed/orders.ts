import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import type { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { logins } from '#db/seed/accounts.ts'

/** An aircraft. Fuel codes are 1 petrol, 2 ethanol and 3 converted to ethanol. */
export type Aircraft = { registration: string; serialNumber: string; fuel: 1 | 2 | 3 }

/** A copy in an order. In an internal order, `costs` makes it free or a renewal. */
export type Unit = { code: string; aircraft?: Aircraft; costs?: 'nothing' | 'renewal' }

export type OrderPlan = {
  email: string
  date: CivilDate
  time: string
  status: keyof typeof orderStatus
  shipping: 'PAC' | 'SEDEX' | (typeof shippingTypes)[keyof typeof shippingTypes]
  units: Unit[]
  /** why staff rejected the photo */
  reason?: string
  /** 'returned' came back undelivered; 'packed' waits for dispatch */
  shipment?: 'returned' | 'packed'
  isWithoutPhoto?: boolean // true if the customer has not sent the photo yet
  note?: string
  /** the company's own order number (D85) */
  purchaseOrder?: string
}

const { toBeAgreed, download, internal } = shippingTypes

const helenas: Aircraft = { registration: 'PT-HEB', serialNumber: '200512', fuel: 1 }
const asaBranca1: Aircraft = { registration: 'PT-FAB', serialNumber: '200634', fuel: 1 }
const asaBranca2: Aircraft = { registration: 'PR-FBC', serialNumber: '200812', fuel: 3 }
const asaBranca3: Aircraft = { registration: 'PR-FCD', serialNumber: '20200107', fuel: 2 }
const asaBranca4: Aircraft = { registration: 'PS-FDE', serialNumber: '20300058', fuel: 2 }
const ventoSul: Aircraft = { registration: 'PT-VTS', serialNumber: '200747', fuel: 3 }
const carcara: Aircraft = { registration: 'PS-CRC', serialNumber: 'C3-044', fuel: 1 }
const hangarPousada: Aircraft = { registration: 'PT-HGP', serialNumber: '200781', fuel: 3 }
const graoDourado: Aircraft = { registration: 'PR-GRD', serialNumber: '20200311', fuel: 2 }

/** The fourth aircraft is known only from orders, so that the fleet's page can offer it. */
export const savedAircraft = { email: logins.company, aircraft: [asaBranca1, asaBranca2, asaBranca3] }

/** The orders of fourteen months, oldest first. */
export const orderPlans: OrderPlan[] = [
  {
    email: logins.customer,
    date: '2025-09-23',
    time: '10:14',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('MV-201', 1), ...makeCopies('CAR-MOTOR', 1), ...makeCopies('CAR-HELICE', 1)],
  },
  {
    email: 'compras@exemplo.test',
    date: '2025-10-02',
    time: '08:41',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: [...makeCopies('MM-202', 1), ...makeCopies('CIP-202', 1)],
  },
  {
    email: logins.company,
    date: '2025-10-14',
    time: '16:20',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: [
      ...makeAircraftUnits('MV-201A', asaBranca1),
      ...makeAircraftUnits('MV-202-N', asaBranca2),
      ...makeCopies('MM-202A', 1),
    ],
  },
  {
    email: 'luiz.gusmao@exemplo.test',
    date: '2025-10-29',
    time: '19:05',
    status: 'confirmed',
    shipping: download,
    units: [...makeCopies('MV-CURIO', 1), ...makeCopies('MM-CURIO', 1)],
  },
  {
    email: logins.customer,
    date: '2025-11-04',
    time: '09:15',
    status: 'confirmed',
    shipping: download,
    units: makeCopies('MM-CURIO', 1),
  },
  {
    email: logins.customer,
    date: '2025-11-11',
    time: '11:32',
    status: 'confirmed',
    shipping: download,
    units: [...makeCopies('SUP-DGPS', 1), ...makeCopies('BS-201A', 1)],
  },
  {
    email: 'cooperativa@exemplo.test',
    date: '2025-11-26',
    time: '14:50',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('OPE-203', 4), ...makeCopies('PUL-SIS', 4), ...makeCopies('CHK-203', 6)],
    note: 'Entregar no depósito de Petrolina em horário comercial.',
  },
  {
    email: logins.customer,
    date: '2025-12-02',
    time: '17:25',
    status: 'confirmed',
    shipping: download,
    units: [...makeCopies('LEM-203', 1), ...makeCopies('ELE-203', 1)],
  },
  {
    email: logins.customer,
    date: '2025-12-04',
    time: '21:47',
    status: 'cancelled',
    shipping: 'SEDEX',
    units: makeCopies('MM-201A', 1),
  },
  {
    email: logins.company,
    date: '2025-12-09',
    time: '08:58',
    status: 'confirmed',
    shipping: download,
    units: makeAircraftUnits('COL-BS-D', asaBranca4),
  },
  {
    email: logins.company,
    date: '2025-12-11',
    time: '14:06',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('MM-202', 1), ...makeCopies('CIP-202', 1)],
  },
  {
    email: logins.customer,
    date: '2025-12-15',
    time: '10:40',
    status: 'confirmed',
    shipping: 'PAC',
    units: makeCopies('HEL-TRI', 1),
  },
  {
    email: 'aerotuiuiu@exemplo.test',
    date: '2025-12-16',
    time: '09:18',
    status: 'confirmed',
    shipping: download,
    units: [...makeCopies('MM-TUIUIU', 1), ...makeCopies('CIP-TUIUIU', 1)],
  },
  {
    email: logins.company,
    date: '2026-01-08',
    time: '10:03',
    status: 'cancelled',
    shipping: 'PAC',
    units: makeCopies('MOT-ETA', 2),
  },
  {
    email: logins.customer,
    date: '2026-01-13',
    time: '13:26',
    status: 'confirmed',
    shipping: 'PAC',
    units: makeCopies('MM-201A', 1),
  },
  {
    email: 'terezinha.sa@exemplo.test',
    date: '2026-01-27',
    time: '15:11',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('MEC-BAS', 1), ...makeCopies('COR-PRE', 1)],
  },
  {
    email: logins.partner,
    date: '2026-02-05',
    time: '17:38',
    status: 'cancelled',
    shipping: 'SEDEX',
    units: makeAircraftUnits('EST-CARC', carcara),
    reason:
      'A foto enviada não mostra o dano nem o número de série da aeronave. Refaça o pedido com uma foto nítida.',
  },
  {
    email: logins.partner,
    date: '2026-02-10',
    time: '08:55',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: makeAircraftUnits('EST-CARC', carcara),
  },
  {
    email: logins.customer,
    date: '2026-02-24',
    time: '18:09',
    status: 'confirmed',
    shipping: toBeAgreed,
    units: makeCopies('HEL-BIP', 1),
    note: 'Cliente prefere retirar no balcão.',
  },
  {
    email: 'jose.antunes@exemplo.test',
    date: '2026-03-09',
    time: '12:22',
    status: 'cancelled',
    shipping: 'PAC',
    units: [...makeCopies('MV-202A', 1), ...makeCopies('CHK-202A', 1)],
  },
  {
    email: 'soja@exemplo.test',
    date: '2026-03-18',
    time: '10:46',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: [
      ...makeCopies('MM-202A', 2),
      ...makeCopies('CIP-202A', 1),
      ...makeAircraftUnits('VIS-GER', graoDourado),
    ],
  },
  {
    email: logins.customer,
    date: '2026-03-26',
    time: '09:30',
    status: 'confirmed',
    shipping: download,
    units: makeAircraftUnits('PES-BAL', helenas),
  },
  {
    email: 'paulo.kowalski@exemplo.test',
    date: '2026-04-07',
    time: '20:15',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('MV-TUIUIU', 1), ...makeCopies('CAR-MOTOR', 1)],
  },
  {
    email: logins.company,
    date: '2026-04-16',
    time: '11:58',
    status: 'confirmed',
    shipping: 'PAC',
    purchaseOrder: 'PC-2026/0042',
    units: [...makeAircraftUnits('VIS-GER', asaBranca3), ...makeCopies('CIP-202A', 3)],
  },
  {
    email: logins.customer,
    date: '2026-05-06',
    time: '14:37',
    status: 'cancelled',
    shipping: 'PAC',
    units: makeCopies('PLA-IDE', 1),
    reason: 'A foto do painel está desfocada e não permite ler os placares.',
  },
  {
    email: logins.customer,
    date: '2026-05-12',
    time: '08:27',
    status: 'confirmed',
    shipping: 'PAC',
    units: makeCopies('PLA-IDE', 1),
  },
  {
    email: 'marcia.tavora@exemplo.test',
    date: '2026-05-25',
    time: '16:44',
    status: 'confirmed',
    shipping: download,
    units: makeCopies('TRE-AGR', 1),
  },
  {
    email: logins.customer,
    date: '2026-06-02',
    time: '15:02',
    status: 'confirmed',
    shipping: internal,
    units: makeCopies('CHK-202A', 1, 'nothing'),
    note: 'Cortesia pela demora na análise da foto.',
  },
  {
    email: 'norte@exemplo.test',
    date: '2026-06-11',
    time: '10:21',
    status: 'cancelled',
    shipping: toBeAgreed,
    units: [...makeCopies('MV-203', 2), ...makeCopies('CHK-203', 2)],
  },
  {
    email: 'brasilia@exemplo.test',
    date: '2026-06-24',
    time: '09:09',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: [...makeCopies('MEC-BAS', 12), ...makeCopies('COR-PRE', 12)],
    note: 'Turma do segundo semestre.',
  },
  {
    email: logins.company,
    date: '2026-07-07',
    time: '13:40',
    status: 'confirmed',
    shipping: internal,
    units: makeAircraftUnits('COL-BS-D', asaBranca1, asaBranca2, asaBranca3),
    note: 'Uma licença por aeronave, pedido por telefone.',
  },
  {
    email: logins.customer,
    date: '2026-07-15',
    time: '19:53',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: [...makeCopies('CIP-201A', 1), ...makeCopies('CHK-202A', 2)],
  },
  {
    email: 'cafezal@exemplo.test',
    date: '2026-07-28',
    time: '11:16',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('PUL-SIS', 1), ...makeCopies('HEL-TRI', 1)],
  },
  {
    email: logins.customer,
    date: '2026-08-12',
    time: '22:31',
    status: 'cancelled',
    shipping: download,
    units: makeCopies('ELE-203', 1),
  },
  {
    email: 'sergipe@exemplo.test',
    date: '2026-08-20',
    time: '08:12',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('MV-202A', 2), ...makeCopies('SUP-ETA', 2), ...makeCopies('CHK-202A', 2)],
  },
  {
    email: 'aviacao.nova@exemplo.test',
    date: '2026-09-03',
    time: '14:05',
    status: 'confirmed',
    shipping: 'SEDEX',
    units: [...makeCopies('MM-203', 1), ...makeCopies('OPE-203', 1), ...makeCopies('CHK-203', 2)],
  },
  {
    email: logins.company,
    date: '2026-09-18',
    time: '09:47',
    status: 'confirmed',
    shipping: internal,
    units: makeCopies('MM-202A', 1, 'renewal'),
  },
  {
    email: 'oficina.cascavel@exemplo.test',
    date: '2026-09-22',
    time: '17:20',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('HEL-TRI', 1), ...makeCopies('MOT-ETA', 1)],
  },
  {
    email: logins.customer,
    date: '2026-09-29',
    time: '10:38',
    status: 'confirmed',
    shipping: download,
    units: [...makeCopies('LEM-202A', 1), ...makeCopies('IND-PUB', 1)],
  },
  {
    email: 'sertao@exemplo.test',
    date: '2026-10-08',
    time: '16:59',
    status: 'cancelled',
    shipping: download,
    units: makeCopies('CER-FOTO', 1),
    reason: 'A foto mostra as capas, não as lombadas com a revisão dos manuais.',
  },
  {
    email: logins.company,
    date: '2026-10-14',
    time: '08:33',
    status: 'confirmed',
    shipping: 'SEDEX',
    purchaseOrder: 'PC-2026/0187',
    units: [
      ...makeAircraftUnits('COL-BS', asaBranca1, asaBranca2, asaBranca3, asaBranca4),
      ...makeCopies('OPE-203', 1),
    ],
    shipment: 'packed',
    note: 'Cliente pediu para segurar o envio até voltar da safra.',
  },
  {
    email: 'orlandia@exemplo.test',
    date: '2026-10-22',
    time: '12:48',
    status: 'confirmed',
    shipping: 'PAC',
    units: [...makeCopies('ELE-202', 1), ...makeCopies('SUP-ETA', 1), ...makeCopies('MV-202', 1)],
    shipment: 'returned',
  },
  {
    email: logins.customer,
    date: '2026-10-28',
    time: '09:06',
    status: 'confirmed',
    shipping: download,
    units: makeCopies('BS-202A', 1),
  },
  {
    email: 'compras@exemplo.test',
    date: '2026-11-05',
    time: '15:45',
    status: 'confirmed',
    shipping: download,
    units: makeAircraftUnits('BS-ETA', ventoSul),
  },
  {
    email: 'ficticia@exemplo.test',
    date: '2026-11-12',
    time: '11:24',
    status: 'confirmed',
    shipping: toBeAgreed,
    units: [...makeCopies('CIP-203', 1), ...makeCopies('MM-203', 1)],
    note: 'Frete a combinar: transportadora da cliente retira na sexta-feira.',
  },
  {
    email: 'hangar@exemplo.test',
    date: '2026-11-17',
    time: '10:52',
    status: 'underReview',
    shipping: download,
    units: makeAircraftUnits('BS-ETA-F', hangarPousada),
  },
  {
    email: 'novo.cliente@exemplo.test',
    date: '2026-11-18',
    time: '20:29',
    status: 'pendingPayment',
    shipping: download,
    units: [...makeCopies('LEM-203', 1), ...makeCopies('SUP-DGPS', 1)],
  },
  {
    email: logins.customer,
    date: '2026-11-19',
    time: '09:41',
    status: 'underReview',
    shipping: 'PAC',
    units: makeCopies('REP-SEG', 1),
    isWithoutPhoto: true,
  },
  {
    email: logins.company,
    date: '2026-11-19',
    time: '14:13',
    status: 'underReview',
    shipping: 'SEDEX',
    units: makeAircraftUnits('AD-VIG', asaBranca2, asaBranca3),
  },
  {
    email: logins.company,
    date: '2026-11-19',
    time: '16:30',
    status: 'pendingPayment',
    shipping: 'PAC',
    units: [...makeCopies('MM-203', 2), ...makeCopies('CIP-203', 1), ...makeCopies('CHK-203', 4)],
  },
  {
    email: logins.customer,
    date: '2026-11-20',
    time: '18:02',
    status: 'pendingPayment',
    shipping: 'SEDEX',
    units: [...makeCopies('MV-202A', 1), ...makeCopies('CHK-202A', 2)],
  },
]

function makeCopies(code: string, count: number, costs?: Unit['costs']): Unit[] {
  return Array.from({ length: count }, () => ({ code, costs }))
}

function makeAircraftUnits(code: string, ...fleet: Aircraft[]): Unit[] {
  return fleet.map((aircraft) => ({ code, aircraft }))
}
