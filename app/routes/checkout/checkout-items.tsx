import { hasAircraft, normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import type { RequiredPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { maxQuantity } from '#app/domain/checkout/cart.ts'
import { listUnitBlocks } from '#app/domain/platform/units.ts'
import { findOwnedSubscriptions } from '#app/domain/subscriptions/subscription.ts'
import { formatAircraftGenitive } from '#app/text/accounts/aircraft-labels.ts'
import { photoGuideLabels } from '#app/text/catalogue/photo-guide-labels.ts'
import { formatRenewal } from '#app/text/subscriptions/renewal-labels.ts'
import { formatActiveSubscription } from '#app/text/subscriptions/subscription-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Fieldset } from '#app/ui/forms/field.tsx'
import { FieldErrors, makeFieldId } from '#app/ui/forms/field-frame.tsx'
import { fleetRegistrations, UnitFields } from '#app/ui/forms/unit-fields.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PhotoExample } from '#app/ui/photo-guide.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'
import type { CheckoutItem, SectionProps } from './checkout-sections.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

/** The limit of options on the page; a larger fleet appears only as suggestions while typing. */
const MAX_FLEET_OPTIONS = 1_000

type ItemProps = SectionProps & { item: CheckoutItem; index: number }

/** Lists ordered copies with their data. The form contains the prices shown, to detect changes (D1). */
export function ItemsSection(props: SectionProps) {
  const { fleet } = props
  const blocks = listUnitBlocks(props.items)
  const firstAircraftBlock = blocks.find((block) => block.needsAircraft)
  const offeredFleet = fleet.length * blocks.length <= MAX_FLEET_OPTIONS ? fleet : []
  return (
    <Fieldset legend="Publicações" id="publicacoes">
      {fleet.length > 0 ? (
        <datalist id={fleetRegistrations}>
          {fleet.map(({ registration }) => (
            <option key={registration} value={registration} />
          ))}
        </datalist>
      ) : null}
      <ul className="order-items">
        {props.items.map((item, index) => (
          <li key={item.key} id={`item-${item.key}`}>
            <ItemHead {...props} item={item} index={index} />
            {props.removing === item.publicationId && !item.renewal ? (
              <RemovalQuestion {...props} item={item} index={index} />
            ) : null}
            {item.renewal ? null : <ActiveSubscriptionNotice {...props} item={item} index={index} />}
            {item.hasPhotoUpload ? <WantedPhotoExample requiredPhoto={item} /> : null}
            {listUnitBlocks([item]).map((block) => (
              <UnitFields
                key={block.key}
                block={block}
                count={item.quantity}
                getField={props.field.getField}
                photoPath={props.links.photo}
                fleet={offeredFleet}
                hasEarlierAircraft={block.key !== firstAircraftBlock?.key}
                isColleague={props.profile?.isColleague ?? false}
              />
            ))}
          </li>
        ))}
      </ul>
    </Fieldset>
  )
}

/** Explains the photo once for all copies of a publication, above the fields. */
function WantedPhotoExample({ requiredPhoto }: { requiredPhoto: RequiredPhoto }) {
  return (
    <div className="stack">
      <p>{photoGuideLabels.title}:</p>
      <PhotoExample requiredPhoto={requiredPhoto} />
    </div>
  )
}

function ItemHead({ item, index, field }: ItemProps) {
  const priceFieldName = `seen[${index}].price`
  return (
    <div className="order-item">
      <input type="hidden" name={`seen[${index}].id`} value={item.key} />
      <input type="hidden" name={priceFieldName} value={item.price} />
      <input type="hidden" name={`seen[${index}].quantity`} value={item.quantity} />
      <span className="order-item-name" id={makeFieldId(priceFieldName)} tabIndex={-1}>
        <Unbroken text={item.name} />
        {item.renewal ? <span className="hint">{formatRenewal(item.renewal)}</span> : null}
        <span className="hint">Versão {item.version}</span>
      </span>
      {item.isDownload || item.renewal ? (
        <span className="order-item-count">1 × </span>
      ) : (
        <CopiesStepper item={item} />
      )}
      <Money centavos={item.price * item.quantity} />
      <FieldErrors id={makeFieldId(priceFieldName)} errors={field.errors[priceFieldName]} />
    </div>
  )
}

function CopiesStepper({ item }: { item: CheckoutItem }) {
  return (
    <QuantityStepper
      quantity={item.quantity}
      minus={{
        name: 'intent',
        value: `fewer.${item.publicationId}`,
        disabled: item.quantity <= 1,
        label: `Diminuir a quantidade de ${item.name}`,
      }}
      plus={{
        name: 'intent',
        value: `more.${item.publicationId}`,
        disabled: item.quantity >= maxQuantity,
        label: `Aumentar a quantidade de ${item.name}`,
      }}
    />
  )
}

/** Warns of an active subscription to this publication, for a typed aircraft or for any (D26). */
function ActiveSubscriptionNotice({ item, activeSubscriptions, field, links }: ItemProps) {
  const registrations = listUnitBlocks([item]).map(({ key }) =>
    normaliseRegistration(field.value(`unit.${key}.prefix`) ?? ''),
  )
  const ownedSubscriptions = findOwnedSubscriptions(item, registrations, activeSubscriptions)
  return (
    <div id={`vigente-${item.publicationId}`} data-region="" data-notice-place="">
      {ownedSubscriptions.length > 0 ? (
        <Notice tone="info" title="Esta assinatura já está em vigor.">
          <input type="hidden" name={`warned.${item.publicationId}`} value="1" />
          <p>
            {ownedSubscriptions.map(formatActiveSubscription).join('; ')}. Se quiser, compre mesmo assim, ou
            veja <a href={links.manage}>as publicações compradas</a>.
          </p>
          {ownedSubscriptions
            .filter(({ canRenew }) => canRenew)
            .map(({ id, ...aircraft }) => (
              <p key={id}>
                Ela já pode ser renovada:{' '}
                <a href={links.renew(id)}>
                  {hasAircraft(aircraft) ? `renovar a ${formatAircraftGenitive(aircraft)}` : 'renovar'}
                </a>
                .
              </p>
            ))}
        </Notice>
      ) : null}
    </div>
  )
}

function RemovalQuestion({ item, links }: ItemProps) {
  return (
    <Notice tone="warn" title={`A unidade ${item.quantity} tem dados preenchidos.`}>
      <p>Remover a unidade e os dados dela?</p>
      <p className="actions">
        <Button name="intent" value={`drop.${item.publicationId}`} variant="danger">
          Remover a unidade {item.quantity}
        </Button>
        <LinkButton href={links.currentPath}>Manter</LinkButton>
      </p>
    </Notice>
  )
}
