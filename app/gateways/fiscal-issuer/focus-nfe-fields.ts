import type {
  GoodsInvoice,
  GoodsItem,
  InvoiceAddress,
  InvoiceRequest,
  ServiceInvoice,
} from '#app/domain/orders/invoices/invoice-request.ts'
import {
  formatServiceLines,
  toNationalFields,
  toReais,
} from '#app/gateways/fiscal-issuer/focus-nfe-national-fields.ts'

/** The name of the buyer in test documents (Manual de Orientação do Contribuinte, xNome). */
const TEST_BUYER = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

const regimeCodes = { simples: 1, 'simples-excess': 2, normal: 3, mei: 4 } as const

const freightModeCodes = { sender: 0, recipient: 1, none: 9 } as const

/** Means of payment (tPag): 15 boleto, 17 Pix with its own charge, 90 none, 99 others. */
const paymentCodes = { boleto: '15', pix: '17', none: '90', other: '99' } as const

/** Returns the body of POST /v2/nfe, /v2/nfse or /v2/nfsen. `issuedAt` is ISO 8601 with offset. */
export function buildInvoiceFields(request: InvoiceRequest, issuedAt: string): Record<string, unknown> {
  if (request.model === 'nfe') return makeGoodsFields(request, issuedAt)
  return request.layout === 'national'
    ? toNationalFields(request, issuedAt)
    : makeServiceFields(request, issuedAt)
}

function makeGoodsFields(request: GoodsInvoice, issuedAt: string): Record<string, unknown> {
  const { issuer, buyer, freight, items, total } = request
  const goodsTotal = items.reduce((sum, { value }) => sum + value, 0)
  return {
    natureza_operacao: 'Venda de publicações técnicas',
    data_emissao: issuedAt,
    data_entrada_saida: issuedAt,
    tipo_documento: 1, // outgoing goods
    finalidade_emissao: 1, // normal document
    local_destino: request.isInsideState ? 1 : 2,
    consumidor_final: buyer.isReseller && buyer.indicator === '1' ? 0 : 1,
    presenca_comprador: 2, // sold over the Internet
    // 0 means sold on the shop's own site; it is required (Nota Técnica 2020.006, rejection 434).
    indicador_intermediario: 0,
    serie: String(request.series),
    cnpj_emitente: issuer.cnpj,
    nome_emitente: issuer.name,
    nome_fantasia_emitente: issuer.tradeName,
    inscricao_estadual_emitente: issuer.ie,
    regime_tributario_emitente: regimeCodes[request.regime],
    ...makeAddressFields('emitente', issuer.address),
    nome_destinatario: request.environment === 'test' ? TEST_BUYER : buyer.name,
    ...makeDocumentField('destinatario', buyer.document),
    ...(buyer.indicator === '1' && buyer.ie ? { inscricao_estadual_destinatario: buyer.ie } : {}),
    indicador_inscricao_estadual_destinatario: Number(buyer.indicator),
    email_destinatario: buyer.email,
    ...(buyer.phone ? { telefone_destinatario: buyer.phone.replace(/\D/g, '') } : {}),
    ...makeAddressFields('destinatario', buyer.address),
    pais_destinatario: 'Brasil',
    ...(request.delivery
      ? { ...makeDocumentField('entrega', buyer.document), ...makeAddressFields('entrega', request.delivery) }
      : {}),
    modalidade_frete: freightModeCodes[freight.mode],
    valor_frete: toReais(freight.value),
    valor_seguro: 0,
    valor_desconto: 0,
    valor_outras_despesas: 0,
    valor_produtos: toReais(goodsTotal),
    valor_total: toReais(total),
    formas_pagamento: [makePaymentFields(request)],
    ...(request.purchaseOrder
      ? { informacoes_adicionais_contribuinte: `Pedido do comprador: ${request.purchaseOrder}` }
      : {}),
    items: items.map((item) => makeItemFields(item, request)),
  }
}

function makePaymentFields({ payment, total }: GoodsInvoice): Record<string, unknown> {
  return {
    forma_pagamento: paymentCodes[payment.way],
    ...(payment.way === 'other' ? { descricao_pagamento: 'Transferência' } : {}),
    valor_pagamento: payment.way === 'none' ? 0 : toReais(total),
  }
}

