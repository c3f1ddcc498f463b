import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getStandardTaxes, type Taxes } from '#app/domain/catalogue/taxes.ts'
import { readAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import {
  type InvoiceData,
  type InvoiceRequest,
  planInvoices,
} from '#app/domain/orders/invoices/invoice-request.ts'
import { createBreaker } from '#app/gateways/breaker.ts'
import { FiscalRefused } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import { makeFocusNfeIssuer } from '#app/gateways/fiscal-issuer/focus-nfe.server.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { type FakeFocusNfe, focusToken, startFakeFocusNfe } from '#tests/support/fakes/fake-focus-nfe.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'

let fakeFocus: FakeFocusNfe

beforeAll(async () => {
  fakeFocus = await startFakeFocusNfe()
  return fakeFocus.close
})
beforeEach(() => fakeFocus.reset())

const getNow = () => new Date('2026-11-25T12:30:00Z')
const makeIssuer = (options: Parameters<typeof makeFocusNfeIssuer>[1] = {}, token = focusToken) =>
  makeFocusNfeIssuer({ url: fakeFocus.url, token }, { breaker: createBreaker(), now: getNow, ...options })

const botucatuAddress = {
  zip_code: '18600000',
  street: 'Rua Inventada',
  number: '1',
  complement: 'sala 2',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
  cityCode: '3507506',
}
const rondonopolisAddress = {
  ...botucatuAddress,
  zip_code: '78700000',
  city: 'Rondonópolis',
  state: 'MT',
  cityCode: '5107602',
  complement: '',
}
const service: Taxes = { ...getStandardTaxes('simples'), nature: 'service', service_code: '01.05' }

const invoiceData: InvoiceData = {
  orderId: 1056,
  date: '2026-11-24',
  today: '2026-11-25',
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
    im: '12345',
    series: 3,
    serviceSeries: '1',
    environment: 'production',
    layout: 'city',
    serviceTaxPercent: 6_00,
    cityTaxPercent: 2_00,
  },
  buyer: {
    isCompany: false,
    name: 'Ana Inventada',
    document: '52998224725',
    ie: null,
    indicator: '9',
    email: 'ana@exemplo.test',
    phone: '14999990000',
    isReseller: false,
  },
  billing: rondonopolisAddress,
  shipping: botucatuAddress,
  lines: [
    makeLine({ publicationId: 7, value: 33_33, name: 'Manual de voo', version: 'Rev. 2' }),
    makeLine({ publicationId: 7, value: 33_33, name: 'Manual de voo', version: 'Rev. 2' }),
    makeLine({ publicationId: 9, value: 100_01, name: 'Catálogo de peças', version: 'Rev. 1' }),
  ],
  freight: { value: 20_00, isAgreed: true, service: 'PAC' },
  total: 186_67,
  payment: { way: 'boleto', paidOn: '2026-11-25' },
  purchaseOrder: 'OC-77',
  attempts: 0,
}

function makeLine(line: Pick<InvoiceData['lines'][number], 'publicationId' | 'value' | 'name' | 'version'>) {
  return { ...line, isDownload: false, taxes: getStandardTaxes('simples') }
}

function planFirstRequest(changes: Partial<InvoiceData> = {}): InvoiceRequest {
  const plan = planInvoices({ ...invoiceData, ...changes })
  if (!plan.ok) throw new Error(plan.faults.map(({ code }) => code).join())
  const [firstRequest] = plan.requests
  if (!firstRequest) throw new Error('no document')
  return firstRequest
}

const goodsRequest = planFirstRequest()

function getFirstInvoice() {
  const [invoice] = fakeFocus.invoices
  if (!invoice) throw new Error('nothing was sent')
  return invoice
}

