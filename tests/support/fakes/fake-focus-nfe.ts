import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
import { type ReceivedRequest, type Reply, startFakeServer } from './fake-server.ts'

export const focusToken = 'token-of-focus-only-for-tests'

type Fields = Record<string, unknown>
type Model = 'nfe' | 'nfse' | 'nfsen'

export type FakeInvoice = {
  ref: string
  model: Model
  status: string
  fields: Fields
  number: number
  key: string
  refusal: { code: string; text: string } | null
  /** texts of the letters of correction */
  letters: string[]
  /** path of an NFS-e's PDF; null if the city creates none */
  danfse: string | null
  /** ISO time with its offset, as in the protocol */
  authorisedAt: string
}

/**
 * Starts a fake of Focus NFe v2. An invoice is in progress until `settleInvoice`. NFS-e of a city (`nfse`) and
 * national ones (`nfsen`) have separate addresses.
 */
export async function startFakeFocusNfe() {
  const invoices: FakeInvoice[] = []
  const state = {
    token: focusToken,
    /** A requested document is authorised at once ('at-once') or by a call of `settleInvoice` ('later'). */
    authorises: 'later' as 'at-once' | 'later',
    /** The rejection of the next document; null authorises it. */
    refusal: null as { code: string; text: string } | null,
    /** The rejection of all cancellations; null accepts them. */
    cancellationRefusal: null as { code: string; text: string } | null,
    /** The PDF of the next NFS-e: on this server, at another address, or none. */
    danfse: 'own' as 'own' | string | null,
    /** The only kind of NFS-e that is allowed; null allows both, as in the test environment. */
    enabledModel: null as 'nfse' | 'nfsen' | null,
    /** Redirects of files, from path to address. */
    redirects: {} as Record<string, string>,
  }

  const server = await startFakeServer((request) => rejectUnknown(request) ?? routeRequest(request))

  function rejectUnknown({ authorization }: ReceivedRequest): Reply | undefined {
    const expectedAuthorization = `Basic ${Buffer.from(`${state.token}:`).toString('base64')}`
    if (authorization === expectedAuthorization) return undefined
    return { status: 401, type: 'text/html', body: 'HTTP Basic: Access denied.' }
  }

  function routeRequest({ method, path, body }: ReceivedRequest): Reply {
    const { pathname, searchParams } = new URL(path, 'http://focus')
    if (method === 'GET' && /^\/(arquivos|notas_fiscais)\//.test(pathname)) return findFile(pathname)
    const [, model, ref, action] =
      /^\/v2\/(nfe|nfsen|nfse)(?:\/([^/]+))?(?:\/(carta_correcao))?$/.exec(pathname) ?? []
    if (model !== 'nfe' && model !== 'nfse' && model !== 'nfsen')
      return makeError(404, 'nao_encontrado', 'Endereço não encontrado.')
    const fields = body === '' ? {} : JSON.parse(body)
    if (method === 'POST' && !ref) return createInvoice(model, searchParams.get('ref') ?? '', fields)
    const invoice = invoices.find(
      (candidate) => candidate.model === model && candidate.ref === decodeURIComponent(ref ?? ''),
    )
    if (!invoice) return makeError(404, 'nao_encontrado', 'Nota fiscal não encontrada.')
    if (method === 'GET' && !action) return { body: describeInvoice(invoice) }
    if (method === 'DELETE') return cancelInvoice(invoice, fields)
    if (method === 'POST' && action) return correctInvoice(invoice, fields)
    return makeError(404, 'nao_encontrado', 'Endereço não encontrado.')
  }

  function createInvoice(model: Model, ref: string, fields: Fields): Reply {
    if (!ref) return makeError(400, 'requisicao_invalida', 'Parâmetro "ref" não informado.')
    if (model !== 'nfe' && state.enabledModel && state.enabledModel !== model)
      return makeError(
        400,
        'empresa_nao_habilitada',
        `Emitente ainda não habilitado para emissão de ${model === 'nfsen' ? 'NFSe Nacional' : 'NFSe'}`,
      )
    const [missingField] = model === 'nfsen' ? listMissing(fields, requiredNationalFields) : []
    if (missingField)
      return makeError(400, 'requisicao_invalida', `Parâmetro "${missingField[0]}" não informado`)
    const earlierInvoice = invoices.find((invoice) => invoice.ref === ref)
    if (earlierInvoice?.status === 'autorizado')
      return makeError(422, 'nfe_autorizada', 'A nota fiscal já foi autorizada.')
    if (earlierInvoice?.status === 'processando_autorizacao')
      return makeError(422, 'em_processamento', 'A nota fiscal está sendo processada.')
    const faults = faultListers[model](fields)
    if (faults.length > 0)
      return {
        status: 422,
        body: {
          codigo: 'erro_validacao_schema',
          mensagem: 'Erro na validação do Schema XML, verifique o detalhamento dos erros',
          erros: faults.map(([campo, mensagem]) => ({ campo, mensagem })),
        },
      }
    const number = earlierInvoice?.number ?? invoices.length + 1
    const key = model === 'nfsen' ? makeNationalKey(fields, number) : makeKey(fields, number)
    const newInvoice: FakeInvoice = {
      ref,
      model,
      status: 'processando_autorizacao',
      fields,
      number,
      key,
      refusal: null,
      letters: [],
      danfse: state.danfse === 'own' ? `${server.url}/arquivos/DANFSEs/${key}.pdf` : state.danfse,
      authorisedAt: '',
    }
    if (earlierInvoice) invoices.splice(invoices.indexOf(earlierInvoice), 1)
    invoices.push(newInvoice)
    if (state.authorises === 'at-once') settleInvoice(ref)
    return { status: state.authorises === 'at-once' ? 201 : 202, body: describeInvoice(newInvoice) }
  }

  /** Settles a document as the revenue office does. */
  function settleInvoice(ref: string): FakeInvoice {
    const invoice = invoices.find((invoice) => invoice.ref === ref)
    if (!invoice) throw new Error(`no document ${ref}`)
    invoice.refusal =
      state.refusal ?? (invoice.model === 'nfsen' ? findNationalRefusal(invoice.fields) : null)
    invoice.authorisedAt = new Date().toISOString().replace(/\.\d{3}Z$/, '+00:00')
    invoice.status = invoice.refusal ? 'erro_autorizacao' : 'autorizado'
    state.refusal = null
    return invoice
  }

  function cancelInvoice(invoice: FakeInvoice, { justificativa }: Fields): Reply {
    if (typeof justificativa !== 'string' || justificativa.length < 15 || justificativa.length > 255)
      return makeError(400, 'requisicao_invalida', 'A justificativa deve ter entre 15 e 255 caracteres.')
    if (invoice.status === 'cancelado') return makeError(400, 'nfe_cancelada', 'Nota Fiscal já cancelada')
    if (invoice.status !== 'autorizado')
      return makeError(422, 'nfe_nao_autorizada', 'A nota fiscal não está autorizada.')
    if (state.cancellationRefusal && invoice.model !== 'nfe')
      return {
        body: {
          status: 'erro_cancelamento',
          erros: [
            {
              codigo: state.cancellationRefusal.code,
              mensagem: state.cancellationRefusal.text,
              correcao: null,
            },
          ],
        },
      }
    if (state.cancellationRefusal)
      return {
        body: {
          status: 'erro_cancelamento',
          status_sefaz: state.cancellationRefusal.code,
          mensagem_sefaz: state.cancellationRefusal.text,
        },
      }
    invoice.status = 'cancelado'
    if (invoice.model !== 'nfe') return { body: { status: 'cancelado' } }
    return {
      body: {
        status: 'cancelado',
        status_sefaz: '135',
        mensagem_sefaz: 'Evento registrado e vinculado a NF-e',
        caminho_xml_cancelamento: formatPath(invoice, 'XMLs', '-can.xml'),
      },
    }
  }

  function correctInvoice(invoice: FakeInvoice, { correcao }: Fields): Reply {
    if (typeof correcao !== 'string' || correcao.length < 15 || correcao.length > 1000)
      return makeError(400, 'requisicao_invalida', 'A correção deve ter entre 15 e 1000 caracteres.')
    if (invoice.status !== 'autorizado')
      return makeError(422, 'nfe_nao_autorizada', 'A nota fiscal não está autorizada.')
    if (invoice.letters.length >= 20)
      return { body: { status: 'erro_autorizacao', status_sefaz: '594', mensagem_sefaz: 'Limite de cartas' } }
    invoice.letters.push(correcao)
    return {
      body: {
        status: 'autorizado',
        status_sefaz: '135',
        mensagem_sefaz: 'Evento registrado e vinculado a NF-e',
        ...describeNewestLetter(invoice),
      },
    }
  }

  function findFile(pathname: string): Reply {
    const location = state.redirects[pathname]
    if (location !== undefined) return { status: 302, body: '', location }
    const invoice = invoices.find(({ key }) => pathname.includes(key))
    if (!invoice) return { status: 404, type: 'text/html', body: 'Not Found' }
    if (pathname.endsWith('.pdf')) return { type: 'application/pdf', body: '%PDF-1.4\n%%EOF\n' }
    if (invoice.model === 'nfsen')
      return {
        type: 'application/xml',
        body: `<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infNFSe Id="NFS${invoice.key}"><nNFSe>${invoice.number}</nNFSe></infNFSe></NFSe>`,
      }
    if (invoice.model === 'nfse')
      return { type: 'application/xml', body: `<CompNfse><Numero>${invoice.number}</Numero></CompNfse>` }
    return {
      type: 'application/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${invoice.key}" versao="4.00"></infNFe></NFe><protNFe><infProt><chNFe>${invoice.key}</chNFe><dhRecbto>${invoice.authorisedAt}</dhRecbto><nProt>1352600${String(invoice.number).padStart(8, '0')}</nProt><cStat>100</cStat></infProt></protNFe></nfeProc>`,
    }
  }

  return {
    ...server,
    invoices,
    state,
    settleInvoice,
    reset() {
      server.reset()
      invoices.length = 0
      Object.assign(state, {
        token: focusToken,
        authorises: 'later',
        refusal: null,
        cancellationRefusal: null,
        danfse: 'own',
        enabledModel: null,
        redirects: {},
      })
    },
  }
}

export type FakeFocusNfe = Awaited<ReturnType<typeof startFakeFocusNfe>>

function makeError(status: number, codigo: string, mensagem: string): Reply {
  return { status, body: { codigo, mensagem } }
}

function describeInvoice(invoice: FakeInvoice): Fields {
  const { ref, model, status, refusal, number, fields } = invoice
  const issuerField =
    model === 'nfe'
      ? { cnpj_emitente: fields.cnpj_emitente }
      : { cnpj_prestador: String(fields.cnpj_prestador ?? '') }
  const rps = model === 'nfsen' ? { numero_rps: String(number), serie_rps: '1', tipo_rps: '1' } : {}
  const base = { ...issuerField, ref, ...rps, status }
  if (status === 'processando_autorizacao') return base
  if (refusal && model !== 'nfe')
    return { ...base, erros: [{ codigo: refusal.code, mensagem: refusal.text, correcao: null }] }
  if (refusal) return { ...base, status_sefaz: refusal.code, mensagem_sefaz: refusal.text }
  const cancellationFile =
    status === 'cancelado' ? { caminho_xml_cancelamento: formatPath(invoice, 'XMLs', '-can.xml') } : {}
  if (model === 'nfsen')
    return {
      ...base,
      numero: String(number),
      codigo_verificacao: invoice.key,
      data_emissao: invoice.authorisedAt,
      url: `https://www.nfse.gov.br/consultapublica/?tpc=1&chave=${invoice.key}`,
      caminho_xml_nota_fiscal: formatPath(invoice, 'XMLsNFSe', '-nfse.xml'),
      ...(invoice.danfse === null ? {} : { url_danfse: invoice.danfse }),
      ...cancellationFile,
    }
  if (model === 'nfse')
    return {
      ...base,
      numero: String(number),
      codigo_verificacao: `V${invoice.key.slice(-8)}`,
      numero_rps: String(number),
      serie_rps: '1',
      data_emissao: invoice.authorisedAt,
      url: `https://cidade.invalid/nota?num=${number}`,
      caminho_xml_nota_fiscal: formatPath(invoice, 'XMLsNFSe', '-nfse.xml'),
      ...(invoice.danfse === null ? {} : { url_danfse: invoice.danfse }),
      ...cancellationFile,
    }
  return {
    ...base,
    status_sefaz: status === 'cancelado' ? '135' : '100',
    mensagem_sefaz: status === 'cancelado' ? 'Evento registrado' : 'Autorizado o uso da NF-e',
    chave_nfe: `NFe${invoice.key}`,
    numero: String(number),
    serie: String(fields.serie ?? '1'),
    caminho_xml_nota_fiscal: formatPath(invoice, 'XMLs', '-nfe.xml'),
    caminho_danfe: formatPath(invoice, 'DANFEs', '.pdf'),
    ...describeNewestLetter(invoice),
    ...cancellationFile,
  }
}

/** Returns the fields of the newest letter of correction, as a query of the invoice contains them. */
function describeNewestLetter(invoice: FakeInvoice): Fields {
  const { key, letters } = invoice
  if (letters.length === 0) return {}
  return {
    numero_carta_correcao: letters.length,
    caminho_xml_carta_correcao: formatPath(
      invoice,
      'XMLs',
      `-cce-${String(letters.length).padStart(2, '0')}.xml`,
    ),
    caminho_pdf_carta_correcao: `/notas_fiscais/NFe${key}/cartas_correcao/${letters.length}.pdf`,
  }
}

function formatPath({ key }: FakeInvoice, folder: string, ending: string): string {
  return `/arquivos/emitente/202611/${folder}/${key}${ending}`
}

/** Returns an access key of São Paulo, November 2026, with its check digit. */
function makeKey(fields: Fields, number: number): string {
  const series = String(fields.serie ?? '1').padStart(3, '0')
  const cnpj = String(fields.cnpj_emitente ?? '11222333000181')
  const digits = `352611${cnpj}55${series}${String(number).padStart(9, '0')}1${String(number).padStart(8, '0')}`
  return digits + calculateAccessKeyDigit(digits)
}

/** Returns a key of the national NFS-e: city, kinds, CNPJ, number, month, code and digit; 50 digits. */
function makeNationalKey(fields: Fields, number: number): string {
  const city = String(fields.codigo_municipio_emissora)
  const cnpj = String(fields.cnpj_prestador)
  return `${city}12${cnpj}${String(number).padStart(13, '0')}2611${String(number).padStart(9, '0')}5`
}

/** Fields without which the API rejects a national NFS-e. */
const requiredNationalFields = [
  'data_emissao',
  'data_competencia',
  'codigo_municipio_emissora',
  'cnpj_prestador',
  'codigo_opcao_simples_nacional',
  'regime_especial_tributacao',
  'codigo_municipio_prestacao',
  'codigo_tributacao_nacional_iss',
  'descricao_servico',
  'valor_servico',
  'tributacao_iss',
  'tipo_retencao_iss',
]

/** Fields for the approximate taxes, by the form in which they are declared. */
const totalTaxFields = {
  shares: [
    'percentual_total_tributos_federais',
    'percentual_total_tributos_estaduais',
    'percentual_total_tributos_municipais',
  ],
  simples: ['percentual_total_tributos_simples_nacional'],
  none: ['indicador_total_tributacao'],
}

/** Returns the rejection by the rules of the national NFS-e (Anexo I, v1.01); null if there is none. */
function findNationalRefusal(fields: Fields): { code: string; text: string } | null {
  const option = Number(fields.codigo_opcao_simples_nacional)
  const fieldsByOption: Record<number, string[]> = { 1: totalTaxFields.shares, 2: totalTaxFields.none }
  const expectedFields = fieldsByOption[option] ?? totalTaxFields.simples
  const sentFields = Object.values(totalTaxFields)
    .flat()
    .filter((name) => fields[name] !== undefined)
  const rules: [isSatisfied: boolean, code: string, text: string][] = [
    [
      (fields.regime_tributario_simples_nacional !== undefined) === (option === 3),
      'E0166',
      'Regime de apuração dos tributos (SN) só para ME/EPP',
    ],
    [
      sentFields.join() === expectedFields.join(),
      option === 3 ? 'E0712' : 'E0713',
      'Forma dos tributos aproximados não permitida',
    ],
    [
      option !== 1 || fields.percentual_aliquota_relativa_municipio === undefined,
      'E0617',
      'Não é permitido informar alíquota',
    ],
    [
      /^\d{6}$/.test(String(fields.codigo_tributacao_nacional_iss)),
      'E0310',
      'O código de tributação nacional informado não existe',
    ],
    [
      String(fields.data_emissao).startsWith(String(fields.data_competencia)),
      'E1235',
      'Falha no esquema XML: dCompet',
    ],
    [
      isValidCpf(String(fields.cpf_tomador ?? '')) !== isValidCnpj(String(fields.cnpj_tomador ?? '')),
      'E1235',
      'Falha no esquema XML: toma',
    ],
    [String(fields.descricao_servico).length <= 2000, 'E1235', 'Falha no esquema XML: xDescServ'],
  ]
  const brokenRule = rules.find(([isSatisfied]) => !isSatisfied)
  return brokenRule ? { code: brokenRule[1], text: brokenRule[2] } : null
}

type FieldFault = [campo: string, mensagem: string]

/** Returns faults of an NF-e by the rules of its schema: required fields, sums and codes. */
function listGoodsFaults(fields: Fields): FieldFault[] {
  const requiredFields = [
    'natureza_operacao',
    'data_emissao',
    'tipo_documento',
    'finalidade_emissao',
    'cnpj_emitente',
    'nome_destinatario',
    'logradouro_destinatario',
    'municipio_destinatario',
    'uf_destinatario',
    'indicador_inscricao_estadual_destinatario',
    'modalidade_frete',
    'valor_total',
    'formas_pagamento',
  ]
  const faults = listMissing(fields, requiredFields)
  const document = fields.cpf_destinatario ?? fields.cnpj_destinatario
  if (typeof document !== 'string' || !(isValidCpf(document) || isValidCnpj(document)))
    faults.push([
      'cnpj_destinatario',
      'Preencha pelo menos um documento do destinatário: cnpj_destinatario ou cpf_destinatario',
    ])
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-03:00$/.test(String(fields.data_emissao)))
    faults.push(['data_emissao', 'Data inválida'])
  if (fields.presenca_comprador === 2 && fields.indicador_intermediario === undefined)
    faults.push(['indicador_intermediario', '434: Informe o indicador de intermediador'])
  const destinationState = fields.uf_entrega ?? fields.uf_destinatario
  const isWithinState = destinationState === fields.uf_emitente
  if ((fields.local_destino === 1) !== isWithinState)
    faults.push(['local_destino', '772 ou 773: UF de destino e tipo de operação não combinam'])
  const items = Array.isArray(fields.items) ? fields.items : []
  if (items.length === 0) faults.push(['items', 'Informe ao menos um item'])
  for (const item of items) faults.push(...listItemFaults(item))
  const sumItems = (name: string) => items.reduce((total, item) => total + toCents(item[name] ?? 0), 0)
  if (sumItems('valor_bruto') + toCents(fields.valor_frete) !== toCents(fields.valor_total))
    faults.push([
      'valor_total',
      '598: Total da NF difere do somatório dos valores que compõe o valor total da NF',
    ])
  if (sumItems('valor_frete') !== toCents(fields.valor_frete))
    faults.push(['valor_frete', 'Total do frete difere dos itens'])
  return faults
}

