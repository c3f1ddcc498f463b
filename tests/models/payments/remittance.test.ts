import { beforeEach, describe, expect, test } from 'vitest'
import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { defaultChargeRules } from '#app/domain/charges/boleto-terms.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import {
  createRemittance,
  findLastFormat,
  findRemittance,
  listRemittanceInstructions,
  listRemittances,
} from '#app/models/payments/remittance.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { giveBankBoleto, makeBankBoleto } from '#tests/factories/boletos.ts'
import { address } from '#tests/factories/people.ts'
import { openShopWithoutRemittances } from '#tests/factories/remittances.ts'
import { bankAgreement } from '#tests/factories/shop.ts'

const now = new Date('2026-11-21T15:04:00Z')
const today = '2026-11-21'
let staff: Awaited<ReturnType<typeof openShopWithoutRemittances>>

beforeEach(async () => {
  staff = await openShopWithoutRemittances()
})

const findBoletoState = async (boletoId: number) =>
  (await db.selectFrom('boletos').select('state').where('id', '=', boletoId).executeTakeFirst())?.state

async function makeRemittanceFile(format: 240 | 400 = 400) {
  const remittance = await createRemittance(format, staff, now)
  if (remittance.outcome !== 'made') throw new Error(remittance.outcome)
  const file = await findRemittance(remittance.id)
  if (!file) throw new Error('no file')
  return { ...file, boletos: remittance.boletos, records: file.content.split('\r\n').slice(0, -1) }
}

/** Returns the boleto numbers in a 400 file of Banco do Brasil, each with its instruction. */
function listNumbersAndInstructions(records: readonly string[]) {
  return records.slice(1, -1).map((line) => [line.slice(70, 80), line.slice(108, 110)])
}

test('writes waiting boletos to one file and marks them as sent by its author', async () => {
  const [firstBoleto, secondBoleto] = [await makeBankBoleto(), await makeBankBoleto()]
  const { records, boletos } = await makeRemittanceFile()
  expect(boletos).toBe(2)
  expect(listNumbersAndInstructions(records)).toEqual([
    [firstBoleto.ourNumber, '01'],
    [secondBoleto.ourNumber, '01'],
  ])
  expect([await findBoletoState(firstBoleto.boletoId), await findBoletoState(secondBoleto.boletoId)]).toEqual(
    ['sent', 'sent'],
  )
  expect((await listHistory('order', firstBoleto.orderId)).at(-1)).toMatchObject({
    action: 'boleto-sent',
    actor_user_id: staff.actorUserId,
    details: JSON.stringify({ source: 'staff', ourNumber: firstBoleto.printed }),
  })
  expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
})

test('writes the fields of file, boleto and payer at their positions in CNAB 400', async () => {
  const { ourNumber, orderId } = await makeBankBoleto()
  const [header = '', detail = ''] = (await makeRemittanceFile()).records
  expect(header.slice(26, 40)).toBe('12343000567890') // agency and account with their check digits
  expect(header.slice(46, 76)).toBe('AEROPUB DE TESTE LTDA.'.padEnd(30))
  expect(header.slice(94, 107)).toBe('2111260000001') // date and number of the file
  expect(detail.slice(63, 80)).toBe(`7654321${ourNumber}`) // agreement and boleto
  expect(detail.slice(91, 94)).toBe('019') // variation of the wallet
  // The instruction to register, the order, the due date and the value.
  expect(detail.slice(108, 139)).toBe(`01${String(orderId).padEnd(10)}2611260000000008000`)
  expect(detail.slice(150, 156)).toBe('201126') // document date
  // The payer: kind of document (01 is a CPF), document and name.
  expect(detail.slice(218, 271)).toBe(`0100052998224725${'ANA INVENTADA DA SILVA'.padEnd(37)}`)
  expect(detail.slice(274, 351)).toBe(
    `${'RUA DAS HELICES 100'.padEnd(40)}CENTRO      18600000${'BOTUCATU'.padEnd(15)}SP`,
  )
})

