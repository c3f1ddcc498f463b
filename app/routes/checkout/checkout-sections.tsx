import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { MIN_PASSWORD_LENGTH } from '#app/domain/accounts/password.ts'
import type { RequiredPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { type ShippingOption, shippingTypes } from '#app/domain/checkout/shipping.ts'
import { formatTypedAddress } from '#app/text/accounts/address-labels.ts'
import { formatNewPasswordHint } from '#app/text/accounts/password-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import {
  carrierUnavailableText,
  formatDeliveryTime,
  getShippingName,
} from '#app/text/checkout/shipping-labels.ts'
import { formatDocument, formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { AddressFields, type BoundField } from '#app/ui/forms/address-fields.tsx'
import { CompanyFields, PersonFields } from '#app/ui/forms/document-fields.tsx'
import { Choice, Fieldset, makeFieldId, PasswordField, RadioGroup, TextField } from '#app/ui/forms/field.tsx'
import { hasErrors } from '#app/ui/forms/field-frame.tsx'
import { Fold } from '#app/ui/forms/fold.tsx'
import { HoneypotField } from '#app/ui/forms/honeypot-field.tsx'
import type { KnownAircraft } from '#app/ui/forms/unit-fields.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export type CheckoutItem = RequiredPhoto & {
  /** identifies the item, also in names of fields */
  key: string
  publicationId: number
  name: string
  version: string
  price: number
  quantity: number
  isDownload: boolean
  hasAirplaneInfo: boolean
  hasPhotoUpload: boolean
  /** set for another year of a subscription */
  renewal: (AircraftName & { due: string | null }) | null
}
type KnownBuyer = {
  isCompany: boolean
  name: string
  companyName: string | null
  cpf: string | null
  cnpj: string | null
  email: string
  /** true if a colleague orders in this company's name (D92) */
  isColleague: boolean
}

export type SectionProps = {
  items: CheckoutItem[]
  /** true if a printed item must be shipped */
  needsShipping: boolean
  /** minimum of a boleto, if the items alone are below it */
  minimum: number | null
  /** logged-in customer, whose identity cannot be changed here (F26) */
  profile: KnownBuyer | undefined
  /** links of the page; `currentPath` is the checkout itself */
  links: {
    manage: string
    recover: string
    terms: string
    privacy: string
    currentPath: string
    photo: (name: string) => string
    renew: (subscriptionId: number) => string
  }
  /** the customer's active subscriptions to the ordered publications (D26) */
  activeSubscriptions: (AircraftName & {
    id: number
    publicationId: number
    due: string | null
    canRenew: boolean
  })[]
  /** aircraft to choose from: the customer's fleet and those of earlier orders */
  fleet: KnownAircraft[]
  /** publication whose last copy would be removed, to be confirmed */
  removing: number | undefined
  /** result of a postal code look-up, by address */
  cepNotes: { billing?: string; shipping?: string }
  /** true if the page shows the result of a look-up for the billing address */
  isBillingLookedUp: boolean
  /** true if the carrier did not respond and prices come from the table */
  isCarrierAway: boolean
  /** the shop's working days in addition to the carrier's (D8) */
  handlingDays: number
  /** null until a postal code is known */
  freight: ShippingOption[] | null
  field: {
    getField(name: string): BoundField
    value(name: string): string | undefined
    errors: Record<string, string[]>
    hasErrors: boolean
  }
}

/** Shows buyer, addresses and account (F25–F27). */
export function BuyerSection(props: SectionProps) {
  const { profile, needsShipping } = props
  return (
    <>
      <Fieldset legend="Seus dados" id="dados">
        {profile ? (
          <KnownBuyerFields {...props} profile={profile} />
        ) : (
          <>
            <IdentityFields {...props} />
            <PhoneField {...props} />
            <PurchaseOrderField {...props} />
          </>
        )}
      </Fieldset>
      {profile ? null : <AccountFields {...props} />}
      <Fieldset legend="Endereço de cobrança" id="cobranca">
        <BillingAddress {...props} />
      </Fieldset>
      {needsShipping ? <ShippingAddress {...props} /> : null}
    </>
  )
}

function PhoneField({ field }: SectionProps) {
  return (
    <TextField
      label="Telefone"
      type="tel"
      autoComplete="tel-national"
      width="half"
      isRequired
      data-mask="phone"
      {...field.getField('buyer.phone')}
    />
  )
}

