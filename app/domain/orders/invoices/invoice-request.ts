import type { ContributorIndicator } from '#app/domain/accounts/contributor.ts'
import {
  areClassesConsistent,
  chooseCfop,
  chooseIcmsCode,
  meiCsosnCodes,
  type Taxes,
} from '#app/domain/catalogue/taxes.ts'
import type { InvoiceModel } from '#app/domain/orders/invoices/invoice.ts'
import { needsReformClasses } from '#app/domain/orders/invoices/service-layout.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { ServiceLayout, TaxRegime } from '#app/domain/settings/fiscal.ts'

export type InvoiceAddress = {
  zip_code: string
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
  cityCode: string | null // seven digits of the IBGE code
}

export type InvoiceParty = {
  isCompany: boolean
  name: string
  document: string // CPF or CNPJ without punctuation
  ie: string | null // digits or ISENTO
  indicator: ContributorIndicator
  email: string
  phone: string | null
  isReseller: boolean // true if the buyer resells
}

export type InvoiceLine = {
  publicationId: number
  name: string
  version: string
  value: number // centavos per unit
  isDownload: boolean
  taxes: Taxes
}

export type InvoiceData = {
  orderId: number
  date: CivilDate
  today: CivilDate // the day of issue
  issuer: {
    name: string
    tradeName: string
    cnpj: string
    address: InvoiceAddress
    phone: string
    email: string
  } | null
  /** null until an administrator has set it */
  fiscal: {
    regime: TaxRegime
    ie: string
    im: string
    series: number
    serviceSeries: string
    environment: 'test' | 'production'
    layout: ServiceLayout // the system that issues NFS-e
    /** taxes of a service to publish (Lei 12.741/2012), in hundredths of a percent; 0 for none */
    serviceTaxPercent: number
    cityTaxPercent: number
  } | null
  buyer: InvoiceParty
  billing: InvoiceAddress | null
  shipping: InvoiceAddress | null
  lines: readonly InvoiceLine[]
  /** centavos; `isAgreed` is false while 'À Combinar' has no value */
  freight: { value: number; isAgreed: boolean; service: string }
  total: number
  payment: { way: InvoicePayment; paidOn: CivilDate | null }
  purchaseOrder: string | null
  attempts: number // number of the order's earlier invoices, part of the next reference
  /** the issuer's environment; null if staff record invoices themselves */
  access?: 'test' | 'production' | null
}

/** How the order was paid; 'none' means that nothing is due or paid yet. */
export type InvoicePayment = 'boleto' | 'pix' | 'none' | 'other'

export type InvoiceFault = {
  code:
    | 'company-missing'
    | 'fiscal-missing'
    | 'environment-differs'
    | 'issuer-ie-missing'
    | 'issuer-im-missing'
    | 'issuer-city-code-missing'
    | 'not-paid'
    | 'no-items'
    | 'buyer-ie-missing'
    | 'buyer-address-missing'
    | 'buyer-city-code-missing'
    | 'ncm-missing'
    | 'origin-missing'
    | 'cfop-missing'
    | 'icms-missing'
    | 'pis-cofins-missing'
    | 'ibs-cbs-missing'
    | 'class-trib-missing'
    | 'classes-disagree'
    | 'csosn-not-of-mei'
    | 'service-code-missing'
    | 'national-code-missing'
    | 'operation-code-missing'
    | 'service-tax-missing'
  publicationId?: number // id of the publication that causes the fault, if one does
}

type ItemBase = {
  position: number
  publicationId: number
  description: string
  quantity: number
  unitValue: number // centavos
  value: number
}

export type GoodsItem = ItemBase & {
  ibsCbsCst: string
  classTrib: string
  ncm: string
  origin: string
  cfop: string
  icms: string // CSOSN of three digits under the Simples, else CST of two
  pisCofinsCst: string
  freight: number // share of the freight in centavos
}