describe('issueInvoice', () => {
  test('sends goods with buyer, destination, codes and centavos that add up', async () => {
    const issued = await makeIssuer().issue(goodsRequest)
    expect(issued).toMatchObject({ state: 'processing', key: null, files: { xml: null } })
    const { fields, ref } = getFirstInvoice()
    expect(ref).toBe('pedido-1056-nfe-1')
    expect(fields).toMatchObject({
      data_emissao: '2026-11-25T09:30:00-03:00',
      tipo_documento: 1,
      finalidade_emissao: 1,
      local_destino: 1,
      consumidor_final: 1,
      presenca_comprador: 2,
      indicador_intermediario: 0,
      serie: '3',
      cnpj_emitente: '11222333000181',
      inscricao_estadual_emitente: '110042490114',
      regime_tributario_emitente: 1,
      nome_destinatario: 'Ana Inventada',
      cpf_destinatario: '52998224725',
      indicador_inscricao_estadual_destinatario: 9,
      codigo_municipio_destinatario: '5107602',
      logradouro_entrega: 'Rua Inventada',
      modalidade_frete: 0,
      valor_frete: 20,
      valor_produtos: 166.67,
      valor_total: 186.67,
      formas_pagamento: [{ forma_pagamento: '15', valor_pagamento: 186.67 }],
      informacoes_adicionais_contribuinte: 'Pedido do comprador: OC-77',
    })
    expect(fields).not.toHaveProperty('cnpj_destinatario')
    expect(fields).not.toHaveProperty('inscricao_estadual_destinatario')
    expect(fields.items).toEqual([
      expect.objectContaining({
        numero_item: 1,
        codigo_produto: '7',
        descricao: 'Manual de voo v.Rev. 2',
        codigo_ncm: '49019900',
        cfop: '5102',
        quantidade_comercial: 2,
        valor_unitario_comercial: 33.33,
        valor_bruto: 66.66,
        icms_origem: 0,
        icms_situacao_tributaria: '300',
        pis_situacao_tributaria: '49',
        cofins_situacao_tributaria: '49',
        ibs_cbs_situacao_tributaria: '410',
        ibs_cbs_classificacao_tributaria: '410008',
      }),
      expect.objectContaining({ numero_item: 2, valor_bruto: 100.01 }),
    ])
  })

  test('sends the state registration of a contributor, and a fixed name in the test environment', async () => {
    const buyer = { ...invoiceData.buyer, indicator: '1' as const, ie: '110042490114' }
    const fiscal = invoiceData.fiscal && { ...invoiceData.fiscal, environment: 'test' as const }
    await makeIssuer().issue(planFirstRequest({ buyer, billing: botucatuAddress, shipping: null, fiscal }))
    expect(getFirstInvoice().fields).toMatchObject({
      local_destino: 1,
      consumidor_final: 1,
      inscricao_estadual_destinatario: '110042490114',
      nome_destinatario: 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL',
    })
    expect(getFirstInvoice().fields).not.toHaveProperty('logradouro_entrega')
  })

  test('marks a reseller as final consumer only without a contributor’s registration', async () => {
    const reseller = { ...invoiceData.buyer, isReseller: true, ie: '110042490114' }
    await makeIssuer().issue(planFirstRequest({ buyer: { ...reseller, indicator: '1' } }))
    // A second attempt has its own reference, because the issuer would find the first document otherwise.
    const ownReference = { attempts: 1 }
    const nonContributor = { ...reseller, indicator: '9' as const }
    await makeIssuer().issue(planFirstRequest({ buyer: nonContributor, ...ownReference }))
    expect(fakeFocus.invoices.map(({ fields }) => fields.consumidor_final)).toEqual([0, 1])
  })

  test('sends CRT 4 for a MEI, and CFOP 6102 for a sale to another state', async () => {
    const fiscal = invoiceData.fiscal && { ...invoiceData.fiscal, regime: 'mei' as const }
    await makeIssuer().issue(planFirstRequest({ fiscal, shipping: null }))
    expect(getFirstInvoice().fields).toMatchObject({ regime_tributario_emitente: 4, local_destino: 2 })
    expect(getFirstInvoice().fields.items).toEqual([
      expect.objectContaining({ cfop: '6102', icms_situacao_tributaria: '300' }),
      expect.objectContaining({ cfop: '6102' }),
    ])
  })

  test('sends services to the city with their list item, and returns number and key of the authorised document', async () => {
    const lines = invoiceData.lines.map((line) => ({ ...line, isDownload: true, taxes: service }))
    const request = planFirstRequest({ lines, freight: { value: 0, isAgreed: true, service: '-' } })
    const issuer = makeIssuer()
    expect(await issuer.issue(request)).toMatchObject({ state: 'processing' })
    expect(getFirstInvoice()).toMatchObject({
      model: 'nfse',
      ref: 'pedido-1056-nfse-1',
      fields: {
        optante_simples_nacional: true,
        prestador: { cnpj: '11222333000181', inscricao_municipal: '12345', codigo_municipio: '3507506' },
        tomador: { cpf: '52998224725', endereco: { codigo_municipio: '5107602', cep: '78700000' } },
        servico: { valor_servicos: 166.67, item_lista_servico: '01.05', iss_retido: false },
      },
    })
    expect(JSON.stringify(getFirstInvoice().fields)).toContain('2 x Manual de voo v.Rev. 2: R$ 66,66')
    expect(JSON.stringify(getFirstInvoice().fields)).not.toContain('ibs_cbs')
    fakeFocus.settleInvoice(request.reference)
    const invoice = await issuer.read('nfse', request.reference)
    expect(invoice).toMatchObject({ state: 'authorised', number: '1', key: expect.stringMatching(/^V/) })
  })

  test('issues one document for three calls, and returns key, number and files', async () => {
    const issuer = makeIssuer()
    await issuer.issue(goodsRequest)
    await issuer.issue(goodsRequest)
    fakeFocus.settleInvoice(goodsRequest.reference)
    const issued = await issuer.issue(goodsRequest)
    expect(issued).toMatchObject({ state: 'authorised', series: '3', number: '1', messages: [] })
    expect(readAccessKey(issued.key ?? '')).toMatchObject({ ok: true, value: { series: 3, number: 1 } })
    expect(fakeFocus.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    const xml = (await issuer.download(issued.files.xml ?? '')).toString()
    expect(xml).toContain(`Id="NFe${issued.key}"`)
    expect((await issuer.download(issued.files.pdf ?? '')).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('finds the document whose response was lost instead of issuing another', async () => {
    fakeFocus.fail('done-cut', { method: 'POST', times: 1 })
    const issuer = makeIssuer()
    await expect(issuer.issue(goodsRequest)).rejects.toThrow(RemoteFault)
    expect(await issuer.issue(goodsRequest)).toMatchObject({ state: 'processing' })
    expect(fakeFocus.invoices).toHaveLength(1)
  })

  test('issues one document for two concurrent attempts', async () => {
    const issuer = makeIssuer()
    const outcomes = await Promise.all([issuer.issue(goodsRequest), issuer.issue(goodsRequest)])
    expect(outcomes).toMatchObject([{ state: 'processing' }, { state: 'processing' }])
    expect(fakeFocus.invoices).toHaveLength(1)
    fakeFocus.reset()
    fakeFocus.state.authorises = 'at-once'
    const outcomesAtOnce = await Promise.all([issuer.issue(goodsRequest), issuer.issue(goodsRequest)])
    expect(outcomesAtOnce).toMatchObject([{ state: 'authorised' }, { state: 'authorised' }])
    expect(fakeFocus.invoices).toHaveLength(1)
  })

  test('returns the tax office’s rejection, and sends the document again under the same reference', async () => {
    fakeFocus.state.refusal = { code: '539', text: 'Duplicidade de NF-e' }
    const issuer = makeIssuer()
    await issuer.issue(goodsRequest)
    fakeFocus.settleInvoice(goodsRequest.reference)
    expect(await issuer.read('nfe', goodsRequest.reference)).toMatchObject({
      state: 'refused',
      messages: ['539: Duplicidade de NF-e'],
    })
    expect(await issuer.issue(goodsRequest)).toMatchObject({ state: 'processing' })
    fakeFocus.settleInvoice(goodsRequest.reference)
    expect(await issuer.read('nfe', goodsRequest.reference)).toMatchObject({ state: 'authorised' })
    expect(fakeFocus.invoices).toHaveLength(1)
  })

  test('treats a rejection of the API as final and names the field', async () => {
    if (goodsRequest.model !== 'nfe') throw new Error('goods')
    const broken = { ...goodsRequest, total: goodsRequest.total + 1 }
    await expect(makeIssuer().issue(broken)).rejects.toThrow(/^valor_total: 598: Total da NF difere/)
    await expect(makeIssuer().issue(broken)).rejects.toThrow(FiscalRefused)
  })
})

describe('cancelling and correcting invoices', () => {
  async function issueAuthorised() {
    const issuer = makeIssuer()
    await issuer.issue(goodsRequest)
    fakeFocus.settleInvoice(goodsRequest.reference)
    return issuer
  }
  const reason = 'Comprador desistiu da compra'

  test('sends one cancellation when called twice', async () => {
    const issuer = await issueAuthorised()
    const cancelledInvoice = await issuer.cancel('nfe', goodsRequest.reference, reason)
    expect(cancelledInvoice).toMatchObject({
      state: 'cancelled',
      files: { cancellation: expect.stringMatching(/-can\.xml$/) },
    })
    expect(await issuer.cancel('nfe', goodsRequest.reference, reason)).toMatchObject({ state: 'cancelled' })
    expect(fakeFocus.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  test('returns cancelled to two concurrent cancellations', async () => {
    const issuer = await issueAuthorised()
    const cancelInvoice = () => issuer.cancel('nfe', goodsRequest.reference, reason)
    expect(await Promise.all([cancelInvoice(), cancelInvoice()])).toMatchObject([
      { state: 'cancelled' },
      { state: 'cancelled' },
    ])
  })

  test('throws the tax office’s message for a late cancellation, and “unknown-document” for a missing invoice', async () => {
    const issuer = await issueAuthorised()
    fakeFocus.state.cancellationRefusal = { code: '501', text: 'Prazo de cancelamento superior ao previsto' }
    await expect(issuer.cancel('nfe', goodsRequest.reference, reason)).rejects.toThrow(
      '501: Prazo de cancelamento superior ao previsto',
    )
    await expect(issuer.cancel('nfe', 'pedido-1-nfe-1', reason)).rejects.toThrow('unknown-document')
  })

  test('numbers correction letters and rejects short ones', async () => {
    const issuer = await issueAuthorised()
    expect(
      await issuer.requestCorrection(goodsRequest.reference, 'Onde se lê Rua, leia-se Avenida'),
    ).toMatchObject({
      ordinal: 1,
      xml: expect.stringMatching(/-cce-01\.xml$/),
      pdf: expect.stringMatching(/\/cartas_correcao\/1\.pdf$/),
    })
    expect(await issuer.requestCorrection(goodsRequest.reference, 'Volume único, sem caixa')).toMatchObject({
      ordinal: 2,
    })
    await expect(issuer.requestCorrection(goodsRequest.reference, 'curta')).rejects.toThrow('entre 15 e 1000')
  })
})

describe('NFS-e of the national issuer', () => {
  const licence: Taxes = {
    ...service,
    national_code: '010501',
    nbs: '115021000',
    ibs_cbs_cst: '000',
    class_trib: '000001',
    operation_code: '100301',
  }
  const lines = invoiceData.lines.map((line) => ({ ...line, isDownload: true, taxes: licence }))
  const freight = { value: 0, isAgreed: true, service: '-' }
  const changeFiscal = (changes: Partial<NonNullable<InvoiceData['fiscal']>>) =>
    invoiceData.fiscal && { ...invoiceData.fiscal, layout: 'national' as const, ...changes }
  const requestLicences = (
    fiscalChanges: Partial<NonNullable<InvoiceData['fiscal']>> = {},
    otherChanges: Partial<InvoiceData> = {},
  ) => planFirstRequest({ lines, freight, fiscal: changeFiscal(fiscalChanges), ...otherChanges })
  const { reference } = requestLicences()

  test('sends flat fields, and returns key, number and files of the authorised NFS-e', async () => {
    const issuer = makeIssuer()
    expect(await issuer.issue(requestLicences())).toMatchObject({ state: 'processing', key: null })
    expect(getFirstInvoice()).toMatchObject({ model: 'nfsen', ref: 'pedido-1056-nfse-1' })
    expect(getFirstInvoice().fields).toEqual({
      data_emissao: '2026-11-25T09:30:00-03:00',
      data_competencia: '2026-11-25',
      codigo_municipio_emissora: 3507506,
      cnpj_prestador: '11222333000181',
      inscricao_municipal_prestador: '12345',
      codigo_opcao_simples_nacional: 3,
      regime_tributario_simples_nacional: 1,
      regime_especial_tributacao: 0,
      cpf_tomador: '52998224725',
      razao_social_tomador: 'Ana Inventada',
      codigo_municipio_tomador: 5107602,
      cep_tomador: '78700000',
      logradouro_tomador: 'Rua Inventada',
      numero_tomador: '1',
      bairro_tomador: 'Centro',
      telefone_tomador: '14999990000',
      email_tomador: 'ana@exemplo.test',
      codigo_municipio_prestacao: 3507506,
      codigo_tributacao_nacional_iss: '010501',
      descricao_servico: '2 x Manual de voo v.Rev. 2: R$ 66,66\n1 x Catálogo de peças v.Rev. 1: R$ 100,01',
      codigo_nbs: '115021000',
      valor_servico: 166.67,
      tributacao_iss: 1,
      tipo_retencao_iss: 1,
      percentual_total_tributos_simples_nacional: 6,
    })
    const { key } = fakeFocus.settleInvoice(reference)
    const invoice = await issuer.read('nfsen', reference)
    expect(invoice).toMatchObject({ state: 'authorised', number: '1', key, series: null })
    expect(key).toMatch(/^3507506\d{43}$/)
    expect((await issuer.download(invoice?.files.xml ?? '')).toString()).toContain(`Id="NFS${key}"`)
    expect((await issuer.download(invoice?.files.pdf ?? '')).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await issuer.read('nfse', reference)).toBeUndefined()
  })

  test.each([
    ['mei', '2026-11-25', { codigo_opcao_simples_nacional: 2, indicador_total_tributacao: 0 }],
    ['simples-excess', '2026-11-25', { regime_tributario_simples_nacional: 2 }],
    [
      'normal',
      '2026-11-25',
      {
        codigo_opcao_simples_nacional: 1,
        percentual_total_tributos_federais: 6,
        percentual_total_tributos_estaduais: 0,
        percentual_total_tributos_municipais: 2,
        consumidor_final: 1,
        codigo_indicador_operacao: '100301',
        ibs_cbs_situacao_tributaria: '000',
        ibs_cbs_classificacao_tributaria: '000001',
      },
    ],
    ['simples', '2027-01-01', { ibs_cbs_situacao_tributaria: '000', codigo_indicador_operacao: '100301' }],
  ] as const)('sends the national fields of the regime %s on %s', async (regime, today, expected) => {
    await makeIssuer().issue(requestLicences({ regime }, { today }))
    expect(getFirstInvoice().fields).toMatchObject(expected)
    expect('ibs_cbs_situacao_tributaria' in getFirstInvoice().fields).toBe(
      'ibs_cbs_situacao_tributaria' in expected,
    )
    expect(fakeFocus.settleInvoice(reference).refusal).toBeNull()
  })

  test('shortens the description of many licences and counts the rest', async () => {
    const manyLines = Array.from({ length: 60 }, (_, index) => ({
      ...makeLine({
        publicationId: index,
        value: 10_00,
        name: 'Suplemento do manual de voo',
        version: `Rev. ${index}`,
      }),
      isDownload: true,
      taxes: licence,
    }))
    await makeIssuer().issue(requestLicences({}, { lines: manyLines }))
    const description = String(getFirstInvoice().fields.descricao_servico)
    const listedCount = description.split('\n').length - 1
    expect(description.length).toBeLessThanOrEqual(2000)
    expect(description).toMatch(new RegExp(`\ne mais ${manyLines.length - listedCount} itens$`))
  })

  test('throws the issuer’s message for a company that is not enabled', async () => {
    fakeFocus.state.enabledModel = 'nfse'
    await expect(makeIssuer().issue(requestLicences())).rejects.toThrow(
      'Emitente ainda não habilitado para emissão de NFSe Nacional',
    )
  })

  test('returns code and message of a rejection and of a refused cancellation, and then cancels', async () => {
    const issuer = makeIssuer()
    fakeFocus.state.refusal = { code: 'E0310', text: 'O código de tributação nacional informado não existe' }
    await issuer.issue(requestLicences())
    fakeFocus.settleInvoice(reference)
    expect(await issuer.read('nfsen', reference)).toMatchObject({
      state: 'refused',
      messages: ['E0310: O código de tributação nacional informado não existe'],
    })
    await issuer.issue(requestLicences())
    fakeFocus.settleInvoice(reference)
    fakeFocus.state.cancellationRefusal = { code: 'E523', text: 'fora do prazo permitido para cancelamento' }
    const cancelInvoice = () => issuer.cancel('nfsen', reference, 'Comprador desistiu da compra')
    await expect(cancelInvoice()).rejects.toThrow('E523: fora do prazo permitido para cancelamento')
    fakeFocus.state.cancellationRefusal = null
    expect(await cancelInvoice()).toMatchObject({
      state: 'cancelled',
      files: { cancellation: expect.stringMatching(/-can\.xml$/) },
    })
    expect(fakeFocus.requests.every(({ path }) => path.startsWith('/v2/nfsen'))).toBe(true)
  })

  test.each<[Fault, string]>([
    ['cut', 'unreachable'],
    ['status-500', 'status-500'],
    ['status-429', 'status-429'],
    ['html-400', 'status-400'],
    ['malformed', 'malformed'],
  ])('throws a retryable fault for %s, and issues one document in later calls', async (fault, reason) => {
    const issuer = makeIssuer()
    fakeFocus.fail(fault, { times: 1 })
    await expect(issuer.issue(requestLicences())).rejects.toMatchObject({ name: 'RemoteFault', reason })
    fakeFocus.fail('done-cut', { times: 1, method: 'POST' })
    await expect(issuer.issue(requestLicences())).rejects.toThrow(RemoteFault)
    expect(await issuer.issue(requestLicences())).toMatchObject({ state: 'processing' })
    expect(fakeFocus.invoices).toHaveLength(1)
  })
})

describe('downloading files', () => {
  test('follows one redirect to the issuer, but no second one and no foreign one', async () => {
    const issuer = makeIssuer()
    await issuer.issue(goodsRequest)
    const { key } = fakeFocus.settleInvoice(goodsRequest.reference)
    fakeFocus.state.redirects = {
      '/notas_fiscais/old.pdf': `/arquivos/x/${key}.pdf`,
      '/notas_fiscais/out.pdf': 'https://evil.test/x',
    }
    fakeFocus.state.redirects['/notas_fiscais/twice.pdf'] = '/notas_fiscais/old.pdf'
    expect((await issuer.download('/notas_fiscais/old.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(issuer.download('/notas_fiscais/out.pdf')).rejects.toThrow(FiscalRefused)
    await expect(issuer.download('/notas_fiscais/twice.pdf')).rejects.toMatchObject({ reason: 'status-302' })
  })
})

describe('failures', () => {
  test.each<[Fault, string]>([
    ['cut', 'unreachable'],
    ['silent', 'timeout'],
    ['stops-halfway', 'timeout'],
    ['status-500', 'status-500'],
    ['status-503', 'status-503'],
    ['status-429', 'status-429'],
    ['html-400', 'status-400'],
    ['html-200', 'malformed'],
    ['malformed', 'malformed'],
    ['redirect', 'malformed'],
    ['huge', 'too-large'],
  ])('throws a retryable fault for %s', async (fault, reason) => {
    fakeFocus.fail(fault)
    await expect(makeIssuer({ timeoutMs: 200 }).issue(goodsRequest)).rejects.toMatchObject({
      name: 'RemoteFault',
      reason,
    })
  })

  test('throws the fault “access” for a rejected token', async () => {
    await expect(makeIssuer({}, 'another').issue(goodsRequest)).rejects.toMatchObject({ reason: 'access' })
  })

  test('pauses the issuer after five failures in a row', async () => {
    fakeFocus.fail('status-500')
    const issuer = makeIssuer({ breaker: createBreaker({ failures: 5 }) })
    for (let attempt = 0; attempt < 5; attempt += 1) await issuer.read('nfe', 'x').catch(() => undefined)
    await expect(issuer.read('nfe', 'x')).rejects.toMatchObject({ reason: 'paused' })
    expect(fakeFocus.requests).toHaveLength(5)
  })

  test.each(['https://evil.test/x.pdf', 'http://x.amazonaws.com/y', '//evil.test/x', 'https://'])(
    'downloads no file from %s',
    async (file) => {
      await expect(makeIssuer().download(file)).rejects.toThrow(FiscalRefused)
      expect(fakeFocus.requests).toEqual([])
    },
  )
})
