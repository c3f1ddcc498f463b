import { Fragment, type ReactNode } from 'react'
import type { AccountRights } from '#app/domain/accounts/colleagues.ts'
import {
  findRenewalBlocker,
  getCurrentStatus,
  isOverdue,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import type { listSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { paths } from '#app/paths.ts'
import { formatUnitName, RenewalCell, type RenewalOffer } from '#app/routes/subscriptions/renewal-cell.tsx'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

export type Unit = Awaited<ReturnType<typeof listSubscriptions>>['rows'][number]

export function toRenewalOffer(unit: Unit, today: string): RenewalOffer {
  const { id, name, active, due, renewal_order_id: openOrderId } = unit
  const isWithdrawn = unit.closed_by !== null
  const renewable = {
    due,
    isSuspended: false,
    isWithdrawn,
    openOrderId,
    active,
    renewalPrice: unit.price_signature,
  }
  return {
    id,
    name,
    registration: unit.airplane_registration,
    serialNumber: unit.airplane_serial_number,
    canRenew: findRenewalBlocker(renewable, today) === null,
    canBuyAgain: active && isOverdue(due, today),
    renewalOrderId: openOrderId,
  }
}

/**
 * Shows today's actions for a unit: download, renew, track, certify (F63–F66). Download and renewal, or the
 * first action, are buttons. A menu, which needs no scripts, contains the other actions.
 */
export function UnitActs({ unit, today, rights }: { unit: Unit; today: string; rights: AccountRights }) {
  const acts = listActs(unit, today, rights)
  const buttonCount = Math.max(1, acts.filter(({ isButton }) => isButton).length)
  const menuActs = acts.slice(buttonCount)
  if (acts.length === 0) return null
  return (
    <div className="acts">
      {acts.slice(0, buttonCount).map(({ key, act }) => (
        <Fragment key={key}>{act}</Fragment>
      ))}
      {menuActs.length > 0 ? (
        <details className="more-acts" name="acoes">
          <summary>
            <span aria-hidden="true">⋯</span>
            <span className="visually-hidden">{`Mais ações:${formatUnitName(toRenewalOffer(unit, today))}`}</span>
          </summary>
          <ul>
            {menuActs.map(({ key, act }) => (
              <li key={key}>{act}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

type Act = { key: string; act: ReactNode; isButton?: boolean }

const renewalLinks = { renew: paths.renew, order: paths.order, manage: paths.manage() }

/** Returns the acts that the unit allows and the person may do. */
function listActs(unit: Unit, today: string, rights: AccountRights): Act[] {
  const offer = toRenewalOffer(unit, today)
  const isClosed = getCurrentStatus(unit, today) === subscriptionStatus.expired || unit.closed_by !== null
  const hasRenewal = offer.canRenew || offer.canBuyAgain || offer.renewalOrderId !== null
  const canDownload = rights.files && unit.is_download && !isClosed
  const canCertify = rights.files && unit.due !== null && !isClosed
  const acts: (Act | false)[] = [
    canDownload && { key: 'download', act: <DownloadForm unit={unit} offer={offer} />, isButton: true },
    rights.purchase &&
      hasRenewal && {
        key: 'renewal',
        act: <RenewalCell offer={offer} links={renewalLinks} />,
        isButton: true,
      },
    unit.track_code !== null && { key: 'tracking', act: <TrackingForm code={unit.track_code} /> },
    canCertify && { key: 'certificate', act: <CertificateForm unit={unit} offer={offer} /> },
  ]
  return acts.filter((act) => act !== false)
}

function DownloadForm({ unit, offer }: { unit: Unit; offer: RenewalOffer }) {
  return (
    <PostForm action={paths.download(unit.id)}>
      <Button>
        Baixar<span className="visually-hidden">{formatUnitName(offer)}</span>
      </Button>
    </PostForm>
  )
}

function CertificateForm({ unit, offer }: { unit: Unit; offer: RenewalOffer }) {
  return (
    <PostForm action={paths.certificate()}>
      <input type="hidden" name="signature" value={unit.id} />
      <Button variant="quiet">
        Certificado<span className="visually-hidden">{` de${formatUnitName(offer)}`}</span>
      </Button>
    </PostForm>
  )
}
