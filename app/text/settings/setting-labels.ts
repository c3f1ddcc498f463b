import { formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { type TaxRegime, taxRegimes } from '#app/domain/catalogue/taxes.ts'
import { issuerNames } from '#app/domain/settings/issuer.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import {
  formatBytes,
  formatDate,
  formatDocument,
  formatPercent,
  formatReais,
} from '#app/text/platform/format.ts'
import { isRegion, regionNames } from '#app/text/platform/region-labels.ts'
import { bankName } from '#app/text/settings/bank-labels.ts'
import { gatewayLabels, issuerLabels } from '#app/text/settings/issuer-labels.ts'
import { pixKindLabels, pixSettingLabels } from '#app/text/settings/pix-labels.ts'
import { layoutChoiceName } from '#app/text/settings/service-layout-labels.ts'

type FieldLabels = { label(field: string): string; value(field: string, text: string): string }

export const regimeLabels: Readonly<Record<TaxRegime, string>> = {
  simples: 'Simples Nacional',
  'simples-excess': 'Simples Nacional, acima do sublimite',
  mei: 'Simples Nacional, MEI',
  normal: 'Regime normal',
}

const stored: Readonly<Record<string, string>> = {
  name: 'Razão social',
  tradeName: 'Nome fantasia',
  cnpj: 'CNPJ',
  zipCode: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  province: 'Bairro',
  city: 'Cidade',
  state: 'UF',
  phone: 'Telefone',
  email: 'E-mail',
  bank: 'Banco',
  agencyPrinted: 'Agência no boleto',
  accountPrinted: 'Conta no boleto',
  agreement: 'Convênio',
  wallet: 'Carteira',
  agency: 'Agência',
  account: 'Conta',
  variation: 'Variação da carteira',
  companyCode: 'Código da empresa',
  agreedDays: 'Dias para pagar depois do vencimento',
  nextRemittance: 'Próxima remessa',
  nextNumber: 'Próximo nosso número',
  issuer: 'Emissor',
  agencyAndCode: `Agência e código no boleto ${gatewayLabels.of}`,
  minimum: `Menor valor de um boleto ${gatewayLabels.of}`,
  ink: 'Cor da marca',
  act: 'Cor da ação',
  logoWidth: 'Largura do logotipo, em pixels',
  logoHeight: 'Altura do logotipo, em pixels',
  logoBytes: 'Tamanho do logotipo, em bytes',
  boletoDueDays: 'Vencimento do boleto, em dias úteis',
  boletoInstructions: 'Instruções no boleto',
  finePercent: 'Multa depois do vencimento',
  interestPercent: 'Juros depois do vencimento, ao mês',
  discountPercent: 'Desconto, em porcentagem',
  discountValue: 'Desconto, em reais',
  discountDays: 'Último dia do desconto, em dias antes do vencimento',
  acceptanceDays: 'Prazo para pagar depois do vencimento, em dias',
  protestDays: 'Protesto, em dias depois do vencimento',
  quoteDays: 'Validade do orçamento, em dias',
  handlingDays: 'Dias somados ao prazo dos Correios',
  offersFreightToBeAgreed: 'Oferecer frete “À Combinar”',
  ieMaxLength: 'Tamanho máximo da inscrição estadual',
  revealsUnknownEmail: 'Dizer quando o e-mail não tem conta',
  onlySuperusersChangePrices: 'Reajuste de preços: só administradores',
  isOffered: pixSettingLabels.isOffered,
  key: pixSettingLabels.key,
  kind: pixSettingLabels.kind,
  regime: 'Regime tributário',
  ie: 'Inscrição estadual',
  im: 'Inscrição municipal',
  series: 'Série da NF-e',
  serviceSeries: 'Série da NFS-e',
  environment: 'Ambiente',
  cancellationHours: 'Prazo de cancelamento, em horas',
  refusesDispatchWithoutKey: 'Só despachar mercadoria com a chave da NF-e',
  serviceLayout: 'NFS-e emitida por',
  serviceTaxPercent: 'Tributos aproximados da NFS-e',
  cityTaxPercent: 'Tributos municipais aproximados da NFS-e',
  secondFactorFrom: 'Confirmação em duas etapas para a equipe, a partir de',
}

const storedLabels: FieldLabels = { label: (field) => stored[field] ?? field, value: storedValue }

function storedValue(field: string, text: string): string {
  if (field === 'cnpj') return formatDocument(text)
  if (field === 'zipCode' && normaliseCep(text)) return formatCep(text)
  if (field === 'phone') return formatPhoneText(text)
  if (field.endsWith('Percent')) return formatPercent(Number(text))
  if (field === 'discountValue') return formatReais(Number(text))
  if (field === 'issuer') return issuerNamed(text)
  if (field === 'kind') return pixKindLabels[text === 'cob' ? 'cob' : 'cobv']
  if (field === 'minimum') return formatReais(Number(text))
  if (field === 'regime') return regimeNamed(text)
  if (field === 'serviceLayout') return layoutChoiceName(text)
  if (field === 'environment') return text === 'test' ? 'homologação' : 'produção'
  return field === 'bank' ? bankName(text) : text
}

function regimeNamed(text: string): string {
  const regime = taxRegimes.find((each) => each === text)
  return regime ? regimeLabels[regime] : text
}

function issuerNamed(text: string): string {
  const name = issuerNames.find((each) => each === text)
  return name ? issuerLabels[name] : text
}

const fileLabels: Readonly<Record<string, string>> = {
  name: 'Nome',
  uploadedOn: 'Data',
  bytes: 'Tamanho',
  file: 'Guardado como',
  type: 'Tipo',
}

const fileTexts: FieldLabels = {
  label: (field) => fileLabels[field] ?? field,
  value: (field, text) =>
    field === 'bytes' ? formatBytes(Number(text)) : field === 'uploadedOn' ? formatDate(text) : text,
}

const freightLabels: FieldLabels = { label: freightLabel, value: freightValue }

/** 'PAC SE 5 kg' → 'PAC, Sudeste, até 5 kg' */
function freightLabel(field: string): string {
  const [, service, region, weight] = /^(.+) (\S+) (\S+ kg)$/.exec(field) ?? []
  if (!service || !region) return field
  return `${service}, ${isRegion(region) ? regionNames[region] : region}, até ${weight}`
}

/** '2490 / 4' → 'R$ 24,90, 4 dias' */
function freightValue(_field: string, text: string): string {
  const [, centavos, days] = /^(\d+) \/ (\d+)$/.exec(text) ?? []
  if (!centavos || !days) return text
  return `${formatReais(Number(centavos))}, ${days === '1' ? '1 dia' : `${days} dias`}`
}

const STATUS_FILE = 4
const FREIGHT = 5
/** `id` is the setting's number in the history. */
export function formatSettingField(id: number): FieldLabels {
  if (id === STATUS_FILE) return fileTexts
  return id === FREIGHT ? freightLabels : storedLabels
}