export type ServiceItem = ItemBase & {
  serviceCode: string // item of LC 116/2003, '01.05'
  nationalCode: string // six digits with the national subdivision; '' if the city issues
  nbs: string | null
  /** null while documents contain no IBS or CBS */
  reform: { cst: string; classTrib: string; operationCode: string } | null
}

type CommonDetails = {
  reference: string // identifies the document at its issuer; never reused
  orderId: number
  environment: 'test' | 'production'
  regime: TaxRegime
  issuer: NonNullable<InvoiceData['issuer']> & { ie: string; im: string }
  buyer: InvoiceParty & { address: InvoiceAddress }
  purchaseOrder: string | null
  payment: InvoiceData['payment']
  total: number // centavos, with freight
}

export type GoodsInvoice = CommonDetails & {
  model: 'nfe'
  series: number
  isInsideState: boolean
  delivery: InvoiceAddress | null // null if it is the buyer's address
  /** 'recipient': still to be agreed, so not charged here; 'none': nothing is shipped */
  freight: { mode: 'sender' | 'recipient' | 'none'; value: number }
  items: GoodsItem[]
}

export type ServiceInvoice = CommonDetails & {
  model: 'nfse'
  layout: ServiceLayout
  series: string
  /** approximate taxes in hundredths of a percent: of the whole Simples, or federal and city */
  taxes: { serviceTaxPercent: number; cityTaxPercent: number }
  items: ServiceItem[]
}

export type InvoiceRequest = GoodsInvoice | ServiceInvoice

export type InvoicePlan = { ok: true; requests: InvoiceRequest[] } | { ok: false; faults: InvoiceFault[] }

/** Returns requests for a goods invoice and a service invoice, or the faults that prevent them. */
export function planInvoices(data: InvoiceData): InvoicePlan {
  const soldLines = groupLines(data.lines)
  const goods = soldLines.filter(({ taxes }) => taxes.nature !== 'service')
  const services = soldLines.filter(({ taxes }) => taxes.nature === 'service')
  const faults = [
    ...listPartyFaults(data, { hasGoods: goods.length > 0, hasServices: services.length > 0 }),
    ...goods.flatMap((line) => listGoodsFaults(line, data)),
    ...services.flatMap((line) => listServiceFaults(line, data)),
  ]
  const commonDetails = faults.length > 0 ? null : getCommonDetails(data)
  if (!commonDetails) return { ok: false, faults }
  const requests: InvoiceRequest[] = []
  if (goods.length > 0) requests.push(makeGoodsInvoice(data, commonDetails, goods))
  if (services.length > 0)
    requests.push(makeServiceInvoice(data, commonDetails, services, goods.length === 0))
  return { ok: true, requests }
}

type SoldLine = InvoiceLine & { quantity: number }

/** Merges equal lines into one with a quantity. Omits lines without a price because they were not sold. */
function groupLines(lines: readonly InvoiceLine[]): SoldLine[] {
  const groups = new Map<string, SoldLine>()
  for (const line of lines) {
    if (line.value === 0) continue
    const key = JSON.stringify([line.publicationId, line.version, line.name, line.value])
    const group = groups.get(key)
    if (group) group.quantity += 1
    else groups.set(key, { ...line, quantity: 1 })
  }
  return [...groups.values()]
}

type OptionalFaultCode = InvoiceFault['code'] | false | null
function listPartyFaults(
  data: InvoiceData,
  { hasGoods, hasServices }: { hasGoods: boolean; hasServices: boolean },
) {
  const { issuer, fiscal, buyer, billing, payment, access } = data
  const codes: OptionalFaultCode[] = [
    !hasGoods && !hasServices && 'no-items',
    payment.paidOn === null && 'not-paid',
    !issuer && 'company-missing',
    issuer && !issuer.address.cityCode && 'issuer-city-code-missing',
    !fiscal && 'fiscal-missing',
    fiscal && access && fiscal.environment !== access ? 'environment-differs' : null,
    fiscal && hasGoods && !fiscal.ie && 'issuer-ie-missing',
    fiscal && hasServices && fiscal.layout === 'city' && !fiscal.im && 'issuer-im-missing',
    fiscal && hasServices && lacksServiceTax(fiscal) && 'service-tax-missing',
    buyer.indicator === '1' && (!buyer.ie || buyer.ie === 'ISENTO') && 'buyer-ie-missing',
    !billing && 'buyer-address-missing',
    billing && !billing.cityCode && 'buyer-city-code-missing',
  ]
  return codes.flatMap((code) => (code ? [{ code }] : []))
}