function listItemFaults(item: Fields): FieldFault[] {
  const faults = listMissing(item, [
    'numero_item',
    'codigo_produto',
    'descricao',
    'cfop',
    'quantidade_comercial',
    'valor_unitario_comercial',
    'valor_bruto',
    'codigo_ncm',
  ])
  if (!/^\d{8}$/.test(String(item.codigo_ncm))) faults.push(['codigo_ncm', 'NCM deve ter 8 dígitos'])
  if (!/^[56]\d{3}$/.test(String(item.cfop))) faults.push(['cfop', 'CFOP de saída inválido'])
  if (!/^(\d{2}|\d{3})$/.test(String(item.icms_situacao_tributaria)))
    faults.push(['icms_situacao_tributaria', 'CST ou CSOSN inválido'])
  if (!/^\d{6}$/.test(String(item.ibs_cbs_classificacao_tributaria)))
    faults.push(['ibs_cbs_classificacao_tributaria', '1115: Informe o grupo IBS/CBS'])
  if (
    toCents(item.valor_unitario_comercial) * Number(item.quantidade_comercial) !==
    toCents(item.valor_bruto)
  )
    faults.push(['valor_bruto', '629: Valor do produto difere do produto Valor Unitário e Quantidade'])
  return faults
}

const faultListers: Record<Model, (fields: Fields) => FieldFault[]> = {
  nfe: listGoodsFaults,
  nfse: listServiceFaults,
  nfsen: () => [],
}

function listServiceFaults(fields: Fields): FieldFault[] {
  const faults = listMissing(fields, ['data_emissao', 'prestador', 'tomador', 'servico'])
  const service = isFields(fields.servico) ? fields.servico : {}
  faults.push(...listMissing(service, ['valor_servicos', 'item_lista_servico', 'discriminacao']))
  return faults
}

function listMissing(fields: Fields, names: readonly string[]): FieldFault[] {
  return names
    .filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '')
    .map((name): FieldFault => [name, `${name} não pode ser vazio`])
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function toCents(reais: unknown): number {
  return Math.round(Number(reais) * 100)
}