test('shortens a long street, but not its number and complement', async () => {
  const billing = {
    ...address,
    street: 'Avenida Brigadeiro Faria Lima e Silva',
    number: '1234',
    complement: 'Hangar 12',
  }
  await makeBankBoleto({ order: { billing } })
  const [, detail = ''] = (await makeRemittanceFile()).records
  expect(detail.slice(274, 314)).toBe('AVENIDA BRIGADEIRO FARIA 1234 HANGAR 12'.padEnd(40))
})

const itau: BankAgreement = { bank: '341', agency: '0167', account: '45145', wallet: '109' }
const bradesco: BankAgreement = {
  bank: '237',
  agency: '1172',
  agencyPrinted: '1172-0',
  account: '0403005',
  accountPrinted: '0403005-2',
  wallet: '09',
  companyCode: '4466911',
}

test.each([
  ['Itaú', itau, 62, 70],
  ['Bradesco', bradesco, 70, 81],
] as const)('%s: creates files in both formats', async (_name, agreement, numberStart, numberEnd) => {
  await saveSetting('bankAgreement', agreement)
  const [firstBoleto, secondBoleto] = [
    await makeBankBoleto({ agreement }),
    await makeBankBoleto({ agreement }),
  ]
  const cnab400File = await makeRemittanceFile(400)
  expect(cnab400File.records.slice(1, -1).map((line) => line.slice(numberStart, numberEnd))).toEqual([
    firstBoleto.ourNumber,
    secondBoleto.ourNumber,
  ])
  expect(cnab400File.records[0]?.slice(76, 79)).toBe(agreement.bank)
  const thirdBoleto = await makeBankBoleto({ agreement })
  const { records, sequence } = await makeRemittanceFile(240)
  expect(sequence).toBe(2)
  // The segments between the headers and trailers of file and batch.
  expect(records.map((line) => line[13]).slice(2, -2)).toEqual(['P', 'Q'])
  expect(records[2]?.slice(37, 57)).toContain(thirdBoleto.ourNumber)
  expect(await findLastFormat()).toBe(240)
})

test('excludes boletos that the bank would reject, with reasons', async () => {
  const boletoWithoutCity = await makeBankBoleto({ order: { billing: { ...address, city: '§' } } })
  const lateBoleto = await makeBankBoleto({ dueDate: '2026-11-20' })
  const otherWalletBoleto = await makeBankBoleto({ agreement: { ...bankAgreement, wallet: '18' } })
  const validBoleto = await makeBankBoleto()
  const instructions = await listRemittanceInstructions(today)
  expect(instructions.total).toEqual({ count: 4, value: 4 * 80_00 })
  expect(instructions.ready.map(({ orderId }) => orderId)).toEqual([validBoleto.orderId])
  expect(instructions.faulty.map(({ orderId, faults }) => [orderId, faults])).toEqual([
    [boletoWithoutCity.orderId, ['payer-city']],
    [lateBoleto.orderId, ['past-due']],
    [otherWalletBoleto.orderId, ['other-agreement']],
  ])
  expect(listNumbersAndInstructions((await makeRemittanceFile()).records)).toEqual([
    [validBoleto.ourNumber, '01'],
  ])
  expect(await findBoletoState(lateBoleto.boletoId)).toBe('made')
})

test('four concurrent requests create one file with all waiting boletos', async () => {
  const boletos = [await makeBankBoleto(), await makeBankBoleto(), await makeBankBoleto()]
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => createRemittance(400, staff, now)))
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['made', 'nothing', 'nothing', 'nothing'])
  const { rows } = await listRemittances(1)
  expect(rows.map((row) => [row.sequence, row.boletos])).toEqual([[1, boletos.length]])
})

