import { expect, test } from 'vitest'
import { type CodeLine, validateCodes } from '#app/domain/shipments/tracking-list.ts'
import { parseCodeList } from '#app/routes/admin/shipments/codes/tracking-codes-schema.ts'

const one = 'AA123456785BR'
const two = 'AA100000003BR'
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
const parseCodes = (text: string, subject: CodeLine['of'] = 'shipment') => parseCodeList(text, subject)

test.each([
  [`12;${one}`, 'shipment', 12, one],
  [`12\t${one}`, 'shipment', 12, one],
  [`  nº 12 ;  AA 123 456 785 BR ; `, 'shipment', 12, 'AA 123 456 785 BR'],
  [`pedido 12 ${one}`, 'order', 12, one],
  [`P12,${one}`, 'order', 12, one],
  [`Expedição #12 | ${one}`, 'shipment', 12, one],
  ['12', 'shipment', 12, ''],
  [`número;código`, 'shipment', null, ''],
] as const)('the line %j is read', (text, of, number, code) => {
  expect(parseCodes(text)).toMatchObject([{ of, number, code }])
})

test('skips blank lines and reads order numbers in marked lines', () => {
  expect(parseCodes(`\r\n7;${one}\r\n\n  \n`, 'order')).toEqual([
    { text: `7;${one}`, of: 'order', number: 7, code: one },
  ])
})

test('checks each line of a list of tracking codes separately', () => {
  const shipments = [
    makeShipment(1),
    makeShipment(2, { status: 2, trackCode: two }),
    makeShipment(3, { status: 4 }),
    makeShipment(4, { type: 'SIMPLES' }),
    makeShipment(5, { creationDate: '2026-11-22' }),
    makeShipment(6, { type: 'ACOBRAR' }),
    makeShipment(7, { orderIds: [200] }),
    makeShipment(8, { orderIds: [200] }),
    makeShipment(10, { isBlocked: true }),
  ]
  const list = `1;${one}\n2;${two}\n2;AA100000017BR\n3;${one}\n4;AA100000025BR\n5;AA100000034BR\n6;\n9;${one}\npedido 200;${one}\n10;${one}\n1x`
  expect(listVerdicts(parseCodes(list), shipments)).toEqual([
    'repeated',
    'already-so',
    'already',
    'returned',
    'no-code-expected',
    'too-early',
    'ready',
    'unknown',
    'several',
    'blocked',
    'unreadable',
  ])
})

test('resolves an order to its open shipment', () => {
  const shipments = [makeShipment(1, { status: 3, orderIds: [50] }), makeShipment(2, { orderIds: [50] })]
  expect(validateCodes(parseCodes(`50;${one}`, 'order'), shipments, today)).toMatchObject([
    { verdict: 'ready', shipment: { id: 2 }, bareCode: one },
  ])
  expect(listVerdicts(parseCodes(`50;${one}`, 'order'), shipments.slice(0, 1))).toEqual(['already'])
})

test('rejects a wrong check digit, a missing code and a code in use', () => {
  expect(listVerdicts(parseCodes('1;AA123456789BR\n2;'))).toEqual(['wrong-code', 'wrong-code'])
  expect(listVerdicts(parseCodes('1;AA123456785PT'))).toEqual(['wrong-code'])
  expect(
    listVerdicts(parseCodes(`1;${one}`), [makeShipment(1), makeShipment(9, { status: 3, trackCode: one })]),
  ).toEqual(['code-taken'])
})

test('reports repeated lines, two codes for a shipment and one code for two', () => {
  expect(listVerdicts(parseCodes(`1;${one}\n1;${one}`))).toEqual(['ready', 'repeated'])
  expect(listVerdicts(parseCodes(`1;${one}\n1;${two}`))).toEqual(['repeated', 'repeated'])
  expect(listVerdicts(parseCodes(`1;${one}\n2;${one}`))).toEqual(['repeated', 'repeated'])
})
