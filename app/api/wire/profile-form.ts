import type { ProfileBody } from '#app/api/wire/profile.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import type { ProfileRow } from '#app/models/accounts/user-list.server.ts'

type Texts = Record<string, string | undefined>
type AddressBody = ProfileBody['billing_address']

/** Returns a user's form as staff would send it: stored values, overridden by the body. A new user is active. */
export function userForm(body: ProfileBody, stored?: ProfileRow): Texts {
  const { user = {} } = body
  const isOn = (sent: boolean | null | undefined, kept: boolean | undefined) =>
    (sent ?? kept) ? 'on' : undefined
  const shipping = body.shipping_address === undefined ? stored?.shipping : body.shipping_address
  // A superuser is shown as staff, too (D50), so sending back the shown values changes nothing.
  const isShown = stored?.is_superuser === true && user.is_staff === true && user.is_superuser !== false
  return {
    ...identityForm(body, stored),
    email: given(user.email, stored?.email),
    ...addressForm('billing', body.billing_address ?? stored?.billing),
    ...addressForm('shipping', shipping),
    ship_elsewhere: shipping ? 'on' : 'off',
    is_active: isOn(user.is_active, stored?.is_active ?? true),
    is_partner: isOn(body.is_partner, stored?.is_partner),
    is_staff: isOn(isShown ? undefined : user.is_staff, stored?.is_staff),
    is_superuser: isOn(user.is_superuser, stored?.is_superuser),
  }
}

export function identityForm(body: ProfileBody, stored?: ProfileRow): Texts {
  return {
    name: given(body.name, stored?.name),
    person_or_company: (body.person_or_company ?? stored?.is_company) ? '1' : '0',
    cpf: given(body.cpf, stored?.cpf),
    company_name: given(body.company_name, stored?.company_name),
    cnpj: given(body.cnpj, stored?.cnpj),
    ie: given(body.ie, stored?.ie),
    rural_ie: given(body.ie, stored?.ie),
    phone: given(body.phone, stored?.phone),
  }
}

/** Returns the fields of an address under their form names: 'billing.zip_code'. */
export function addressForm(prefix: 'billing' | 'shipping', address: AddressBody | Address): Texts {
  return Object.fromEntries(
    Object.entries(address ?? {}).map(([name, text]) => [`${prefix}.${name}`, text ?? undefined]),
  )
}

/** Returns the body's field for a form field. */
export function profileField(field: string): string {
  const bare = field.replace(/^buyer\./, '')
  if (/^(email|password|is_active|is_staff|is_superuser)$/.test(bare)) return `user.${bare}`
  if (bare === 'rural_ie') return 'ie'
  return bare.replace(/^(billing|shipping)(?=\.|$)/, '$1_address')
}

function given(sent: string | null | undefined, stored: string | null | undefined): string | undefined {
  return sent ?? stored ?? undefined
}