test('numbers files per bank, and a later change of the company does not change them', async () => {
  await makeBankBoleto()
  const firstFile = await makeRemittanceFile()
  await makeBankBoleto()
  expect((await makeRemittanceFile()).sequence).toBe(2)
  await saveSetting('bankAgreement', itau)
  await makeBankBoleto({ agreement: itau })
  expect((await makeRemittanceFile()).sequence).toBe(1)
  await saveSetting('company', { ...(await loadCompany()), name: 'Outro Nome' })
  expect((await findRemittance(firstFile.id))?.content).toBe(firstFile.content)
})

test('numbers the first file with the next number of the agreement, and ignores a lower number later', async () => {
  await saveSetting('bankAgreement', { ...bankAgreement, nextRemittance: 142 })
  await makeBankBoleto()
  const { sequence, records } = await makeRemittanceFile()
  expect(sequence).toBe(142)
  expect(records[0]?.slice(100, 107)).toBe('0000142')
  await makeBankBoleto()
  expect((await makeRemittanceFile()).sequence).toBe(143)
  await saveSetting('bankAgreement', { ...bankAgreement, nextRemittance: 7 })
  await makeBankBoleto()
  expect((await makeRemittanceFile(240)).sequence).toBe(144)
})

describe('the format of the agreement', () => {
  // R$ 80,00 at 0,3 % a month costs less than a centavo a day.
  const rules = { ...defaultChargeRules, interestPercent: 30 }
  const agreementOf240 = { ...bankAgreement, format: '240' }

  test('is the format of the file although staff selected another', async () => {
    await saveSetting('bankAgreement', agreementOf240)
    const { boletoId } = await makeBankBoleto({ agreement: agreementOf240, rules })
    expect(await listRemittanceInstructions(today)).toMatchObject({ agreedFormat: 240, formats: [240] })
    const { records } = await makeRemittanceFile(400)
    expect(records.map(({ length }) => length)).toEqual([240, 240, 240, 240, 240, 240])
    // A monthly rate (2) of 0,30 % from the day after the due date.
    expect(records[2]?.slice(117, 141)).toBe('2' + '27112026' + '000000000000030')
    expect(await findBoletoState(boletoId)).toBe('sent')
  })

  test('excludes a boleto with a monthly rate from CNAB 400 and leaves it for the next CNAB 240 file', async () => {
    const { boletoId } = await makeBankBoleto({ agreement: agreementOf240, rules })
    const standardBoleto = await makeBankBoleto()
    expect(await listRemittanceInstructions(today)).toMatchObject({ agreedFormat: null, formats: [240, 400] })
    await saveSetting('bankAgreement', { ...bankAgreement, format: '400' })
    const { faulty, ready, formats } = await listRemittanceInstructions(today)
    expect(faulty.map(({ faults }) => faults)).toEqual([['needs-240']])
    expect([ready.length, formats]).toEqual([1, [400]])
    expect((await makeRemittanceFile(240)).records.map(({ length }) => length)).toEqual([400, 400, 400])
    expect([await findBoletoState(boletoId), await findBoletoState(standardBoleto.boletoId)]).toEqual([
      'made',
      'sent',
    ])
    await saveSetting('bankAgreement', bankAgreement)
    expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
    expect((await makeRemittanceFile(240)).boletos).toBe(1)
  })
})

async function loadCompany() {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'company')
    .executeTakeFirstOrThrow()
  return JSON.parse(row.value)
}

test('a file registers no boleto whose order was paid or that was replaced before the file was made', async () => {
  const [paidBoleto, renewedBoleto] = [await makeBankBoleto(), await makeBankBoleto()]
  await confirmPayment(paidBoleto.orderId, byStaff, today)
  expect(await renewBoleto(renewedBoleto.orderId, { dueDate: '2026-12-10' }, staff, today)).toBe('renewed')
  const newBoleto = await giveBankBoleto(renewedBoleto.orderId, { dueDate: '2026-12-10' })
  expect(listNumbersAndInstructions((await makeRemittanceFile()).records)).toEqual([
    [newBoleto.ourNumber, '01'],
  ])
  expect([await findBoletoState(paidBoleto.boletoId), await findBoletoState(renewedBoleto.boletoId)]).toEqual(
    ['written-off', 'written-off'],
  )
})

