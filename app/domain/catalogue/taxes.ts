import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import type { TaxRegime } from '#app/domain/settings/fiscal.ts'

/** The kind of a sale: goods require an NF-e; a service or licence requires an NFS-e. */
export const taxNatures = ['goods', 'service'] as const
export type TaxNature = (typeof taxNatures)[number]

/** Origins of goods: table A of the CST (Convênio s/nº of 1970, Ajuste SINIEF 20/2012). */
export const originCodes = ['0', '1', '2', '3', '4', '5', '6', '7', '8'] as const

/** Table B of the CST, without the codes of fuels. */
export const icmsCodes = ['00', '10', '20', '30', '40', '41', '50', '51', '60', '70', '90'] as const

/** Codes under the Simples Nacional (Ajuste SINIEF 3/2010). */
export const csosnCodes = ['101', '102', '103', '201', '202', '203', '300', '400', '500', '900'] as const

/** The only codes valid in a MEI's NF-e (Nota Técnica 2024.001, rule N12a-80, rejection 782). */
export const meiCsosnCodes: readonly string[] = ['102', '300', '400', '900']

/** Codes for outgoing goods (IN RFB 1.009/2010, tables II and III). */
export const pisCofinsCodes = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '49', '99'] as const

/** Codes for sales (Informe Técnico 2025.002 of the NF-e), without adjustments of credits. */
export const ibsCbsCodes = [
  '000',
  '010',
  '011',
  '200',
  '220',
  '221',
  '222',
  '400',
  '410',
  '510',
  '515',
  '550',
  '620',
] as const

export const taxFields = [
  'nature',
  'ncm',
  'origin',
  'cfop_inside',
  'cfop_outside',
  'icms_cst',
  'csosn',
  'pis_cofins_cst',
  'ibs_cbs_cst',
  'class_trib',
  'service_code',
  'national_code',
  'nbs',
  'operation_code',
] as const
export type TaxField = (typeof taxFields)[number]

/** Codes; null is the default. service_code: LC 116/2003, national_code: cTribNac, operation_code: cIndOp. */
export type Taxes = Record<TaxField, string | null>
export type TaxChoice = Partial<Taxes>

export const media = ['print', 'download'] as const
export type Medium = (typeof media)[number]

/** A medium ('print'), or a medium with a kind of publication ('print/parts'). */
export type TaxDefaultKey = Medium | `${Medium}/${PublicationKind}`
export type TaxDefaults = Readonly<Partial<Record<string, TaxChoice>>>

// Books are immune (CF art. 150 VI d; downloads: Súmula Vinculante 57; cClassTrib: LC 214/2025, art. 9 IV) and pay
// neither PIS nor COFINS (Lei 10.865/2004, art. 28 VI). CFOP 5102 and 6102 are for goods bought for resale.
export function getStandardTaxes(regime: TaxRegime, nature: TaxNature = 'goods'): Taxes {
  const codes: Omit<Taxes, 'nature'> = {
    ncm: '49019900',
    origin: '0',
    cfop_inside: '5102',
    cfop_outside: '6102',
    icms_cst: '41',
    csosn: '300',
    pis_cofins_cst: regime === 'normal' ? '06' : '49',
    ibs_cbs_cst: '410',
    class_trib: '410008',
    ...serviceCodes,
  }
  return nature === 'goods' ? { nature, ...codes } : { ...noTaxes, nature }
}

const serviceCodes = { service_code: null, national_code: null, nbs: null, operation_code: null }

export const noTaxes: Taxes = {
  nature: null,
  ncm: null,
  origin: null,
  cfop_inside: null,
  cfop_outside: null,
  icms_cst: null,
  csosn: null,
  pis_cofins_cst: null,
  ibs_cbs_cst: null,
  class_trib: null,
  ...serviceCodes,
}

type Publication = { kind: PublicationKind; isDownload: boolean }

export function getMedium({ isDownload }: Pick<Publication, 'isDownload'>): Medium {
  return isDownload ? 'download' : 'print'
}

/** Returns the default codes. Codes of the kind override codes of the medium, which override the standard. */
export function getDefaultTaxes(
  { kind, isDownload }: Publication,
  { regime, defaults }: { regime: TaxRegime; defaults: TaxDefaults },
): Taxes {
  const medium = getMedium({ isDownload })
  return mergeTaxes(regime, getStandardTaxes(regime), defaults[medium], defaults[`${medium}/${kind}`])
}