/** Returns whether the service tax is missing. The national issuer requires the tax of all but a MEI (E0712, E0713). */
function lacksServiceTax({ layout, regime, serviceTaxPercent }: NonNullable<InvoiceData['fiscal']>): boolean {
  return layout === 'national' && regime !== 'mei' && serviceTaxPercent === 0
}

function listGoodsFaults({ publicationId, taxes }: SoldLine, { fiscal }: InvoiceData): InvoiceFault[] {
  const codes: OptionalFaultCode[] = [
    !taxes.ncm && 'ncm-missing',
    !taxes.origin && 'origin-missing',
    (!taxes.cfop_inside || !taxes.cfop_outside) && 'cfop-missing',
    fiscal && !chooseIcmsCode(fiscal.regime, taxes) && 'icms-missing',
    fiscal?.regime === 'mei' &&
      taxes.csosn !== null &&
      !meiCsosnCodes.includes(taxes.csosn) &&
      'csosn-not-of-mei',
    !taxes.pis_cofins_cst && 'pis-cofins-missing',
    ...listReformFaults(taxes),
  ]
  return codes.flatMap((code) => (code ? [{ code, publicationId }] : []))
}

function listServiceFaults(
  { publicationId, taxes }: SoldLine,
  { fiscal, today }: InvoiceData,
): InvoiceFault[] {
  const isNational = fiscal?.layout === 'national'
  const codes: OptionalFaultCode[] = [
    !isNational && !taxes.service_code && 'service-code-missing',
    isNational && !taxes.national_code && 'national-code-missing',
    ...(fiscal && needsReformClasses(fiscal.regime, today)
      ? [...listReformFaults(taxes), !taxes.operation_code && ('operation-code-missing' as const)]
      : []),
  ]
  return codes.flatMap((code) => (code ? [{ code, publicationId }] : []))
}

function listReformFaults(taxes: Taxes) {
  return [
    !taxes.ibs_cbs_cst && ('ibs-cbs-missing' as const),
    !taxes.class_trib && ('class-trib-missing' as const),
    !areClassesConsistent(taxes) && ('classes-disagree' as const),
  ]
}

function getCommonDetails(data: InvoiceData): Omit<CommonDetails, 'reference' | 'total'> | null {
  const { issuer, fiscal, billing, buyer, orderId, purchaseOrder, payment } = data
  if (!issuer || !fiscal || !billing) return null
  const { regime, environment, ie, im } = fiscal
  return {
    orderId,
    environment,
    regime,
    issuer: { ...issuer, ie, im },
    buyer: { ...buyer, address: billing },
    purchaseOrder,
    payment,
  }
}

function makeGoodsInvoice(
  data: InvoiceData,
  commonDetails: NonNullable<ReturnType<typeof getCommonDetails>>,
  lines: readonly SoldLine[],
): GoodsInvoice {
  const { freight, shipping, billing, fiscal } = data
  const needsDelivery = lines.some(({ isDownload }) => !isDownload)
  const delivery = needsDelivery && shipping && !isSameAddress(shipping, billing) ? shipping : null
  // The place of delivery decides whether the sale stays in the state, not the buyer's address (rejections
  // 772, 773).
  const isInsideState = (delivery ?? commonDetails.buyer.address).state === commonDetails.issuer.address.state
  const freightShares = splitProportionally(freight.value, lines.map(computeLineValue))
  const sale = {
    regime: commonDetails.regime,
    isInside: isInsideState,
    isContributor: commonDetails.buyer.indicator === '1',
  }
  const items = lines.map((line, index) => ({
    ...toItemBase(line, index),
    ncm: line.taxes.ncm ?? '',
    origin: line.taxes.origin ?? '',
    cfop: chooseCfop(line.taxes, sale) ?? '',
    icms: chooseIcmsCode(commonDetails.regime, line.taxes) ?? '',
    pisCofinsCst: line.taxes.pis_cofins_cst ?? '',
    ibsCbsCst: line.taxes.ibs_cbs_cst ?? '',
    classTrib: line.taxes.class_trib ?? '',
    freight: freightShares[index] ?? 0,
  }))
  const freightPayer = freight.isAgreed ? 'sender' : 'recipient'
  const freightMode = needsDelivery ? freightPayer : 'none'
  return {
    ...commonDetails,
    model: 'nfe',
    reference: formatReference(data, 'nfe'),
    series: fiscal?.series ?? 0,
    isInsideState,
    delivery,
    freight: { mode: freightMode, value: freight.value },
    items,
    total: sumLineValues(lines) + freight.value,
  }
}