function PurchaseOrderField({ field }: SectionProps) {
  return (
    <TextField
      label={purchaseOrderLabels.field}
      hint={purchaseOrderLabels.hint}
      autoComplete="off"
      spellCheck={false}
      width="half"
      optional
      {...field.getField('purchase_order')}
    />
  )
}

/** Shows a customer's data, folded unless the phone is missing or invalid. */
function KnownBuyerFields(props: SectionProps & { profile: KnownBuyer }) {
  const { profile, field } = props
  const phone = field.getField('buyer.phone')
  const purchaseOrder = field.getField('purchase_order')
  const document = profile.isCompany ? profile.cnpj : profile.cpf
  const identityRows = [
    { key: 'Nome', value: (profile.isCompany && profile.companyName) || profile.name },
    ...(document ? [{ key: profile.isCompany ? 'CNPJ' : 'CPF', value: formatDocument(document) }] : []),
    { key: 'E-mail', value: profile.email },
  ]
  const isPurchaseOrderUnfolded =
    profile.isCompany || Boolean(purchaseOrder.defaultValue) || hasErrors(purchaseOrder.errors)
  const fields = (
    <>
      <SummaryList rows={identityRows} />
      <p className="hint">
        {profile.isColleague
          ? 'O cadastro e o telefone da empresa ficam como estão: só quem entra com o login dela os altera. Um endereço digitado aqui vale só para este pedido.'
          : 'Para corrigir estes dados, fale conosco.'}
      </p>
      <PhoneField {...props} />
      {isPurchaseOrderUnfolded ? null : <PurchaseOrderField {...props} />}
    </>
  )
  const foldedText = [...identityRows.map(({ value }) => value), phone.defaultValue].join('\n')
  return (
    <>
      {phone.defaultValue && !hasErrors(phone.errors) ? (
        <Fold answers={<span className="lines">{foldedText}</span>}>{fields}</Fold>
      ) : (
        fields
      )}
      {isPurchaseOrderUnfolded ? <PurchaseOrderField {...props} /> : null}
    </>
  )
}

const addressParts = ['zip_code', 'street', 'number', 'province', 'city', 'state']

/** Folds a complete address of a logged-in customer, unless its postal code was just looked up. */
function BillingAddress({ profile, field, cepNotes, isBillingLookedUp }: SectionProps) {
  const getField = (part: string) => field.getField(`billing.${part}`)
  const fields = <AddressFields prefix="billing" field={field.getField} cepNote={cepNotes.billing} />
  const address = formatTypedAddress((part) => getField(part).defaultValue)
  const isComplete = addressParts.every((part) => getField(part).defaultValue?.trim())
  const isRejected = [...addressParts, 'complement'].some((part) => hasErrors(getField(part).errors))
  const mustCheck = !isComplete || isRejected || isBillingLookedUp
  if (!profile || !address || mustCheck) return fields
  return (
    <Fold
      answers={
        <span>
          <Unbroken text={address} />
        </span>
      }
    >
      {fields}
    </Fold>
  )
}

function IdentityFields({ field }: SectionProps) {
  const getField = (part: string) => field.getField(`buyer.${part}`)
  const state = field.value('billing.state')
  return (
    <>
      <TextField
        label="Nome completo"
        hint="Se a compra é de uma empresa, o nome de quem compra."
        autoComplete="name"
        isRequired
        {...field.getField('buyer.name')}
      />
      <Choice
        label="Compra como"
        name="person_or_company"
        defaultValue={field.value('person_or_company') ?? '0'}
        options={[
          { value: '0', label: 'Pessoa física', content: <PersonFields getField={getField} state={state} /> },
          {
            value: '1',
            label: 'Pessoa jurídica',
            content: <CompanyFields getField={getField} state={state} autoComplete="organization" />,
          },
        ]}
      />
    </>
  )
}

function LoginHint({ recover }: { recover: string }) {
  return (
    <>
      <Button name="intent" value="login" variant="quiet">
        Entrar
      </Button>{' '}
      com esta conta ·{' '}
      <a href={recover} data-dialog="">
        Esqueci a senha
      </a>
      . O carrinho e o que você digitou ficam guardados.
    </>
  )
}