function makeItemFields(item: GoodsItem, { purchaseOrder }: GoodsInvoice): Record<string, unknown> {
  return {
    numero_item: item.position,
    codigo_produto: String(item.publicationId),
    descricao: item.description.slice(0, 120),
    codigo_ncm: item.ncm,
    cfop: item.cfop,
    unidade_comercial: 'UN',
    unidade_tributavel: 'UN',
    quantidade_comercial: item.quantity,
    quantidade_tributavel: item.quantity,
    valor_unitario_comercial: toReais(item.unitValue),
    valor_unitario_tributavel: toReais(item.unitValue),
    valor_bruto: toReais(item.value),
    ...(item.freight > 0 ? { valor_frete: toReais(item.freight) } : {}),
    inclui_no_total: 1,
    icms_origem: Number(item.origin),
    icms_situacao_tributaria: item.icms,
    pis_situacao_tributaria: item.pisCofinsCst,
    cofins_situacao_tributaria: item.pisCofinsCst,
    ibs_cbs_situacao_tributaria: item.ibsCbsCst,
    ibs_cbs_classificacao_tributaria: item.classTrib,
    ...(purchaseOrder ? { pedido_compra: purchaseOrder.slice(0, 15) } : {}),
  }
}

/** Returns the fields of a service document with the LC 116/2003 code of the first item and the texts of all items. */
function makeServiceFields(request: ServiceInvoice, issuedAt: string): Record<string, unknown> {
  const { issuer, buyer, items, total } = request
  const [firstItem] = items
  return {
    data_emissao: issuedAt,
    natureza_operacao: 1, // taxed in the seller's city
    optante_simples_nacional: request.regime !== 'normal',
    ...(request.series ? { serie_rps: request.series } : {}),
    prestador: {
      cnpj: issuer.cnpj,
      inscricao_municipal: issuer.im,
      codigo_municipio: issuer.address.cityCode,
    },
    tomador: {
      ...(buyer.document.length === 11 ? { cpf: buyer.document } : { cnpj: buyer.document }),
      razao_social: buyer.name,
      email: buyer.email,
      ...(buyer.phone ? { telefone: buyer.phone.replace(/\D/g, '') } : {}),
      endereco: {
        logradouro: buyer.address.street,
        numero: buyer.address.number,
        ...(buyer.address.complement ? { complemento: buyer.address.complement } : {}),
        bairro: buyer.address.province,
        codigo_municipio: buyer.address.cityCode,
        uf: buyer.address.state,
        cep: buyer.address.zip_code,
      },
    },
    servico: {
      valor_servicos: toReais(total),
      iss_retido: false,
      item_lista_servico: firstItem?.serviceCode ?? '',
      discriminacao: formatServiceLines(items).join('\n'),
      codigo_municipio: issuer.address.cityCode,
      ...(firstItem?.nbs ? { codigo_nbs: firstItem.nbs } : {}),
      ...(firstItem?.reform
        ? {
            codigo_indicador_operacao: firstItem.reform.operationCode,
            ibs_cbs_situacao_tributaria: firstItem.reform.cst,
            ibs_cbs_classificacao_tributaria: firstItem.reform.classTrib,
          }
        : {}),
    },
  }
}

function makeDocumentField(partyName: 'destinatario' | 'entrega', document: string): Record<string, string> {
  return { [`${document.length === 11 ? 'cpf' : 'cnpj'}_${partyName}`]: document }
}

function makeAddressFields(partyName: 'emitente' | 'destinatario' | 'entrega', address: InvoiceAddress) {
  return {
    [`logradouro_${partyName}`]: address.street,
    [`numero_${partyName}`]: address.number,
    ...(address.complement ? { [`complemento_${partyName}`]: address.complement } : {}),
    [`bairro_${partyName}`]: address.province,
    [`codigo_municipio_${partyName}`]: address.cityCode,
    [`municipio_${partyName}`]: address.city,
    [`uf_${partyName}`]: address.state,
    [`cep_${partyName}`]: address.zip_code,
  }
}