test('writes off a replaced boleto in the file that registers its successor', async () => {
  const oldBoleto = await makeBankBoleto()
  await makeRemittanceFile()
  await withTransaction((trx) => changeBoleto(trx, oldBoleto.boletoId, 'registered', byStaff))
  await renewBoleto(oldBoleto.orderId, { dueDate: '2026-12-10' }, staff, today)
  const newBoleto = await giveBankBoleto(oldBoleto.orderId, { dueDate: '2026-12-10' })
  expect(listNumbersAndInstructions((await makeRemittanceFile()).records)).toEqual([
    [oldBoleto.ourNumber, '02'],
    [newBoleto.ourNumber, '01'],
  ])
  expect(await findBoletoState(oldBoleto.boletoId)).toBe('registered')
  const actions = (await listHistory('order', oldBoleto.orderId)).map(({ action }) => action)
  expect(actions).toContain('boleto-write-off-sent')
  expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'nothing' })
})

describe('a remittance', () => {
  test.each<[string, BankAgreement, string[]]>([
    ['the variation of the wallet', { ...bankAgreement, variation: '' }, ['variation']],
    ['the company code', { ...bradesco, companyCode: '' }, ['company-code']],
  ])('without %s, creates no file and returns the missing field', async (_case, agreement, missingFields) => {
    await saveSetting('bankAgreement', agreement)
    const { boletoId } = await makeBankBoleto({ agreement })
    expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'not-ready', missing: missingFields })
    expect(await listRemittanceInstructions(today)).toMatchObject({
      missing: missingFields,
      total: { count: 1 },
    })
    expect(await findBoletoState(boletoId)).toBe('made')
  })

  test('without agreement and company, creates no file and returns both as missing', async () => {
    await db.deleteFrom('settings').execute()
    const missing = ['agreement', 'company']
    expect(await createRemittance(400, staff, now)).toEqual({ outcome: 'not-ready', missing })
  })
})

test('limits a file to a thousand boletos and leaves the rest for the next', async () => {
  const { boletoId } = await makeBankBoleto()
  const { id: _, ...boleto } = await db
    .selectFrom('boletos')
    .selectAll()
    .where('id', '=', boletoId)
    .executeTakeFirstOrThrow()
  const orders = [
    await makeBankBoleto(),
    await makeBankBoleto(),
    await makeBankBoleto(),
    await makeBankBoleto(),
  ]
  const rows = Array.from({ length: 1_000 }, (_each, index) => {
    const our_number = String(5_000_000_000 + index)
    const barcode = boleto.barcode.replace(boleto.our_number, our_number)
    const order_id = orders[index % orders.length]?.orderId ?? 0
    const boletosBeforeInOrder = Math.floor(index / orders.length)
    const ownFields = {
      order_id,
      ordinal: boletosBeforeInOrder + 1,
      reference: `many-${index}`,
      current_of: null,
    }
    return { ...boleto, ...ownFields, our_number, our_number_printed: our_number, barcode }
  })
  await db.insertInto('boletos').values(rows).execute()
  const insertedBoletos = await db
    .selectFrom('boletos')
    .select('id')
    .where('reference', 'like', 'many-%')
    .execute()
  await db
    .insertInto('boleto_instructions')
    .values(insertedBoletos.map(({ id }) => ({ boleto_id: id, instruction: 'register' as const })))
    .execute()
  expect((await makeRemittanceFile()).boletos).toBe(1_000)
  // Five boletos have an order of their own; the thousand copies share four of these orders.
  expect((await makeRemittanceFile()).boletos).toBe(5)
})
