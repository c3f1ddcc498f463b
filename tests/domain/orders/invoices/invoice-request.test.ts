import { describe, expect, test } from 'vitest'
import { getStandardTaxes, mergeTaxes } from '#app/domain/catalogue/taxes.ts'
import {
  type InvoiceData,
  planInvoices,
  splitProportionally,
} from '#app/domain/orders/invoices/invoice-request.ts'

const botucatuAddress = {
  zip_code: '18600000',
  street: 'Rua Inventada',
  number: '1',
  complement: '',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
  cityCode: '3507506',
}
const londrinaAddress = {
  ...botucatuAddress,
  zip_code: '86010000',
  city: 'Londrina',
  state: 'PR',
  cityCode: '4113700',
}

const manual = {
  publicationId: 7,
  name: 'Manual da Hélice',
  version: '3',
  value: 100_00,
  isDownload: false,
  taxes: getStandardTaxes('simples'),
}

const invoiceData: InvoiceData = {
  orderId: 1056,
  date: '2026-11-02',
  today: '2026-11-03',
  issuer: {
    name: 'Aeropub de Teste Ltda.',
    tradeName: 'Aeropub',
    cnpj: '11222333000181',
    address: botucatuAddress,
    phone: '(14) 3333-0000',
    email: 'atendimento@aeropub.test',
  },
  fiscal: {
    regime: 'simples',
    ie: '110042490114',
    im: '',
    series: 1,
    serviceSeries: '',
    environment: 'test',
    layout: 'city',
    serviceTaxPercent: 0,
    cityTaxPercent: 0,
  },
  buyer: {
    isCompany: false,
    name: 'Maria Inventada',
    document: '52998224725',
    ie: null,
    indicator: '9',
    email: 'maria@aeropub.test',
    phone: null,
    isReseller: false,
  },
  billing: londrinaAddress,
  shipping: null,
  lines: [manual, manual, { ...manual, publicationId: 8, name: 'Catálogo', value: 50_00 }],
  freight: { value: 25_01, isAgreed: true, service: 'PAC' },
  total: 275_01,
  payment: { way: 'boleto', paidOn: '2026-11-03' },
  purchaseOrder: null,
  attempts: 0,
}

function planRequests(changes: Partial<InvoiceData> = {}) {
  const plan = planInvoices({ ...invoiceData, ...changes })
  if (!plan.ok) throw new Error(JSON.stringify(plan.faults))
  return plan.requests
}

function listFaults(changes: Partial<InvoiceData>) {
  const plan = planInvoices({ ...invoiceData, ...changes })
  return plan.ok ? [] : plan.faults
}

test('puts goods on one NF-e, merging equal lines and distributing the freight', () => {
  const [invoice, ...others] = planRequests()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({
    model: 'nfe',
    reference: 'pedido-1056-nfe-1',
    isInsideState: false,
    freight: { mode: 'sender', value: 25_01 },
    total: 275_01,
    items: [
      {
        position: 1,
        quantity: 2,
        unitValue: 100_00,
        value: 200_00,
        cfop: '6108',
        icms: '300',
        freight: 20_01,
      },
      { position: 2, quantity: 1, value: 50_00, cfop: '6108', freight: 5_00 },
    ],
  })
})

test('the CFOP depends on ICMS status and state', () => {
  const contributor = { ...invoiceData.buyer, ie: '9012345678', indicator: '1' as const }
  const findFirstCfop = (changes: Partial<InvoiceData>) =>
    planRequests(changes).flatMap((request) =>
      request.model === 'nfe' ? request.items.map((item) => item.cfop) : [],
    )[0]
  expect(findFirstCfop({ buyer: contributor })).toBe('6102')
  expect(findFirstCfop({ billing: botucatuAddress })).toBe('5102')
})

test('the delivery address decides the CFOP of goods, and the billing address that of downloads', () => {
  const listCfopsByModel = (changes: Partial<InvoiceData>) =>
    planRequests(changes).map((request) =>
      request.model === 'nfe' ? [request.isInsideState, request.items[0]?.cfop] : [],
    )
  expect(listCfopsByModel({ billing: londrinaAddress, shipping: botucatuAddress })).toEqual([[true, '5102']])
  expect(listCfopsByModel({ billing: botucatuAddress, shipping: londrinaAddress })).toEqual([[false, '6108']])
  const downloads = [{ ...manual, isDownload: true }]
  expect(listCfopsByModel({ billing: botucatuAddress, shipping: londrinaAddress, lines: downloads })).toEqual(
    [[true, '5102']],
  )
})

test('uses the CSOSN and CFOP of a MEI', () => {
  const fiscal = invoiceData.fiscal && { ...invoiceData.fiscal, regime: 'mei' as const }
  expect(planRequests({ fiscal })[0]?.items[0]).toMatchObject({ icms: '300', cfop: '6102' })
  const lines = [{ ...manual, taxes: { ...manual.taxes, csosn: '101' } }]
  expect(listFaults({ fiscal, lines })).toEqual([{ code: 'csosn-not-of-mei', publicationId: 7 }])
  expect(listFaults({ lines })).toEqual([])
})

test('the tax regime decides between CST and CSOSN', () => {
  const fiscal = invoiceData.fiscal && { ...invoiceData.fiscal, regime: 'normal' as const }
  expect(planRequests({ fiscal })[0]?.items[0]).toMatchObject({ icms: '41' })
})