function AccountFields({ field, links }: SectionProps) {
  const isEmailKnown = field.errors['buyer.email']?.includes(messages.emailKnown)
  const isPasswordRepeated =
    field.hasErrors && !field.errors['buyer.password']?.includes(specTexts.fieldRequired)
  const repetitionText = isPasswordRepeated ? 'Por segurança, digite a senha de novo. ' : ''
  return (
    <Fieldset legend="Sua conta" id="conta" hint="Com ela você acompanha o pedido e baixa as publicações.">
      <TextField
        label="E-mail"
        hint={isEmailKnown ? <LoginHint recover={links.recover} /> : undefined}
        type="email"
        autoComplete="email"
        isRequired
        {...field.getField('buyer.email')}
      />
      <PasswordField
        label="Crie uma senha"
        hint={`${repetitionText}${formatNewPasswordHint(MIN_PASSWORD_LENGTH.customer)}`}
        autoComplete="new-password"
        width="half"
        isRequired
        {...field.getField('buyer.password')}
      />
      <HoneypotField />
    </Fieldset>
  )
}

function ShippingAddress({ field, cepNotes }: SectionProps) {
  return (
    <Fieldset legend="Endereço de entrega" id="entrega">
      <Choice
        label="Onde entregar"
        name="ship_elsewhere"
        defaultValue={field.value('ship_elsewhere') ?? 'off'}
        data-quote=""
        options={[
          { value: 'off', label: 'No endereço de cobrança' },
          {
            value: 'on',
            label: 'Em outro endereço',
            content: <AddressFields prefix="shipping" field={field.getField} cepNote={cepNotes.shipping} />,
          },
        ]}
      />
    </Fieldset>
  )
}

/** Shows the ways of delivery. Without scripts, a button loads those for the postal code (F46–F48). */
export function FreightSection({ items, freight, field, isCarrierAway, handlingDays }: SectionProps) {
  const { name, errors } = field.getField('shipping_service')
  return (
    <div id="frete" data-region="">
      <Fieldset legend="Forma de envio" id="forma-de-envio" errors={freight ? undefined : errors}>
        {freight === null ? <p className="hint">Informe o CEP de entrega e calcule o frete.</p> : null}
        {freight ? (
          <FreightOptions
            items={items}
            freight={freight}
            field={field}
            isCarrierAway={isCarrierAway}
            handlingDays={handlingDays}
          />
        ) : null}
        <p className="actions">
          <Button
            id={freight ? undefined : makeFieldId(name)}
            name="intent"
            value="quote"
            variant="secondary"
            data-quote-button=""
          >
            Calcular frete
          </Button>
        </p>
      </Fieldset>
    </div>
  )
}

type FreightProps = Pick<SectionProps, 'items' | 'field' | 'isCarrierAway' | 'handlingDays'> & {
  freight: ShippingOption[]
}

function FreightOptions({ items, freight, field, isCarrierAway, handlingDays }: FreightProps) {
  const { errors } = field.getField('shipping_service')
  const isUndeliverable = freight.every((option) => option.service === shippingTypes.toBeAgreed)
  return (
    <>
      {isCarrierAway ? <Notice tone="warn">{carrierUnavailableText}</Notice> : null}
      {isUndeliverable && !isCarrierAway ? (
        <Notice tone="warn">{messages.noService(freight.length > 0)}</Notice>
      ) : null}
      {freight.map((option) => (
        <input
          key={option.service}
          type="hidden"
          name={`seen_shipping.${option.service}`}
          value={option.value}
        />
      ))}
      <RadioGroup
        label="Escolha como receber"
        name="shipping_service"
        layout="cards"
        errors={errors}
        defaultValue={getChosenOption(freight, field)?.service}
        data-quote=""
        options={freight.map((option) => {
          const isToBeAgreed = option.days === null
          const serviceName = getShippingName(option.service)
          const { total } = calculateTotals(items, option.value)
          return {
            value: option.service,
            label: isToBeAgreed ? `${serviceName} (beta)` : serviceName,
            hint: `${formatDeliveryTime(option, handlingDays)}. Total do pedido: ${formatReais(total)}`,
            aside: isToBeAgreed ? 'a combinar' : formatFreightPrice(option),
          }
        })}
      />
    </>
  )
}

function formatFreightPrice(option: ShippingOption) {
  return option.estimated ? `${formatReais(option.value)} (estimado)` : formatReais(option.value)
}

/** Returns the ticked option, else the first option. */
export function getChosenOption(
  freight: ShippingOption[],
  field: SectionProps['field'],
): ShippingOption | undefined {
  const tickedService = field.value('shipping_service')
  return freight.find((option) => option.service === tickedService) ?? freight[0]
}