/** Returns the document for services. It includes freight only if the order has no goods. */
function makeServiceInvoice(
  data: InvoiceData,
  commonDetails: NonNullable<ReturnType<typeof getCommonDetails>>,
  lines: readonly SoldLine[],
  isOnlyInvoice: boolean,
): ServiceInvoice {
  const { layout = 'city', serviceSeries = '', serviceTaxPercent = 0, cityTaxPercent = 0 } = data.fiscal ?? {}
  const hasReformTaxes = needsReformClasses(commonDetails.regime, data.today)
  const items = lines.map((line, index) => ({
    ...toItemBase(line, index),
    serviceCode: line.taxes.service_code ?? '',
    nationalCode: layout === 'national' ? (line.taxes.national_code ?? '') : '',
    nbs: line.taxes.nbs,
    reform: hasReformTaxes ? toReformTaxes(line.taxes) : null,
  }))
  return {
    ...commonDetails,
    model: 'nfse',
    layout,
    reference: formatReference(data, 'nfse'),
    series: layout === 'city' ? serviceSeries : '',
    taxes: { serviceTaxPercent, cityTaxPercent },
    items,
    total: sumLineValues(lines) + (isOnlyInvoice ? data.freight.value : 0),
  }
}

function toItemBase(line: SoldLine, index: number): ItemBase {
  return {
    position: index + 1,
    publicationId: line.publicationId,
    description: `${line.name} v.${line.version}`,
    quantity: line.quantity,
    unitValue: line.value,
    value: computeLineValue(line),
  }
}

function toReformTaxes({ ibs_cbs_cst, class_trib, operation_code }: Taxes): ServiceItem['reform'] {
  return { cst: ibs_cbs_cst ?? '', classTrib: class_trib ?? '', operationCode: operation_code ?? '' }
}

function formatReference({ orderId, attempts }: InvoiceData, model: InvoiceModel): string {
  return `pedido-${orderId}-${model}-${attempts + 1}`
}

function computeLineValue({ value, quantity }: SoldLine): number {
  return value * quantity
}

function sumLineValues(lines: readonly SoldLine[]): number {
  return lines.reduce((sum, line) => sum + computeLineValue(line), 0)
}

/** Splits centavos in proportion to `weights`. The first shares get the centavos lost by rounding down. */
export function splitProportionally(totalCents: number, weights: readonly number[]): number[] {
  const weightSum = sumNumbers(weights)
  if (weightSum === 0) return weights.map((_, index) => (index === 0 ? totalCents : 0))
  const shares = weights.map((weight) => Math.floor((totalCents * weight) / weightSum))
  const remainder = totalCents - sumNumbers(shares)
  return shares.map((share, index) => (index < remainder ? share + 1 : share))
}
function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function isSameAddress(shipping: InvoiceAddress, billing: InvoiceAddress | null): boolean {
  const formatPlace = (address: InvoiceAddress | null) =>
    address && [address.zip_code, address.street, address.number, address.complement, address.city].join('|')
  return formatPlace(shipping) === formatPlace(billing)
}