test('puts services on a separate NFS-e without the freight of the goods, and requires the city registration', () => {
  const licence = {
    ...manual,
    publicationId: 9,
    isDownload: true,
    taxes: { ...manual.taxes, nature: 'service', service_code: '01.05' },
  }
  const fiscal = invoiceData.fiscal && { ...invoiceData.fiscal, im: '12345' }
  const mixedPlan = planRequests({ fiscal, lines: [manual, licence] })
  expect(mixedPlan.map(({ model, total }) => [model, total])).toEqual([
    ['nfe', 125_01],
    ['nfse', 100_00],
  ])
  expect(
    planRequests({ fiscal, lines: [licence], freight: { ...invoiceData.freight, value: 0 } }),
  ).toMatchObject([{ model: 'nfse', items: [{ serviceCode: '01.05' }] }])
  expect(listFaults({ lines: [licence] })).toEqual([{ code: 'issuer-im-missing' }])
})

describe('an NFS-e of the national issuer', () => {
  const licence = {
    ...manual,
    publicationId: 9,
    isDownload: true,
    taxes: mergeTaxes('simples', getStandardTaxes('simples'), { nature: 'service', national_code: '010501' }),
  }
  const changeFiscal = (changes: Partial<NonNullable<InvoiceData['fiscal']>>) =>
    invoiceData.fiscal && {
      ...invoiceData.fiscal,
      layout: 'national' as const,
      serviceTaxPercent: 6_00,
      ...changes,
    }
  const listFaultCodes = (changes: Partial<InvoiceData>) =>
    listFaults({ lines: [licence], fiscal: changeFiscal({}), ...changes }).map(({ code }) => code)

  test('requires the national code and taxes, not the city registration', () => {
    expect(listFaultCodes({})).toEqual([])
    expect(
      listFaultCodes({ lines: [{ ...licence, taxes: { ...licence.taxes, national_code: null } }] }),
    ).toEqual(['national-code-missing'])
    expect(listFaultCodes({ fiscal: changeFiscal({ serviceTaxPercent: 0 }) })).toEqual([
      'service-tax-missing',
    ])
    expect(listFaultCodes({ fiscal: changeFiscal({ serviceTaxPercent: 0, regime: 'mei' }) })).toEqual([])
    expect(listFaultCodes({ fiscal: changeFiscal({ layout: 'city' }) })).toEqual([
      'issuer-im-missing',
      'service-code-missing',
    ])
  })

  test('sends no class of immune books, and no class under the Simples before 2027', () => {
    const listItems = (changes: Partial<InvoiceData>) =>
      planRequests({ lines: [licence], fiscal: changeFiscal({}), ...changes })[0]?.items
    expect(listItems({})).toMatchObject([{ nationalCode: '010501', reform: null }])
    const classes = ['ibs-cbs-missing', 'class-trib-missing', 'operation-code-missing']
    expect(listFaultCodes({ today: '2027-01-01' })).toEqual(classes)
    expect(listFaultCodes({ fiscal: changeFiscal({ regime: 'normal' }) })).toEqual(classes)
    const ownCodes = { ibs_cbs_cst: '000', class_trib: '000001', operation_code: '100301' }
    const lines = [{ ...licence, taxes: { ...licence.taxes, ...ownCodes } }]
    expect(listItems({ lines, today: '2027-01-01' })).toMatchObject([
      { reform: { cst: '000', classTrib: '000001', operationCode: '100301' } },
    ])
  })
})

test('charges no freight for downloads or while freight is to be agreed', () => {
  const listModes = (changes: Partial<InvoiceData>) =>
    planRequests(changes).map((request) => (request.model === 'nfe' ? request.freight.mode : null))
  expect(listModes({ freight: { value: 0, isAgreed: false, service: 'TO_BE_AGREED' } })).toEqual([
    'recipient',
  ])
  expect(listModes({ lines: [{ ...manual, isDownload: true }] })).toEqual(['none'])
})

test('includes a delivery address only when it differs', () => {
  const listDeliveries = (shipping: InvoiceData['shipping']) =>
    planRequests({ shipping }).map((request) => (request.model === 'nfe' ? request.delivery : undefined))
  expect(listDeliveries(botucatuAddress)).toEqual([botucatuAddress])
  expect(listDeliveries({ ...londrinaAddress })).toEqual([null])
})

test('lists all missing data at once', () => {
  const incompleteTaxes = { ...manual.taxes, ncm: null, class_trib: '000001', icms_cst: null, csosn: null }
  expect(
    listFaults({
      issuer: null,
      fiscal: invoiceData.fiscal && { ...invoiceData.fiscal, ie: '' },
      billing: { ...londrinaAddress, cityCode: null },
      buyer: { ...invoiceData.buyer, indicator: '1' },
      payment: { way: 'none', paidOn: null },
      lines: [{ ...manual, taxes: incompleteTaxes }],
    }),
  ).toEqual([
    { code: 'not-paid' },
    { code: 'company-missing' },
    { code: 'issuer-ie-missing' },
    { code: 'buyer-ie-missing' },
    { code: 'buyer-city-code-missing' },
    { code: 'ncm-missing', publicationId: 7 },
    { code: 'icms-missing', publicationId: 7 },
    { code: 'classes-disagree', publicationId: 7 },
  ])
  expect(listFaults({ lines: [{ ...manual, value: 0 }] })).toEqual([{ code: 'no-items' }])
})

test.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [0, [5, 5], [0, 0]],
  [7, [0, 0], [7, 0]],
  [100, [1, 99], [1, 99]],
])('splits %d over %j into %j', (total, values, shares) => {
  expect(splitProportionally(total, values)).toEqual(shares)
})
