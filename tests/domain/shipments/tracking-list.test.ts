import { expect, test } from 'vitest'
import { type CodeLine, validateCodes } from '#app/domain/shipments/tracking-list.ts'
import { parseCodeList } from '#app/routes/admin/shipments/codes/tracking-codes-schema.ts'

const firstCode = 'AA123456785BR'
const secondCode = 'AA100000003BR'
const today = '2026-11-21'
const makeShipment = (id: number, overrides = {}) => ({
  id,
  status: 1,
  type: 'PAC',
  creationDate: '2026-11-10',
  trackCode: null,
  client: 'Ana',
  orderIds: [id + 100],
  isBlocked: false,
  changes: [],
  ...overrides,
})
const listVerdicts = (lines: CodeLine[], shipments = [makeShipment(1), makeShipment(2)], date = today) =>
  validateCodes(lines, shipments, date).map(({ verdict }) => verdict)
const parseCodes = (text: string, numberKind: CodeLine['numberKind'] = 'shipment') =>
  parseCodeList(text, numberKind)

test.each([
  [`12;${firstCode}`, 'shipment', 12, firstCode],
  [`12\t${firstCode}`, 'shipment', 12, firstCode],
  [`  nº 12 ;  AA 123 456 785 BR ; `, 'shipment', 12, 'AA 123 456 785 BR'],
  [`pedido 12 ${firstCode}`, 'order', 12, firstCode],
  [`P12,${firstCode}`, 'order', 12, firstCode],
  [`Expedição #12 | ${firstCode}`, 'shipment', 12, firstCode],
  ['12', 'shipment', 12, ''],
  [`número;código`, 'shipment', null, ''],
] as const)('parses the line %j', (text, numberKind, number, code) => {
  expect(parseCodes(text)).toMatchObject([{ numberKind, number, code }])
})

test('skips blank lines, and reads a bare number as an order number in a list of orders', () => {
  expect(parseCodes(`\r\n7;${firstCode}\r\n\n  \n`, 'order')).toEqual([
    { text: `7;${firstCode}`, numberKind: 'order', number: 7, code: firstCode },
  ])
})

test('checks each line of a list of tracking codes separately', () => {
  const shipments = [
    makeShipment(1),
    makeShipment(2, { status: 2, trackCode: secondCode }),
    makeShipment(3, { status: 4 }),
    makeShipment(4, { type: 'SIMPLES' }),
    makeShipment(5, { creationDate: '2026-11-22' }),
    makeShipment(6, { type: 'ACOBRAR' }),
    makeShipment(7, { orderIds: [200] }),
    makeShipment(8, { orderIds: [200] }),
    makeShipment(10, { isBlocked: true }),
  ]
  const linesWithVerdict = [
    [`1;${firstCode}`, 'repeated'],
    [`2;${secondCode}`, 'already-so'],
    ['2;AA100000017BR', 'already'],
    [`3;${firstCode}`, 'returned'],
    ['4;AA100000025BR', 'no-code-expected'],
    ['5;AA100000034BR', 'too-early'],
    ['6;', 'ready'],
    [`9;${firstCode}`, 'unknown'],
    [`pedido 200;${firstCode}`, 'several'],
    [`10;${firstCode}`, 'blocked'],
    ['1x', 'unreadable'],
  ]
  const listText = linesWithVerdict.map(([line]) => line).join('\n')
  expect(listVerdicts(parseCodes(listText), shipments)).toEqual(
    linesWithVerdict.map(([, verdict]) => verdict),
  )
})

test('resolves an order to its open shipment', () => {
  const shipments = [makeShipment(1, { status: 3, orderIds: [50] }), makeShipment(2, { orderIds: [50] })]
  expect(validateCodes(parseCodes(`50;${firstCode}`, 'order'), shipments, today)).toMatchObject([
    { verdict: 'ready', shipment: { id: 2 }, bareCode: firstCode },
  ])
  expect(listVerdicts(parseCodes(`50;${firstCode}`, 'order'), shipments.slice(0, 1))).toEqual(['already'])
})

test('rejects a wrong check digit, a missing code, a foreign code and a code in use', () => {
  expect(listVerdicts(parseCodes('1;AA123456789BR\n2;'))).toEqual(['wrong-code', 'wrong-code'])
  expect(listVerdicts(parseCodes('1;AA123456785PT'))).toEqual(['wrong-code'])
  expect(
    listVerdicts(parseCodes(`1;${firstCode}`), [
      makeShipment(1),
      makeShipment(9, { status: 3, trackCode: firstCode }),
    ]),
  ).toEqual(['code-taken'])
})

test('reports repeated lines, two codes for a shipment and one code for two', () => {
  expect(listVerdicts(parseCodes(`1;${firstCode}\n1;${firstCode}`))).toEqual(['ready', 'repeated'])
  expect(listVerdicts(parseCodes(`1;${firstCode}\n1;${secondCode}`))).toEqual(['repeated', 'repeated'])
  expect(listVerdicts(parseCodes(`1;${firstCode}\n2;${firstCode}`))).toEqual(['repeated', 'repeated'])
})