/**
 * Returns the codes that apply where `choice` has none. They fit its nature, but `nature` itself is the
 * default.
 */
export function getFallbackTaxes(regime: TaxRegime, defaults: Taxes, choice: TaxChoice): Taxes {
  return { ...mergeTaxes(regime, defaults, { nature: choice.nature ?? null }), nature: defaults.nature }
}

/** Merges choices by field; later choices override. A choice of another nature starts from its standard codes. */
export function mergeTaxes(
  regime: TaxRegime,
  standard: Taxes,
  ...choices: (TaxChoice | null | undefined)[]
): Taxes {
  let merged = { ...standard }
  for (const choice of choices) {
    const nature = taxNatures.find((knownNature) => knownNature === choice?.nature) ?? merged.nature
    if (nature !== merged.nature)
      merged = getStandardTaxes(regime, nature === 'service' ? 'service' : 'goods')
    for (const field of taxFields) merged[field] = choice?.[field] ?? merged[field]
  }
  return merged
}

export function isTaxField(text: string): text is TaxField {
  return taxFields.some((field) => field === text)
}

const codePatterns: Readonly<Partial<Record<TaxField, RegExp>>> = {
  ncm: /^\d{8}$/,
  cfop_inside: /^5[1-9]\d\d$/,
  cfop_outside: /^6[1-9]\d\d$/,
  class_trib: /^\d{6}$/,
  service_code: /^(0[1-9]|[1-3]\d|40)\.\d{2}$/,
  national_code: /^(0[1-9]|[1-3]\d|40|99)\d{4}$/,
  nbs: /^1\d{8}$/,
  operation_code: /^\d{6}$/,
}

const codeTables: Readonly<Partial<Record<TaxField, readonly string[]>>> = {
  nature: taxNatures,
  origin: originCodes,
  icms_cst: icmsCodes,
  csosn: csosnCodes,
  pis_cofins_cst: pisCofinsCodes,
  ibs_cbs_cst: ibsCbsCodes,
}

/**
 * Returns '49019900' for '4901.99.00', but keeps the dot of a service code ('01.05' for '1.05'); null if
 * unknown.
 */
export function normaliseTaxCode(field: TaxField, text: string): string | null {
  const typedCode = text.trim()
  const plainCode =
    field === 'service_code' ? typedCode.replace(/^(\d)\./, '0$1.') : typedCode.replace(/[\s.-]/g, '')
  const table = codeTables[field]
  const isKnown = table
    ? table.includes(field === 'nature' ? typedCode : plainCode)
    : codePatterns[field]?.test(plainCode)
  return isKnown ? plainCode : null
}

export function areClassesConsistent({
  ibs_cbs_cst,
  class_trib,
}: Pick<TaxChoice, 'ibs_cbs_cst' | 'class_trib'>) {
  return !ibs_cbs_cst || !class_trib || class_trib.startsWith(ibs_cbs_cst)
}

export function areServiceCodesConsistent({
  service_code,
  national_code,
}: Pick<TaxChoice, 'service_code' | 'national_code'>) {
  return !service_code || !national_code || national_code.startsWith(service_code.replace('.', ''))
}

type Sale = { regime: TaxRegime; isInside: boolean; isContributor: boolean }

const consumerCfops: ReadonlyMap<string, string> = new Map([
  ['6101', '6107'],
  ['6102', '6108'],
])
/** Returns the CFOP: 6107 or 6108 for a buyer of another state who pays no ICMS, except from a MEI (NT 2024.001). */
export function chooseCfop(
  taxes: Pick<Taxes, 'cfop_inside' | 'cfop_outside'>,
  { regime, isInside, isContributor }: Sale,
): string | null {
  if (isInside) return taxes.cfop_inside
  if (isContributor || regime === 'mei') return taxes.cfop_outside
  return consumerCfops.get(taxes.cfop_outside ?? '') ?? taxes.cfop_outside
}

/** Returns a CSOSN for a Simples company or MEI; above the sublimit and in the normal regime, a CST. */
export function chooseIcmsCode(regime: TaxRegime, taxes: Pick<Taxes, 'icms_cst' | 'csosn'>): string | null {
  return regime === 'simples' || regime === 'mei' ? taxes.csosn : taxes.icms_cst
}
