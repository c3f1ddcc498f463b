import type { Identity, IdentityField } from '#app/domain/accounts/identity.ts'
import { formatPhone, normalisePhone } from '#app/domain/accounts/phone.ts'
import type { Roles } from '#app/domain/accounts/roles.ts'
import { userFilter } from '#app/domain/accounts/user-filter.ts'
import { makeCheckoutLabels } from '#app/text/checkout/checkout-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'

/** Labels by field of the form, in the sequence of the page. */
export const userLabels: Readonly<Record<IdentityField, string> & Record<string, string>> = {
  name: 'Nome completo',
  person_or_company: 'Pessoa jurídica',
  cpf: 'CPF',
  company_name: 'Razão social',
  cnpj: 'CNPJ',
  ie: 'Inscrição estadual',
  rural_ie: 'Inscrição estadual de produtor rural',
  contributor: 'Contribuinte do ICMS',
  phone: 'Telefone',
  email: 'E-mail',
  ...Object.fromEntries(
    Object.entries(makeCheckoutLabels([], [])).filter(([name]) => /^(billing|shipping)\./.test(name)),
  ),
  is_active: 'Ativo',
  is_partner: 'Parceria',
  is_staff: 'Funcionário',
  is_superuser: 'Administrador',
}

export const userFilterOptions = [
  { value: userFilter.active, label: 'Ativos' },
  { value: userFilter.inactive, label: 'Inativos' },
  { value: userFilter.partner, label: 'Parceiros' },
  { value: userFilter.staff, label: 'Equipe' },
]

const roleFields = { isActive: 'is_active', isStaff: 'is_staff', isSuperuser: 'is_superuser' } as const

const refusalTexts = {
  'own-account': 'Você não pode mudar isto na sua própria conta. Peça a outro administrador.',
  'last-superuser': 'Este é o último administrador ativo. Escolha outro antes.',
  'email-unproved':
    'Esta conta ainda não confirmou o e-mail, e outra pessoa pode conhecer a senha. Peça ao dono que crie uma nova em “Esqueci a senha”.',
  'deletion-open': 'Há um pedido de exclusão desta conta. Use “Desfazer exclusão”.',
} as const

export function formatRoleRefusal(reason: keyof typeof refusalTexts, fields: readonly (keyof Roles)[]) {
  const names = fields.length > 0 ? fields : (['isActive'] as const)
  return Object.fromEntries(names.map((name) => [roleFields[name], [refusalTexts[reason]]]))
}

export function formatYesNo(value: boolean): string {
  return value ? 'sim' : 'não'
}

export function formatPhoneText(phone: string | null): string {
  return phone && normalisePhone(phone) ? formatPhone(phone) : (phone ?? '')
}

/** Returns texts by field of the form; the IE of a person too is in `ie`. */
export function toIdentityTexts(identity: Identity): Record<IdentityField | 'person_or_company', string> {
  return {
    name: identity.name,
    person_or_company: identity.isCompany ? '1' : '0',
    cpf: formatDocument(identity.cpf ?? ''),
    company_name: identity.companyName ?? '',
    cnpj: formatDocument(identity.cnpj ?? ''),
    ie: identity.ie ?? '',
    phone: formatPhoneText(identity.phone),
  }
}

/** Returns a sentence about the document that a change between person and company removes; '' for none. */
export function formatDroppedDocument(
  before: Readonly<{ isCompany: boolean; cpf: string | null; cnpj: string | null }> | undefined,
  isCompany: boolean,
): string {
  if (!before || before.isCompany === isCompany) return ''
  if (isCompany && before.cpf) return '. O CPF foi retirado: o cadastro agora é de pessoa jurídica'
  if (!isCompany && before.cnpj) return '. O CNPJ foi retirado: o cadastro agora é de pessoa física'
  return ''
}
