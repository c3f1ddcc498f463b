import type { ProfileBody } from '#app/api/wire/profile.ts'
import { type IdentityField, identityFields } from '#app/domain/accounts/identity.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import type { ProfileRow } from '#app/models/accounts/user-list.server.ts'

type Texts = Record<string, string | undefined>
type AddressBody = ProfileBody['billing_address']

/** Returns a user's form as staff would send it: stored values, overridden by the body. */
export function toUserForm(body: ProfileBody, storedProfile?: ProfileRow): Texts {
  const { user = {} } = body
  const isOn = (sentFlag: boolean | null | undefined, storedFlag: boolean | undefined) =>
    (sentFlag ?? storedFlag) ? 'on' : undefined
  const shipping = body.shipping_address === undefined ? storedProfile?.shipping : body.shipping_address
  // Responses show superusers as staff, too (D50). A client that sends these values back changes nothing.
  const repeatsShownRole =
    storedProfile?.is_superuser === true && user.is_staff === true && user.is_superuser !== false
  return {
    ...toIdentityForm(body, storedProfile),
    email: getSentOrStored(user.email, storedProfile?.email),
    ...toAddressForm('billing', body.billing_address ?? storedProfile?.billing),
    ...toAddressForm('shipping', shipping),
    ship_elsewhere: shipping ? 'on' : 'off',
    is_active: isOn(user.is_active, storedProfile?.is_active ?? true),
    is_partner: isOn(body.is_partner, storedProfile?.is_partner),
    is_staff: isOn(repeatsShownRole ? undefined : user.is_staff, storedProfile?.is_staff),
    is_superuser: isOn(user.is_superuser, storedProfile?.is_superuser),
  }
}

export function toIdentityForm(body: ProfileBody, storedProfile?: ProfileRow): Texts {
  const getText = (name: IdentityField) => getSentOrStored(body[name], storedProfile?.[name])
  return {
    ...Object.fromEntries(identityFields.map((name) => [name, getText(name)])),
    person_or_company: (body.person_or_company ?? storedProfile?.is_company) ? '1' : '0',
    rural_ie: getText('ie'),
  }
}

/** Returns the address as form fields such as 'billing.zip_code'. */
export function toAddressForm(prefix: 'billing' | 'shipping', address: AddressBody | Address): Texts {
  return Object.fromEntries(
    Object.entries(address ?? {}).map(([name, text]) => [`${prefix}.${name}`, text ?? undefined]),
  )
}

/** Returns the API's name for a field of the form. */
export function getProfileField(formField: string): string {
  const field = formField.replace(/^buyer\./, '')
  if (/^(email|password|is_active|is_staff|is_superuser)$/.test(field)) return `user.${field}`
  if (field === 'rural_ie') return 'ie'
  return field.replace(/^(billing|shipping)(?=\.|$)/, '$1_address')
}

function getSentOrStored(
  sentText: string | null | undefined,
  storedText: string | null | undefined,
): string | undefined {
  return sentText ?? storedText ?? undefined
}
